"""Polish: the small words of component lists. A phrase may end in ``*``: any ending will do."""

from typing import Final

WORDS: Final = {
    "condition": "jeśli, gdy, kiedy",
    "material": "złot*, srebrn*, brązow*, miedzian*, drewno, glina, żelazo, wełna, węgiel, stal, szkło, złoto, srebro",
    "between": "między",
    "be": "są, jest",
    "noun": (
        "karta, plansza, kość, kostka, żeton, znacznik, pionek, kafelek, kafel, moneta, woreczek, worek, "
        "arkusz, notes, ołówek, klepsydra, figurka, meeple, wskaźnik, banknot, zasłonka, podstawka, kamień, "
        "kryształ, pierścień, koperta, naklejka, pomoc, dysk, koło, wieża, dom, domek, element, statek, łódź, "
        "flaga, patyczek, heks, walec, kula, kulka, tabliczka, planszetka, sześcian, krążek, kostki, karty, "
        "figura, kartonik, tor, liczmann, liczman, torebka, most, droga, ekran, skrzynka, wagon, beczka, mapa, "
        "mata, kolorowa kostka, tarcza, plakietka, księga, książeczka"
    ),
    "generic": "karta, element, żeton, komponent, pionek, kafelek, sztuka, znacznik",
    "rule": (
        "instrukcja, instrukcja gry, zasady gry, księga zasad, książeczka z zasadami, regulamin, "
        "niniejsza instrukcja, instrukcję, instrukcja do gry, broszura z zasadami"
    ),
    "ruleweak": "zasady, reguły",
    "wrap": "zestaw, talia, komplet, seria, stos, pakiet, plik, grupa",
    "kinds": (
        "kolor, typ, rodzaj, gracz, frakcja, drużyna, klan, rasa, planeta, wartość, metal, kształt, bohater, "
        "postać, nominał, rozmiar, surowiec"
    ),
    "player": "gracz, osoba, uczestnik",
    "never": (
        "gracz, osoba, rok, lat, lata, minuta, min, sekunda, godzina, strona, str, ściana, ścianka, punkt, "
        "kolor, pole, poziom, tura, runda, część, mm, cm, typ, rodzaj, język, wydanie, dzień, faza, "
        "scenariusz, tryb, obrażenie, życie, kolumna, rząd, wiek, wartość, rozmiar, punkty, punktów"
    ),
    "attrnoun": (
        "poziom, wartość, numer, nr, faza, rozmiar, era, akt, runda, strona, str, wydanie, wersja, koszt, rys, "
        "rozdział, scenariusz, wiek, wartości, nominał, nominale, numerach"
    ),
    "money": "złoty, złotych, euro, dolar, dolarów, koron, punkt, punkty, punktów, milion, milionów, dukatów, zł",
    "unit": "szt, sztuk, sztuki, sztuka, egz, egzemplarz, egzemplarze, egzemplarzy",
    "copies": "egzemplarz, egzemplarze, egzemplarzy, kopie, kopii, razy, egz",
    "each": "każdy, każda, każde, każdego, każdej, każdemu, każdym, każdą",
    "per": "na",
    "distributive": "po, każdego, każdej",
    "of": "z, ze",
    "in": "w, we",
    "color": (
        "czerwon*, niebiesk*, zielon*, żółt*, czarn*, biał*, fioletow*, pomarańczow*, różow*, szar*, brązow*, "
        "złot*, srebrn*, beżow*"
    ),
    "attr": (
        "duż*, mał*, średni*, zwykł*, rzadk*, specjaln*, now*, pojedyncz*, podwójn*, krótk*, dług*, drewnian*, "
        "plastikow*, startow*, podstawow*, neutraln*, różn*, pust*, inn*, okrągł*, kwadratow*, jasn*, ciemn*, "
        "pozostał*, dodatkow*"
    ),
    "atleast": "co najmniej, przynajmniej, minimum, ponad, nie mniej niż, więcej niż",
    "about": "około, ok, mniej więcej, prawie, do, blisko, niemal",
    "several": "kilka, kilkanaście, kilkadziesiąt, wiele, różne",
    "total": "razem, łącznie, w sumie, ogółem, suma, w tym łącznie, co daje, łączna liczba",
    "split": ("w tym, z czego, podzielone na, podzielonych na, mianowicie, składające się z, składa się z, wśród nich"),
    "incl": "wliczając, włącznie z",
    "verb": (
        "zawiera, zawierają, znajdziesz, znajdziecie, znajduje się, znajdują się, jest, są, obejmuje, ma, "
        "mają, składa się z, dodaj, posiada, liczy, wchodzą, wchodzi, powinno być, dołączono, otrzymujesz"
    ),
    "instruct": (
        "połóż, potasuj, potasujcie, dobierz, dobiera, weź, bierze, otrzymuje, otrzymują, rozdaj, rozdajcie, "
        "ułóż, rzuć, rzuca, wybierz, zaczyna z, rozpoczyna z, wygrywa, traci, musi, może, umieść, odłóż"
    ),
    "with": "z, ze, zawiera, zawierający, ma",
    "rel": "które, który, która, aby, jeśli, gdy, gdzie, których",
    "not": "nie, a nie, zamiast, dawniej, wcześniej, było, poprzednio",
    "instead": "zamiast, a nie",
    "replace": "zastąp, zastąpiono, zastępują, zamień, wymień, zastępuje, zastąpione, zamieniono, wymieniono",
    "by": "na, przez",
    "remove": "usunięto, usuń, usunięte, usunięta, nie ma już, już nie, bez, wycofano, nie zawiera już",
    "misprint": "błąd, błąd drukarski, błędnie, pomyłka, omyłkowo, błąd w druku, literówka, błędu",
    "source": "według, wg, mówi, podaje, zgodnie z, obiecuje, zapowiada, podają",
    "former": "poprzedni*, dawn*, star*",
    "leaf": "kartka, arkusz",
    "edition": "wydanie, wydaniu, edycja, edycji, dodruk, edycję",
    "and": "i, oraz, plus, a także, jak również, wraz z",
    "or": "lub, albo",
    "also": "także, również, też, jeszcze, ponadto, teraz, dokładnie, oraz, plus, tylko, a, nowe",
    "def": "ten, ta, te, to, twoja, wszystkie",
    "prep": "z, ze, dla, w, we, na, od, po, do, pod, bez, o, przy, za",
    "from": "od",
    "to": "do",
    "heading": (
        "elementy gry, zawartość, zawartość pudełka, komponenty, w pudełku, elementy, spis elementów, "
        "zawartość gry, w skład gry wchodzą"
    ),
    "setup": (
        "przygotowanie, przygotowanie do gry, przebieg gry, cel gry, jak grać, koniec gry, przebieg rozgrywki, "
        "przygotowanie gry, wstęp, punktacja"
    ),
    "namecol": "karta, nazwa, element, komponent, typ, rodzaj",
    "countcol": "liczba, ilość, sztuk, szt, egz, liczba kart, liczba sztuk, razem",
    "thing": "gra, pudełko, wydanie, strona, dodatek",
}
# 0: several, nobody knows how many; below 0: about so many.
NUMBERS: Final = {
    "jeden": 1,
    "jedna": 1,
    "jedno": 1,
    "jedną": 1,
    "jednego": 1,
    "jednej": 1,
    "dwa": 2,
    "dwie": 2,
    "dwóch": 2,
    "dwu": 2,
    "trzy": 3,
    "trzech": 3,
    "cztery": 4,
    "czterech": 4,
    "pięć": 5,
    "pięciu": 5,
    "sześć": 6,
    "sześciu": 6,
    "siedem": 7,
    "siedmiu": 7,
    "osiem": 8,
    "ośmiu": 8,
    "dziewięć": 9,
    "dziewięciu": 9,
    "dziesięć": 10,
    "dziesięciu": 10,
    "jedenaście": 11,
    "jedenastu": 11,
    "dwanaście": 12,
    "dwunastu": 12,
    "trzynaście": 13,
    "czternaście": 14,
    "piętnaście": 15,
    "szesnaście": 16,
    "siedemnaście": 17,
    "osiemnaście": 18,
    "dziewiętnaście": 19,
    "dwadzieścia": 20,
    "dwudziestu": 20,
    "trzydzieści": 30,
    "czterdzieści": 40,
    "pięćdziesiąt": 50,
    "sześćdziesiąt": 60,
    "siedemdziesiąt": 70,
    "osiemdziesiąt": 80,
    "dziewięćdziesiąt": 90,
    "sto": 100,
    "tuzin": 12,
    "tuziny": 12,
    "pół tuzina": 6,
    "para": 2,
    "parę": 2,
    "pary": 2,
    "dwieście": 200,
    "trzysta": 300,
    "obie": 2,
    "oba": 2,
    "czternastu": 14,
    "piętnastu": 15,
    "szesnastu": 16,
    "trzydziestu": 30,
    "czterdziestu": 40,
}
JOIN: Final[tuple[str, ...]] = ()
ARTICLES: Final = ("jeden", "jedna", "jedno", "jedną")
STOP: Final = "i w na z do dla po oraz nie jest są się od kart gracza gry karty"
