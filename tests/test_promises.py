"""What a game promises of its parts, measured on what is drawn: slots that are too small for their cards, a ring of
spaces with a gap, halves that do not meet, a dial that shows the wrong life, a team with nine cards."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Iterator
from functools import lru_cache

import pypdfium2
import pytest

from generator import build as steps
from generator.build.fonts import Fonts
from generator.build.laid import lay_out_faces
from generator.catalogue import Catalogue, Component, load
from generator.geometry import Box, Transform
from generator.layout import Frame, Group, Item, Shape, Stock, Text
from tests.conftest import REPOSITORY

GAMES = {"letal": "pt", "counter-strike": "pt", "mercenarios": "pt", "redshot": "pt", "cyberlight": "ru"}


@lru_cache(maxsize=8)
def game(name: str) -> tuple[Catalogue, dict[str, dict[str, Frame]]]:
    project = steps.Project(root=REPOSITORY)
    folder = project.game(name)
    shelves = project.shelves(folder)
    catalogue = load(folder, shelves)
    stock = Stock(shelves, Fonts().families(catalogue, shelves), catalogue.icons, GAMES[name])
    return catalogue, lay_out_faces(catalogue, GAMES[name], shelves, stock)


@lru_cache(maxsize=8)
def edition(name: str) -> steps.Edition:
    order = steps.Order(
        games=(name,),
        languages=(GAMES[name],),
        spec=steps.sheet_spec("a4", None, "long"),
        out=REPOSITORY / "build" / "unwritten",
    )
    project = steps.Project(root=REPOSITORY)
    [catalogue] = steps.catalogues(project, order.games)
    fonts = Fonts()
    return steps.build_edition(catalogue, GAMES[name], order.spec, project, fonts, order.only, lambda text: None)


def component(name: str, ident: str) -> Component:
    return next(c for c in game(name)[0].components if c.id == ident)


def flat(items: tuple[Item, ...], outer: Transform | None = None) -> Iterator[tuple[Item, Transform]]:
    """Every item of a frame with the transform from its own system to the trim's."""
    here = outer or Transform()
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items, item.transform.then(here))
        else:
            yield item, here


