"""Spanish: the small words of component lists. A phrase may end in ``*``: any ending will do."""

from typing import Final

WORDS: Final = {
    "condition": "cuando, si",
    "material": "oro, plata, bronce, cobre, madera, arcilla, hierro, trigo, lana, carbón, acero, vidrio",
    "between": "entre",
    "be": "son, es",
    "noun": (
        "carta, tablero, dado, ficha, marcador, peón, cubo, disco, loseta, moneda, bolsa, hoja, bloc, lápiz, "
        "reloj, miniatura, figura, meeple, contador, billete, pantalla, biombo, peana, base, gema, piedra, "
        "cristal, cuenta, anillo, sobre, pegatina, ayuda, rueda, torre, casa, pieza, barco, bandera, palo, "
        "hexágono, cilindro, bola, tarjeta, naipe, token, mapa, tapete, saco, bolsita, libreta, tesela, losa, "
        "panel, referencia, soporte, indicador, plantilla, tira, cofre, cristales, hito, puente, camino, "
        "castillo, carro, tienda, bandeja, peonza, ruleta, libro"
    ),
    "generic": "carta, pieza, ficha, componente, marcador, elemento, loseta",
    "rule": (
        "reglamento, libro de reglas, manual, manual de reglas, manual de instrucciones, instrucciones, "
        "folleto de reglas, cuaderno de reglas, reglas del juego, hoja de reglas, libreto de reglas"
    ),
    "ruleweak": "reglas",
    "wrap": "mazo, baraja, conjunto, juego, serie, set, kit, paquete, lote, grupo, pila",
    "kinds": (
        "color, tipo, clase, jugador, facción, equipo, clan, pueblo, planeta, valor, metal, forma, tamaño, "
        "héroe, personaje, raza, bando, palo, familia, reino, especie"
    ),
    "player": "jugador, jugadora, persona, participante",
    "never": (
        "jugador, jugadora, persona, año, minuto, min, segundo, hora, página, pág, cara, lado, punto, color, "
        "casilla, espacio, nivel, turno, ronda, parte, mm, cm, tipo, idioma, edición, día, fase, escenario, "
        "modo, daño, vida, columna, fila, partida, edad, valor, tamaño, clase"
    ),
    "attrnoun": (
        "nivel, valor, número, nº, fase, tamaño, era, acto, ronda, página, edición, versión, coste, daño, fig, "
        "capítulo, escenario, edad, valores, numeradas, numerados, volumen"
    ),
    "money": (
        "euro, euros, dólar, dólares, peso, pesos, corona, coronas, punto, puntos, millón, millones, pesetas, "
        "ducados, libras"
    ),
    "unit": "uds, ud, unidades, unidad, piezas, copias, copia, ejemplares",
    "copies": "copia, copias, ejemplar, ejemplares, veces",
    "each": "cada, cada uno, cada una",
    "per": "por",
    "distributive": "de cada",
    "of": "de, del",
    "in": "en",
    "color": (
        "rojo*, roja*, azul, azules, verde*, amarill*, negr*, blanc*, morad*, naranja*, rosa*, gris, grises, "
        "marrón, marrones, dorad*, platead*, violeta*, beige, púrpura*"
    ),
    "attr": (
        "grande*, pequeñ*, median*, común, comunes, rar*, especial*, nuev*, simple*, doble*, cort*, larg*, "
        "oro, plata, bronce, madera, plástico, metal, cartón, inicial*, básic*, neutral*, distint*, "
        "diferente*, iguales, vací*, otr*, redond*, cuadrad*, restante*, blanca*, transparente*, clar*, "
        "oscur*"
    ),
    "atleast": "al menos, como mínimo, por lo menos, mínimo, más de, no menos de",
    "about": "aproximadamente, alrededor de, cerca de, casi, hasta, aprox, como máximo",
    "several": "varios, varias, algunos, algunas, muchos, muchas, diversos, diversas",
    "total": "en total, total, total de, sumando, que suman, lo que suma",
    "split": (
        "divididas en, divididos en, repartidas en, repartidos en, de las cuales, de los cuales, a saber, "
        "compuestas por, compuesto por, distribuidas en, formado por, formada por, que se dividen en, "
        "entre ellas, desglosadas en, repartidas así"
    ),
    "incl": "incluyendo, incluidas, incluidos",
    "verb": (
        "contiene, contienen, incluye, incluyen, hay, encontrarás, encontraréis, tiene, tienen, trae, "
        "consta de, son, es, se incluyen, viene con, vienen con, añade, añada, encontrará, está, están, "
        "acompañan, suman"
    ),
    "instruct": (
        "coloca, coloque, baraja, roba, toma, recibe, reciben, reparte, pon, tira, elige, empieza con, "
        "empiezan con, gana, pierde, debe, puede, jugad, descarta, barajad, colocad, repartid, comienza con, "
        "mueve, empieza, empiezan, comienza, comienzan"
    ),
    "with": "con, contiene, que contiene, incluye, de, tiene, incluyendo",
    "rel": "que, para, si, cuando, donde, hecho, hecha, hechos, hechas",
    "not": "no, y no, en vez de, en lugar de, antes, era, eran, anteriormente",
    "instead": "en vez de, en lugar de, y no",
    "replace": "sustituye, sustituyen, reemplaza, reemplazan, cambia, sustituid*, reemplazad*, sustituya",
    "by": "por, con",
    "remove": (
        "ya no, se elimina, se eliminan, retira, eliminad*, desaparec*, quita, sin, se retira, se retiran, "
        "se quitan, no hay"
    ),
    "misprint": "errata, error, por error, erróneamente, equivocad*, error de imprenta, error de impresión",
    "source": "según, dice, indica, afirma, promete, anuncia, dicen",
    "former": "anterior, anteriores, antigua*",
    "leaf": "hoja",
    "edition": "edición, reimpresión, versión",
    "and": "y, e, más, así como, además de, y también, junto con",
    "or": "o, u",
    "also": "también, además, más, aún, ahora, exactamente, y, nuevas, nuevos, solo, sólo",
    "def": "el, la, los, las, este, esta, estos, estas, vuestro, tu",
    "prep": "de, del, con, sin, en, para, por, a, al, sobre, entre",
    "from": "de, del",
    "to": "a, al, hasta",
    "heading": (
        "componentes, contenido, material, contenido de la caja, en la caja, materiales, material de juego, "
        "componentes del juego, lista de componentes, piezas del juego"
    ),
    "setup": (
        "preparación, cómo jugar, objetivo, desarrollo, reglas, fin de la partida, el turno, puntuación, "
        "objetivo del juego, desarrollo de la partida, resumen, introducción"
    ),
    "namecol": "carta, nombre, componente, pieza, tipo, elemento, descripción, material",
    "countcol": "cantidad, cant, unidades, nº, número, copias, total, ejemplares, uds",
    "thing": "juego, caja, edición, expansión, lado, tapa",
}
# 0: several, nobody knows how many; below 0: about so many.
NUMBERS: Final = {
    "unos": 0,
    "unas": 0,
    "una veintena de": -20,
    "una treintena de": -30,
    "una cincuentena de": -50,
    "una docena de": 12,
    "docena de": 12,
    "docenas de": 12,
    "media docena de": 6,
    "un par de": 2,
    "par de": 2,
    "pares de": 2,
    "docena": 12,
    "ambos": 2,
    "una decena de": 10,
    "un centenar de": 100,
}
JOIN: Final[tuple[str, ...]] = ("y",)
ARTICLES: Final = ("un", "una")
STOP: Final = "el la los las de del y en con para por un una que no se al cada son cartas jugador juego más"
