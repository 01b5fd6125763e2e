"""English: the small words of component lists. A phrase may end in ``*``: any ending will do."""

from typing import Final

WORDS: Final = {
    "condition": "if, when, unless, whenever",
    "material": "gold, silver, bronze, copper, wood, iron, glass, plastic, metal, clay, "
    "ore, wool, steel, coal, stone, wheat, grain, brick, cloth",
    "between": "between",
    "be": "are, is, were",
    "noun": (
        "card, board, die, token, marker, pawn, cube, disc, disk, tile, coin, bag, sheet, pad, pencil, timer, "
        "miniature, mini, figure, figurine, meeple, peg, counter, chit, mat, map, note, bill, banknote, "
        "screen, shield, stand, base, gem, stone, crystal, bead, ring, tray, envelope, sticker, aid, standee, "
        "dial, wheel, tower, house, piece, chip, ship, boat, flag, rod, stick, hexagon, hex, cylinder, ball, "
        "hourglass, overlay, divider, spinner, clip, key, bowl, cup, road, block, pouch, sleeve, reference, "
        "playmat, gameboard, ruler, template, domino, plate, panel, pen, tracker, worker, wagon, insert, bar, "
        "ingot, barrel, crate, placard, booklet, lamp, rope, pyramid, animal, tree, settlement, city, vehicle, "
        "train, castle, village, strip, frame, bridge, tent, gate, sail, pointer, dashboard, punchboard, "
        "banner, book"
    ),
    "generic": "card, piece, component, token, counter, tile, item, part, unit, thing, marker, board, chit",
    "rule": (
        "rulebook, rule book, rules booklet, rules leaflet, rule sheet, rules sheet, instruction booklet, "
        "instruction manual, instructions booklet, manual, book of rules, rule booklet, rules manual, "
        "rules pamphlet, instruction sheet, instruction book, instruction leaflet, rulesheet"
    ),
    "ruleweak": "rules, instructions, rules of play",
    "wrap": "set, deck, kit, series, pack, pile, stack, group, bundle, batch, collection, suite",
    "kinds": (
        "color, colour, kind, type, sort, value, suit, player, team, faction, clan, race, character, planet, "
        "terrain, resource, shape, size, design, metal, kingdom, hero, school, element, family, house, tribe, "
        "guild, level, nation, symbol, variety, category, region"
    ),
    "player": "player, person, participant",
    "never": (
        "player, people, person, year, minute, min, second, sec, hour, page, face, side, space, point, color, "
        "colour, suit, level, turn, round, part, team, mm, cm, kind, type, sort, language, edition, day, "
        "phase, scenario, mode, damage, life, square, column, row, game, age, value, step, design, variety, "
        "denomination, action, hp, different, section"
    ),
    "attrnoun": (
        "level, value, number, no, phase, size, era, act, round, page, edition, version, values, cost, range, "
        "damage, strength, figure, fig, section, chapter, scenario, levels, age, volume, numbered, worth, p, "
        "pp, valued, move, tier, stage, mission, part, rank, denomination, denominations"
    ),
    "money": (
        "dollar, dollars, euro, euros, crown, crowns, pound, pounds, million, millions, point, points, vp, "
        "florin, florins, ducat, ducats, thaler, thalers, franc, francs, mark, marks, yen, credit, credits, "
        "ones, twos, fives, tens, twenties, fifties, hundreds"
    ),
    "unit": "pcs, pc, pieces, piece, copies, copy, units, unit, ea, items, total, off",
    "copies": "copy, copies, times, x",
    "each": "each, every, each one, every one",
    "per": "per",
    "distributive": "of each, of every, each of, apiece, each, of each of",
    "of": "of",
    "in": "in, in the colors, in the colours, in colors, in colours",
    "color": (
        "red, blue, green, yellow, black, white, purple, orange, pink, grey, gray, brown, golden, silver, "
        "gold, beige, violet, teal, turquoise, cyan, tan, natural, multicolored, lilac, crimson, cream, "
        "maroon, reds, blues, greens, yellows, blacks, whites"
    ),
    "attr": (
        "large, small, big, medium, common, rare, uncommon, special, new, simple, double, short, long, plain, "
        "wooden, plastic, metal, paper, cardboard, starting, basic, advanced, neutral, different, identical, "
        "bronze, copper, wood, iron, tall, blank, male, female, transparent, remaining, other, round, square, "
        "larger, smaller, spare, extra, light, heavy, dark, glass, empty, solid, normal, single-sided, "
        "double-sided, face-up, foil, promo, unique, horizontal, vertical, clear, assorted, mini"
    ),
    "atleast": (
        "at least, no fewer than, no less than, more than, over, a minimum of, minimum, not less than, "
        "not fewer than, upwards of, min"
    ),
    "about": (
        "about, approximately, approx, around, roughly, some, nearly, almost, up to, circa, ca, close to, "
        "at most, no more than"
    ),
    "several": (
        "several, a few, a handful of, many, various, a number of, plenty of, a supply of, lots of, a pile of, "
        "a bunch of, a couple dozen"
    ),
    "total": (
        "in all, in total, total, all told, altogether, for a total of, totaling, totalling, a total of, "
        "all in all, grand total"
    ),
    "split": (
        "divided into, comprising, consisting of, made up of, of which, split into, namely, as follows, "
        "broken down as follows, composed of, being, broken down into, sorted into, split as follows, "
        "divided as follows, distributed as follows, distributed as, are divided into, break down as follows, "
        "break down into, are split into, are as follows"
    ),
    "incl": "including, among them, among which, included in these are, includes, counting, including the",
    "verb": (
        "find, contains, contain, includes, include, included, there are, there is, there should be, you get, "
        "comes with, come with, has, have, holds, hold, you hold, is, are, consists of, consist of, add, "
        "packed, supplied, makes, make, which makes, gives, giving, brings, bringing, should have, "
        "should find, needed, features, ships with, ship with, provides, you will need, get, supplies, "
        "round out, rounds out, complete, completes, needs, comprises, uses, comes, come, there were, now has, "
        "adds, we added, accompany, lies, lie, sits, sit, were, use, owns, own, commands, command, controls, "
        "control"
    ),
    "instruct": (
        "place, places, deal, deals, shuffle, shuffles, draw, draws, takes, take, gives each, give, receives, "
        "receive, starts with, start with, begins with, begin with, roll, rolls, discard, discards, move, "
        "moves, choose, put, puts, set aside, flip, turn over, wins, win, loses, pay, spend, must, may, gains, "
        "gain, scores, score, return, reveal, separate, begins, can, collects, collect, dealt, lay, keep, "
        "keeps, stack, lay out, give each, starts"
    ),
    "with": (
        "with, containing, contains, has, holds, holding, of, having, have, featuring, includes, "
        "consisting of, consists of, comes with, bearing, carrying, comprising, including, comprised of"
    ),
    "rel": (
        "which, that, who, where, when, because, used, to, if, so, as, shown, needed, whose, while, plus, you, "
        "we, made, printed, depicting, showing"
    ),
    "not": "not, was, were, formerly, previously, instead of, rather than, originally",
    "instead": (
        "instead of, rather than, in place of, not, up from, down from, where there were, as opposed to, no longer"
    ),
    "replace": "replace, replaces, replaced, replacing, swap, swapped, exchanged, exchange, substitute",
    "by": "with, by, for",
    "remove": (
        "no longer, removed, remove, is gone, are gone, dropped, left out, has been cut, have been cut, "
        "taken out, discontinued, omitted, does not include, do not include, not included, without, out goes, "
        "lose, loses, has been dropped, leaves the box, leave the box, drops, there is no, there are no, "
        "there is not, no longer any"
    ),
    "misprint": (
        "misprint, misprinted, printing error, by mistake, mistake, wrong, wrongly, error, incorrectly, "
        "erroneously, typo, in error, mistakenly, incorrect"
    ),
    "source": (
        "according to, says, say, states, state, claims, claim, lists, list, promises, announces, mentions, "
        "gives, counts"
    ),
    "former": "previous, earlier, former, prior, last, old, older",
    "leaf": "sheet, leaf, leaves",
    "edition": "edition, printing, version, reprint",
    "and": "and, plus, as well as, and also, together with, &, along with, in addition to, and then",
    "or": "or",
    "also": (
        "also, plus, additionally, and, now, just, exactly, only, finally, then, further, besides, all, but, add, new"
    ),
    "def": "the, this, these, your, those, its, their, our, that, all, all the",
    "prep": "of, with, without, in, on, for, from, to, by, at, about, per, onto, into, between, against, as",
    "from": "from",
    "to": "to, through, thru, until, up to",
    "heading": (
        "components, contents, component list, what's in the box, what’s in the box, in the box, box contents, "
        "game contents, materials, game components, what you get, inside the box, game pieces, parts list, "
        "equipment, game materials, list of components, what is in the box"
    ),
    "setup": (
        "setup, set-up, set up, how to play, object of the game, objective, goal, overview, playing the game, "
        "game play, gameplay, preparation, end of the game, scoring, turn order, introduction, credits, "
        "the turn, winning"
    ),
    "namecol": (
        "card, card name, name, component, item, piece, type, title, description, part, tile, unit, token, what"
    ),
    "countcol": (
        "#, qty, quantity, copies, count, number, no, total, amount, pcs, how many, num, in deck, units, in box, n"
    ),
    "thing": "game, box, expansion, edition, side, lid, cover, back, step, deal",
}
# 0: several, nobody knows how many; below 0: about so many.
NUMBERS: Final = {
    "half a dozen": 6,
    "half-a-dozen": 6,
    "half dozen": 6,
    "dozen": 12,
    "a dozen": 12,
    "dozens of": 0,
    "a pair of": 2,
    "pair of": 2,
    "pairs of": 2,
    "a couple of": 2,
    "a hundred": 100,
    "a score of": 20,
    "a trio of": 3,
    "trio of": 3,
    "a single": 1,
    "single": 1,
    "an": 1,
    "a": 1,
    "both": 2,
    "a quartet of": 4,
    "quartet of": 4,
}
JOIN: Final[tuple[str, ...]] = ("and",)
ARTICLES: Final = ("a", "an", "one")
STOP: Final = "the of and to in with for is are you each a an this that from it be per not box cards players game"