def rectangles(frame: Frame) -> list[Box]:
    """Outlines and areas whose steps go round a box, rounded corners or not."""
    boxes = []
    for item, here in flat(frame.items):
        if isinstance(item, Shape) and len(item.path) in (5, 10):
            points = [here.apply(float(step[-2]), float(step[-1])) for step in item.path if len(step) > 2]
            xs, ys = [x for x, _ in points], [y for _, y in points]
            boxes.append(Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    return boxes


def texts(frame: Frame) -> list[tuple[str, tuple[float, float], float]]:
    """Each text with the middle of its capitals, and the angle at which it is read, degrees clockwise."""
    found = []
    for item, here in flat(frame.items):
        if isinstance(item, Text):
            mm = item.size / 1000 * 25.4 / 72
            x = item.x + item.font.width(item.text) * mm / 2
            y = item.y - item.font.cap_height * mm / 2
            found.append((item.text, here.apply(x, y), math.degrees(math.atan2(here.b, here.a)) % 360))
    return found


# Counter Strike -------------------------------------------------------------------------------------------------------


def test_every_zone_of_the_board_is_drawn_holds_a_card_and_touches_no_other() -> None:
    catalogue, faces = game("counter-strike")
    board = component("counter-strike", "tabuleiro")
    values = board.values
    width, height = values["slot_width"], values["slot_height"]
    zones = [Box(x, y, width, height) for x, y in zip(values["x"], values["y"], strict=True)]
    cards = {c.build.trim for c in catalogue.components if c.kind in ("ct", "tr")}
    whole = Box(0, 0, *board.build.trim)
    drawn = rectangles(faces["tabuleiro"]["front"])
    for zone in zones:
        assert zone.inside(whole)
        assert all(trim.width + 2 <= zone.width and trim.height + 2 <= zone.height for trim in cards)
        assert any(math.dist(zone, box) < 0.05 for box in drawn), f"{zone} is not drawn"
    assert not any(a.overlaps(b) for a, b in itertools.combinations(zones, 2))
    # Each team has a combat and a transit zone at each of the three sites, and each bombsite a place for the C4.
    names = list(zip(values["use"], values["team"], strict=True))
    assert all(names.count((use, team)) == 3 for use in ("combat", "transit") for team in ("ct", "tr"))
    assert sorted(values["use"]).count("c4") == 2


def test_no_zone_lies_across_the_join_of_the_boards_two_sheets() -> None:
    values = component("counter-strike", "tabuleiro").values
    middle = component("counter-strike", "tabuleiro").build.trim.width / 2
    assert not any(x < middle < x + values["slot_width"] for x in values["x"])


@pytest.mark.parametrize("name", ["base", "go"])
def test_each_team_has_as_many_cards_in_each_edition(name: str) -> None:
    catalogue, _ = game("counter-strike")
    for team in ("ct", "tr"):
        mine = [c for c in catalogue.components if c.kind == team and name in c.editions and not c.extra]
        assert sum(c.copies for c in mine) == catalogue.numbers["team_cards"]


def test_a_teams_backs_are_one_drawing_and_the_teams_differ() -> None:
    catalogue, faces = game("counter-strike")
    backs = {
        team: {faces[c.id]["back"].digest for c in catalogue.components if c.kind == team} for team in ("ct", "tr")
    }
    assert {team: len(found) for team, found in backs.items()} == {"ct": 1, "tr": 1}
    assert not backs["ct"] & backs["tr"]


# Mercenários ----------------------------------------------------------------------------------------------------------


def spaces() -> dict[int, tuple[float, float]]:
    frame = game("mercenarios")[1]["castelo"]["front"]
    numbers = [(int(text), place) for text, place, _ in texts(frame) if text.isdigit() and int(text) <= 36]
    counted = [n for n, _ in numbers]
    found = {n: place for n, place in numbers if counted.count(n) == 1}
    # A number may stand elsewhere on the board (a price): the space is the one on the wall, farthest from the middle.
    for n in set(counted) - set(found):
        found[n] = max((p for m, p in numbers if m == n), key=lambda p: math.dist(p, (185, 129)))
    return found


def test_the_wall_has_its_spaces_in_equal_steps_without_a_gap() -> None:
    castle = component("mercenarios", "castelo").values
    found = spaces()
    total = sum(castle["sides"])
    assert sorted(found) == list(range(1, total + 1))
    step = castle["step"].mm
    for n in found:
        # A tower's number stands upright above its icons, a tile's in its middle: a few millimetres apart.
        assert abs(math.dist(found[n], found[n % total + 1]) - step) < 8


def test_the_wall_turns_at_its_corners_and_nowhere_else_anticlockwise() -> None:
    castle = component("mercenarios", "castelo").values
    found, total = spaces(), sum(castle["sides"])
    starts = [1 + sum(castle["sides"][:k]) for k in range(len(castle["sides"]))]
    assert starts == list(castle["corners"])
    assert set(castle["corners"]) <= set(castle["towers"])
    assert castle["rope"] in castle["corners"]
    area = sum(
        found[n][0] * found[n % total + 1][1] - found[n % total + 1][0] * found[n][1] for n in range(1, total + 1)
    )
    assert area < 0, "with y downwards a negative area is anticlockwise"
    ends = [found[n] for n in castle["corners"]]
    for n, place in found.items():
        side = max(k for k, start in enumerate(starts) if start <= n)
        (x1, y1), (x2, y2) = ends[side], ends[(side + 1) % len(ends)]
        away = abs((x2 - x1) * (y1 - place[1]) - (x1 - place[0]) * (y2 - y1)) / math.dist((x1, y1), (x2, y2))
        assert away < 8, f"space {n} does not lie on its side"


def test_each_space_holds_a_standees_base_and_the_start_six() -> None:
    catalogue, faces = game("mercenarios")
    standee = next(c for c in catalogue.components if catalogue.kinds[c.kind].form == "standee")
    base = standee.build.trim.width
    tiles = [b for b in rectangles(faces["castelo"]["front"]) if b.width >= base and b.height >= 16 and b.width < 45]
    assert len(tiles) >= 36
    values = component("mercenarios", "castelo").values
    players = max(n for key, n in catalogue.numbers.items() if "max" in key and n <= 8) if catalogue.numbers else 6
    assert values["bases"] >= min(players, 6)


@pytest.mark.parametrize("arm", [1, 2, 3, 4])
def test_each_slot_of_a_mat_holds_what_lies_on_it(arm: int) -> None:
    catalogue, faces = game("mercenarios")
    boxes = rectangles(faces[f"pessoal-{arm}"]["front"])
    trims = {
        kind: next(c.build.trim for c in catalogue.components if c.kind == kind)
        for kind in ("mutant", "common", "token")
    }

    def slots(trim: tuple[float, float]) -> list[Box]:
        """Distinct boxes that are larger than a part by 1 to 6 mm."""
        fits = [b for b in boxes if 1 <= b.width - trim[0] <= 6 and 1 <= b.height - trim[1] <= 6]
        return [b for n, b in enumerate(fits) if not any(math.dist(b, other) < 0.5 for other in fits[:n])]

    assert len(slots(trims["mutant"])) == 1
    assert len(slots(trims["common"])) == 4 + 2  # four places for weapons, walled up or open, and two abilities
    assert len(slots(trims["token"])) == catalogue.numbers["lives"] + catalogue.numbers["ladders"]
    shown = [text for text, _, _ in texts(faces[f"pessoal-{arm}"]["front"])]
    word = catalogue.words["arma"]["pt"]
    assert sum(text.strip() == word for text in shown) == arm, "as many open places as the mutant has arms"
    whole = Box(0, 0, *component("mercenarios", f"pessoal-{arm}").build.trim)
    assert all(b.inside(whole) for kind in trims for b in slots(trims[kind]))


def render(frame_owner: str, high: int) -> pypdfium2.PdfBitmap:
    """A component's front as it lies on paper, cut out of the written PDF."""
    made = edition("mercenarios")
    manifest = json.loads(made.files["manifest.json"])
    entry = next(e for e in manifest["components"] if e["id"] == frame_owner)
    place = entry["printed"][0]
    document = pypdfium2.PdfDocument(made.files[place["file"]])
    scale = high / entry["trim_mm"][1]
    image = document[place["page"] - 1].render(scale=scale * 25.4 / 72).to_pil().convert("RGB")
    document.close()
    x, y = place["x_mm"] * scale, place["y_mm"] * scale
    return image.crop((round(x), round(y), round(x + entry["trim_mm"][0] * scale), round(y + high)))


def test_the_halves_of_every_composite_weapon_join_into_one_picture() -> None:
    catalogue, _ = game("mercenarios")
    rights = [c for c in catalogue.components if c.kind == "right"]
    assert len(rights) == 6
    for right in rights:
        left = render(str(right.values["left"]), 680)
        other = render(right.id, 680)
        # The art lies between y 16.5 and 47 mm; half a millimetre inside each card's edge the same colours must meet.
        rows = range(170, 468, 4)
        west = [sum(left.getpixel((left.width - 4, y))) < 260 for y in rows]
        east = [sum(other.getpixel((3, y))) < 260 for y in rows]
        assert any(west), f"{right.id}: nothing is drawn at the join"
        # Between the two places lies 0.8 mm of picture: a slanted edge moves by more, and a thin bar may end there.
        breaks = [y for y, dark in enumerate(west) if dark not in east[max(0, y - 4) : y + 5]]
        assert len(breaks) <= 0.05 * len(west), (
            f"{right.id}: the picture breaks {[16.5 + y * 0.4 for y in breaks]} mm down"
        )


# RedShot --------------------------------------------------------------------------------------------------------------


def test_turning_the_life_card_brings_each_level_upright_to_its_foot() -> None:
    life = component("redshot", "life")
    frame = game("redshot")[1]["life"]["back"]
    width, height = life.build.trim
    middle = (width / 2, height / 2)
    found = {int(text): (place, angle) for text, place, angle in texts(frame) if text.isdigit()}
    levels, angles = list(life.values["levels"]), list(life.values["angles"])
    assert sorted(found, reverse=True) == levels
    for level, turn in zip(levels, angles, strict=True):
        place, angle = found[level]
        assert (angle + turn) % 360 == pytest.approx(0, abs=0.01) or (angle + turn) % 360 == pytest.approx(
            360, abs=0.01
        )
        about = Transform.move(-middle[0], -middle[1]).then(Transform.rotate(turn)).then(Transform.move(*middle))
        x, y = about.apply(*place)
        assert x == pytest.approx(middle[0], abs=0.6)
        assert y > middle[1] + 10
    turns = dict(zip(levels, angles, strict=True))
    assert turns[50] - turns[90] == 180
    assert int(life.values["full"]) == levels[0] + 10


def test_the_face_of_the_life_card_shows_full_life_both_ways_up() -> None:
    life = component("redshot", "life")
    shown = [(text, angle) for text, _, angle in texts(game("redshot")[1]["life"]["front"]) if text.isdigit()]
    assert {text for text, _ in shown} == {str(life.values["full"])}
    assert {round(angle) % 360 for _, angle in shown} == {0, 180}


# Cyberlight -----------------------------------------------------------------------------------------------------------


def test_the_slots_of_a_character_mat_hold_a_card() -> None:
    catalogue, faces = game("cyberlight")
    card = next(c.build.trim for c in catalogue.components if catalogue.kinds[c.kind].form == "card")
    mats = [c for c in catalogue.components if c.kind == "character"]
    assert len(mats) == 8
    for mat in mats:
        boxes = rectangles(faces[mat.id]["front"])
        assert any(1 <= b.width - card.width <= 4 and 1 <= b.height - card.height <= 4 for b in boxes), mat.id


# The boxes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("letal", {"card": 68}),
        ("counter-strike", {"card": 29, "board": 1}),
        ("cyberlight", {"card": 211, "mat": 11, "token": 11}),
    ],
)
def test_the_manifest_counts_what_the_author_states(name: str, counts: dict[str, int]) -> None:
    manifest = json.loads(edition(name).files["manifest.json"])
    found: dict[str, int] = {}
    for entry in manifest["components"]:
        found[entry["form"]] = found.get(entry["form"], 0) + entry["copies"]
        fronts = [p for p in entry["printed"] if p["side"] == "front" and p.get("tile", "A1") == "A1"]
        assert len(fronts) == entry["copies"]
    assert {form: found.get(form, 0) for form in counts} == counts
