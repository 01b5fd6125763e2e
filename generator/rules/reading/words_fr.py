"""French: the small words of component lists. A phrase may end in ``*``: any ending will do."""

from typing import Final

WORDS: Final = {
    "condition": "quand, lorsque, si",
    "material": "or, argent, bronze, cuivre, bois, argile, fer, blé, laine, charbon, acier, verre",
    "between": "entre",
    "be": "sont, est",
    "noun": (
        "carte, plateau, dé, jeton, marqueur, pion, cube, tuile, pièce, sac, sachet, feuille, bloc, crayon, "
        "sablier, figurine, meeple, compteur, billet, écran, paravent, socle, gemme, pierre, cristal, perle, "
        "anneau, enveloppe, autocollant, aide, disque, roue, tour, maison, bateau, navire, drapeau, bâton, "
        "hexagone, cylindre, boule, plaque, planche, panneau, piste, tapis, plan, bourse, carnet, plaquette, "
        "réglette, palet, bâtonnet, cristaux, rondelle, support, fiche, pièce de monnaie, mini-plateau, wagon, "
        "route, barque, tente, château, roulette, présentoir, chevalet, livre"
    ),
    "generic": "carte, pièce, jeton, élément, composant, pion, tuile, marqueur",
    "rule": (
        "règle du jeu, règles du jeu, livret de règles, livret, règle de jeu, livre de règles, manuel, notice, "
        "livret de jeu, règles de jeu, feuille de règles, livret des règles, feuillet de règles"
    ),
    "ruleweak": "règle, règles",
    "wrap": "jeu, série, paquet, lot, ensemble, kit, set, pioche, pile, deck",
    "kinds": (
        "couleur, type, sorte, joueur, faction, équipe, clan, peuple, planète, valeur, métal, forme, taille, "
        "héros, personnage, race, camp, famille, espèce, modèle"
    ),
    "player": "joueur, joueuse, personne, participant",
    "never": (
        "joueur, joueuse, personne, an, minute, min, seconde, heure, page, face, côté, point, couleur, case, "
        "niveau, tour, manche, partie, mm, cm, type, sorte, langue, édition, jour, phase, scénario, mode, "
        "dégât, vie, colonne, rangée, âge, valeur, taille, emplacement"
    ),
    "attrnoun": (
        "niveau, valeur, numéro, n, phase, taille, ère, acte, manche, page, édition, version, coût, dégâts, "
        "fig, chapitre, scénario, âge, valeurs, numérotées, numérotés, tome"
    ),
    "money": (
        "euro, euros, dollar, dollars, franc, francs, couronnes, écus, florins, point, points, million, "
        "millions, ducats, livres, or"
    ),
    "unit": "ex, exemplaire, exemplaires, unités, pcs",
    "copies": "exemplaire, exemplaires, fois, copie, copies, ex",
    "each": "chaque, chacun, chacune, chacun des, chacune des",
    "per": "par",
    "distributive": "de chaque, par",
    "of": "de, du, des, d",
    "in": "en, dans, aux couleurs",
    "color": (
        "rouge*, bleu*, vert*, jaune*, noir*, blanc, blancs, blanche*, violet*, orange*, rose*, gris*, brun*, "
        "marron*, doré*, argenté*, beige*, mauve*"
    ),
    "attr": (
        "grand*, petit*, moyen*, commun*, rare*, spécia*, nouve*, simple*, double*, court*, long*, or, argent, "
        "bronze, cuivre, bois, plastique, neutre*, différent*, identique*, vierge*, autre*, rond*, carré*, "
        "restant*, transparent*, supplémentaire*, clair*, foncé*"
    ),
    "atleast": "au moins, minimum, plus de, au minimum, pas moins de",
    "about": "environ, près de, à peu près, jusqu'à, presque, au plus",
    "several": "plusieurs, quelques, divers, diverses, des, de nombreux, de nombreuses",
    "total": "au total, en tout, total, soit, en totalité, soit en tout",
    "split": (
        "comprenant, dont, réparties en, répartis en, à savoir, composées de, composé de, divisées en, "
        "parmi lesquelles, parmi lesquels, soit, composés de, composée de, réparties comme suit, divisés en, "
        "se répartissant en"
    ),
    "incl": "incluant, y compris, notamment",
    "verb": (
        "contient, contiennent, trouverez, trouve, il y a, comprend, comprennent, inclut, est, sont, comporte, "
        "comportent, compte, possède, possèdent, a, ont, vous trouverez, ajoutez, se compose de, contenant, "
        "fournit, accompagne, accompagnent, s'ajoutent, dispose de, dispose d"
    ),
    "instruct": (
        "placez, mélangez, piochez, prenez, reçoit, reçoivent, distribuez, posez, lancez, choisissez, "
        "commence avec, commencent avec, gagne, perd, doit, peut, jouez, défausse, pioche, place, donnez, "
        "prend, mettez, commence, commencent"
    ),
    "with": "avec, contient, contenant, comprenant, comporte, comprend, de, d, incluant",
    "rel": "qui, que, pour, si, quand, lorsque, où, fait, faits",
    "not": "non, et non, au lieu de, pas, anciennement, auparavant, et pas, était, étaient, avant",
    "instead": "au lieu de, à la place de, et non, au lieu des, contre",
    "replace": "remplacez, remplacent, remplacé*, remplace, échangez, remplacer",
    "by": "par, contre",
    "remove": (
        "n'est plus, ne sont plus, retirez, retiré*, supprimé*, enlevé*, disparaît, disparaissent, sans, "
        "n'y a plus, ne contient plus, plus inclus, plus incluse, a disparu, ont disparu, il n'y a pas"
    ),
    "misprint": "erreur, coquille, par erreur, faute d'impression, erroné*, erreur d'impression",
    "source": "selon, d'après, indique, indiquent, annonce, promet, dit, annoncent",
    "former": "précédente*, ancienne*",
    "leaf": "feuille, feuillet",
    "edition": "édition, réédition, version",
    "and": "et, plus, ainsi que, ainsi qu, et aussi",
    "or": "ou",
    "also": "aussi, également, plus, encore, en plus, désormais, exactement, et, nouveau, seulement, enfin",
    "def": "le, la, les, l, ce, cette, ces, vos, votre, l'",
    "prep": "de, du, des, d, avec, sans, en, dans, pour, par, à, au, aux, sur, d'",
    "from": "de",
    "to": "à, jusqu'à",
    "heading": (
        "matériel, contenu, contenu de la boîte, matériel de jeu, dans la boîte, éléments du jeu, composants, "
        "contenu du jeu, éléments de jeu, matériel du jeu"
    ),
    "setup": (
        "mise en place, préparation, but du jeu, déroulement, règles, tour de jeu, fin de partie, "
        "fin de la partie, comment jouer, déroulement du jeu, aperçu"
    ),
    "namecol": "carte, nom, élément, pièce, type, composant, matériel, désignation",
    "countcol": "quantité, nombre, qté, exemplaires, nb, total, quantités, ex",
    "thing": "jeu, boîte, édition, extension, côté, couvercle",
}
# 0: several, nobody knows how many; below 0: about so many.
NUMBERS: Final = {
    "une vingtaine de": -20,
    "une dizaine de": -10,
    "une quinzaine de": -15,
    "une trentaine de": -30,
    "une quarantaine de": -40,
    "une cinquantaine de": -50,
    "une soixantaine de": -60,
    "une centaine de": -100,
    "une douzaine de": 12,
    "douzaine de": 12,
    "une demi-douzaine de": 6,
    "demi-douzaine de": 6,
    "douzaines de": 12,
    "une paire de": 2,
    "paire de": 2,
    "paires de": 2,
    "douzaine": 12,
    "paire": 2,
    "les deux": 2,
}
JOIN: Final[tuple[str, ...]] = ("et",)
ARTICLES: Final = ("un", "une")
STOP: Final = "le la les de des du et en un une pour avec dans par est sont au aux ce chaque cartes joueur jeu"
