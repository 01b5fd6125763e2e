"""German: the small words of component lists. A phrase may end in ``*``: any ending will do."""

from typing import Final

WORDS: Final = {
    "condition": "wenn, falls, sobald",
    "material": "gold, silber, bronze, kupfer, holz, eisen, lehm, ton, erz, wolle, stahl, kohle, glas, stoff",
    "between": "zwischen",
    "be": "sind, ist, werden",
    "noun": (
        "Karte, Plan, Spielplan, Würfel, Marker, Figur, Plättchen, Stein, Spielstein, Scheibe, Münze, Beutel, "
        "Bogen, Block, Stift, Sanduhr, Miniatur, Meeple, Kegel, Spielfigur, Chip, Tafel, Tableau, Tuch, "
        "Geldschein, Schein, Sichtschirm, Schirm, Ständer, Kristall, Ring, Umschlag, Aufkleber, Übersicht, "
        "Rad, Turm, Haus, Teil, Schiff, Boot, Fahne, Stab, Kugel, Zylinder, Feld, Brett, Spielbrett, Token, "
        "Kärtchen, Zettel, Blatt, Holzstein, Pöppel, Einlage, Sortiereinlage, Schablone, Kachel, Leiste, "
        "Zeiger, Aufsteller, Klotz, Quader, Anleitung, Perle, Straße, Siedlung, Stadt, Bleistift, Stadtteil, "
        "Säckchen, Stoffbeutel, Hölzchen, Lokomotive, Aktie, Kasten, Rahmen, Brücke, Fass, Kiste, Tier, Baum, "
        "Mühle, Zählstein, Matte, Drehscheibe, Stanzbogen, Wappen, Buch, Heft"
    ),
    "generic": (
        "Karte, Teil, Stein, Marker, Plättchen, Chip, Figur, Spielstein, Komponente, Stück, Spielkarte, Spielteil"
    ),
    "rule": (
        "Spielregel, Spielregeln, Spielanleitung, Anleitung, Regelheft, Regelbuch, Regel, Spielregelheft, "
        "Regelwerk, Anleitungsheft, Regelblatt, Regelbroschüre"
    ),
    "ruleweak": "Regeln",
    "wrap": (
        "Set, Satz, Deck, Stapel, Serie, Päckchen, Kartenset, Kit, Gruppe, Kartensatz, Kartendeck, Spielerset, "
        "Figurenset, Pack, Packung, Kartenstapel, Sortiment"
    ),
    "kinds": (
        "Farbe, Art, Typ, Sorte, Spieler, Spielerin, Fraktion, Team, Volk, Planet, Wert, Metall, Form, Größe, "
        "Partei, Rasse, Held, Spielerfarbe, Clan, Landschaft, Familie, Haus, Mitspieler, Motiv, Rohstoff, "
        "Gilde"
    ),
    "player": "Spieler, Spielerin, Person, Mitspieler",
    "never": (
        "Spieler, Spielerin, Person, Jahr, Minute, Min, Sekunde, Stunde, Seite, Punkt, Farbe, Feld, Stufe, "
        "Runde, Zug, Teil, mm, cm, Art, Typ, Sorte, Sprache, Auflage, Tag, Phase, Szenario, Modus, Schaden, "
        "Leben, Spalte, Reihe, Partie, Wert, Größe, seitig*, Motiv, Schritt"
    ),
    "attrnoun": (
        "Stufe, Wert, Nummer, Nr, Phase, Größe, Ära, Akt, Runde, Seite, Auflage, Version, Kosten, Schaden, "
        "Abb, Kapitel, Szenario, Alter, ab, S, Level, Werte, Zahl, Zahlen, Teil, Band"
    ),
    "money": (
        "Euro, Dollar, Mark, Taler, Krone, Kronen, Gulden, Franken, Punkt, Punkte, Punkten, Million, "
        "Millionen, Dukaten, Pfund"
    ),
    "unit": "Stück, Stk, St, Exemplar, Exemplare, Teile, x",
    "copies": "mal, Mal, Exemplar, Exemplare, Exemplaren, Kopien, x, Stück",
    "each": "je, jeder, jede, jedes, jedem, jeden, jeweils, pro",
    "per": "pro, je",
    "distributive": "je, jeweils, pro, à",
    "of": "von, der, des",
    "in": "in, in den Farben",
    "color": (
        "rot*, blau*, grün*, gelb*, schwarz*, weiß*, weiss*, lila, violett*, orange*, rosa, grau*, braun*, "
        "gold, golden*, silbern*, silber, beige*, türkis*, naturfarben*, farbig*"
    ),
    "attr": (
        "groß*, klein*, mittler*, normal*, selten*, besonder*, neu*, einfach*, doppelt*, kurz*, lang*, "
        "hölzern*, bronze, kupfer, verschieden*, gleich*, leer*, restlich*, übrig*, rund*, eckig*, dick*, "
        "dünn*, hell*, dunkel*, neutral*, quadratisch*, zusätzlich*, transparent*, holz, sechseckig*"
    ),
    "atleast": "mindestens, wenigstens, mehr als, über, nicht weniger als, minimal",
    "about": "etwa, ca, circa, ungefähr, rund, fast, bis zu, höchstens, knapp, maximal",
    "several": "einige, mehrere, verschiedene, viele, diverse, ein paar",
    "total": "insgesamt, zusammen, gesamt, summe, in summe, total, alles in allem, macht zusammen, gesamtzahl",
    "split": (
        "bestehend aus, davon, darunter, unterteilt in, aufgeteilt in, nämlich, und zwar, eingeteilt in, "
        "darin, wovon, von denen"
    ),
    "incl": "inklusive, inkl, einschließlich, darunter auch",
    "verb": (
        "enthält, enthalten, finden sich, findet ihr, findest du, gibt es, liegen, liegt, umfasst, hat, haben, "
        "sind, ist, besteht aus, bestehen aus, gehören, gehört, kommen hinzu, kommt hinzu, besitzt, besitzen, "
        "ergibt, ergeben, findet man, bringt, bietet, braucht, benötigt, sowie, wird, werden, hinzu kommen, "
        "dazu kommen, befinden sich, bilden"
    ),
    "instruct": (
        "legt, legen, mischt, mischen, zieht, ziehen, nimmt, nehmt, erhält, erhalten, bekommt, bekommen, "
        "verteilt, stellt, stellen, würfelt, wählt, beginnt mit, beginnen mit, startet mit, gewinnt, verliert, "
        "darf, muss, zahlt, dürfen, setzt, deckt, bewegt, teilt, gebt, beginnt, startet, starten"
    ),
    "with": "mit, enthält, enthalten, bestehend aus, besteht aus, hat",
    "rel": "die, das, welche, wenn, um, für, zum, zur, vor, als, wobei, welches, gemacht",
    "not": "nicht, statt, anstatt, früher, bisher, vorher, zuvor, ehemals, und nicht",
    "instead": "statt, anstatt, anstelle von, anstelle der, statt bisher, nicht, statt der",
    "replace": "ersetzt, ersetzen, ersetze, ausgetauscht, tausche, weichen, tauscht",
    "by": "durch, gegen",
    "remove": (
        "entfällt, entfallen, nicht mehr, entfernt, entfernen, fällt weg, fallen weg, weggelassen, gestrichen, "
        "fehlt, fehlen, ohne, wegfallen, weggefallen, gibt es kein, gibt es keine, gibt es nicht"
    ),
    "misprint": "druckfehler, irrtümlich, fehler, fälschlich, falsch, versehentlich, fälschlicherweise, versehen",
    "source": "laut, gemäß, sagt, sagen, nennt, behauptet, verspricht, spricht von, nennen, zufolge",
    "former": "vorherig*, früher*, vorig*, alte*",
    "leaf": "blatt, blätter",
    "edition": "auflage, ausgabe, edition, neuauflage",
    "and": "und, sowie, plus, nebst, außerdem, dazu, samt",
    "or": "oder, bzw",
    "also": "auch, außerdem, noch, dazu, ferner, nun, jetzt, genau, sowie, nur, zudem, und, neu, zusätzlich",
    "def": "der, die, das, den, dem, diese, dieses, dieser, eure, alle",
    "prep": "von, mit, aus, für, in, im, auf, an, zu, zum, zur, ohne, bei, unter, über, vom, der, des, als",
    "from": "von",
    "to": "bis",
    "heading": (
        "inhalt, spielmaterial, material, spielinhalt, in der schachtel, inhalt der schachtel, "
        "schachtelinhalt, spielausstattung, komponenten, ausstattung, zubehör, materialliste"
    ),
    "setup": (
        "vorbereitung, spielaufbau, aufbau, spielziel, spielverlauf, ziel des spiels, spielablauf, spielende, "
        "spielvorbereitung, wertung, spielidee"
    ),
    "namecol": "karte, name, bezeichnung, komponente, teil, kartenname, typ, material, was",
    "countcol": "anzahl, stück, menge, stk, zahl, anz, exemplare, st, gesamt",
    "thing": "spiel, schachtel, edition, seite, erweiterung, deckel",
}
# 0: several, nobody knows how many; below 0: about so many.
NUMBERS: Final = {
    "eine": 1,
    "einen": 1,
    "einem": 1,
    "einer": 1,
    "eines": 1,
    "ein dutzend": 12,
    "dutzend": 12,
    "ein halbes dutzend": 6,
    "halbes dutzend": 6,
    "ein paar": 0,
    "paar": 2,
    "zwo": 2,
    "beide": 2,
}
JOIN: Final[tuple[str, ...]] = ("und",)
ARTICLES: Final = ("ein", "eine", "einen", "einem", "einer", "eines")
STOP: Final = "der die das und in mit für ist sind je ein eine von zu auf den im nicht karten spieler spiel"
