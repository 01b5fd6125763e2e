"""Three games for the speed bench, the same on every machine: ``python workloads.py FOLDER [NAME …]``.

FOLDER becomes a project of Cartada: ``templates/bench/`` and ``cards/NAME/`` with its catalogue, pictures and fonts.
Beside each catalogue lies ``peer.yaml``: the same data, flat, for the peer. Needs Pillow and DejaVu Sans.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

SYSTEM_FONTS = Path("/usr/share/fonts/truetype/dejavu")
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
PICTURES = 23  # no multiple of the five kinds: every picture meets every frame
PICTURE_PX = 512
GRAINS = 256  # across a picture
GRAIN = 0.105  # of full contrast: brings a picture to about 250 kB, as a painted one has
BODY_WORDS = 25


class Workload(NamedTuple):
    """How many designs and cards a game has, and whether its sheets have backs."""

    designs: int
    cards: int
    backs: bool

    @property
    def pages(self) -> int:
        sheets = -(-self.cards // 9)
        return sheets * 2 if self.backs else sheets

    def __str__(self) -> str:
        sides = "fronts and backs" if self.backs else "fronts"
        return f"{self.designs:,} designs, {self.cards:,} cards, {sides}, {self.pages:,} pages"


WORKLOADS = {
    "deck68": Workload(20, 68, True),
    "scale1000": Workload(1_000, 1_000, False),
    "scale10000": Workload(10_000, 10_000, False),
}


class Kind(NamedTuple):
    name: str
    frame: str
    back: str


KINDS = {
    "criatura": Kind("Criatura", "#2E6B4F", "#1B4030"),
    "clareira": Kind("Clareira", "#A8642A", "#6B3D16"),
    "encanto": Kind("Encanto", "#5A4A9C", "#372C66"),
    "casca": Kind("Casca", "#3C6F8F", "#22455C"),
    "espinho": Kind("Espinho", "#9C3350", "#611C30"),
}

# Kind, then name and copies of each design of the small deck: 20 designs, 68 cards.
DECK = {
    "criatura": {"Onça Anciã": 4, "Sagui Ladrão": 4},
    "clareira": {"Água Limpa": 8},
    "encanto": {
        "Neblina": 2, "Canção do Rio": 2, "Raiz Desperta": 2, "Lua Cheia": 2, "Chuva Súbita": 2, "Estação Seca": 2,
        "Vaga-lumes": 2, "Sono Profundo": 2, "Trovoada": 2,
    },
    "casca": {"Couro Grosso": 7, "Carapaça": 7, "Pele de Pedra": 4},
    "espinho": {"Garra Afiada": 4, "Ferrão": 4, "Bico Torto": 2, "Presa Dupla": 2, "Língua Veloz": 4},
}  # fmt: skip

# Drawn by letter in SHAPES. Nothing here makes sense; letters, accents and lengths are those of a real rulebook.
_WORDS = {
    "v": """abrigue afaste aguarde avance baralhe cave chame cubra deite desvire distribua encontre entregue espalhe
        esconda gaste junte largue levante misture mova observe pegue plante poupe puxe recolha reparta salte semeie
        sopre suba tome troque vire""",
    "s": """abelha abrigo água arara árvore bando barranco besouro brejo broto cacto canoa capim casulo chão cipó
        cogumelo colmeia coruja enxame espécie espora estação estrela feijão ferrão filhote floração fogueira folha
        formiga fruto galho garça grilo ipê jabuti jacaré lagoa lebre manhã maré matilha musgo néctar neblina ninho
        noite onça orvalho ouriço palmeira pássaro pedra pétala peixe pinhão raiz ramo riacho sabiá sapo semente
        serpente tatu tijolo toca tribo trilha tronco tucano vagem várzea veado vento vespa""",
    "a": """alado alheio amarelo anoitecido áspero brando caído cheio clandestino comum crespo denso doce enorme espesso
        faminto florido frágil ligeiro lúcido macio maduro manso miúdo nativo noturno oco ousado pacífico pálido parado
        rápido raro recém-nascido robusto seco silvestre só solitário úmido vizinho""",
    "l": """ante ao aos às com contra da das de desde do dos duas entre esta este nenhum nesta no nos outra outro para
        pela pelo perante pouca qualquer sem seu sob sobre sua três toda todo um uma""",
}  # fmt: skip
LEXICON = {letter: words.split() for letter, words in _WORDS.items()}
SHAPES = {
    8: ("vlsalsls", "vlslslsa", "vlsavlsa", "vlslsals"),
    9: ("vlsa,vlslsa", "vlsls,lsals", "lsa,vlslsls", "vlsals,vls"),
}

GAME = """\
format: 1
game: {game}
version: "1.0"
title: Bosque
languages: [pt]
fonts:
  text: {{regular: DejaVuSans.ttf, bold: DejaVuSans-Bold.ttf}}
theme:
  paper: "#FFFAF0"
  ink: "#222222"
  faint: "#666666"
  light: "#FFFFFF"
{colours}
decks:
  all: {{name: Baralho}}
kinds:
{kinds}
catalogue: [cards.yaml]
"""

KIND = """\
  {id}:
    name: {name}
    plural: {name}s
    form: card
    deck: all
    trim: 63 mm x 88 mm
    front: bench/card.xml.j2{back}
    fields: {{picture: image, body: markup, footer: text}}"""

# A baseline is the top that the peer is given, plus the height of DejaVu's capitals (0.729 em).
FRONT = """\
<face>
  <rect x="0mm" y="0mm" width="63mm" height="88mm" fill="{{ theme['frame-' ~ kind.id] }}"/>
  <rect x="3mm" y="3mm" width="57mm" height="82mm" fill="{{ theme.paper }}"/>
  <text x="3mm" baseline="9.23mm" width="57mm" align="center" font="text" weight="bold" size="11pt"
        fill="{{ theme.ink }}">{{ card.name }}</text>
  <image x="9mm" y="12mm" width="45mm" height="45mm" href="{{ card.picture }}"/>
  <text x="6mm" y="59.6mm" width="51mm" height="22mm" font="text" size="7.5pt" leading="1.2"
        fill="{{ theme.ink }}">{{ card.body }}</text>
  <text x="3mm" baseline="83.54mm" width="57mm" align="center" font="text" size="6pt"
        fill="{{ theme.faint }}">{{ card.footer }}</text>
</face>
"""

BACK = """\
<face>
  <rect x="0mm" y="0mm" width="63mm" height="88mm" fill="{{ theme['back-' ~ kind.id] }}"/>
  <rect x="4mm" y="4mm" width="55mm" height="80mm" stroke="{{ theme.light }}" stroke-width="1pt"/>
  <text x="4mm" baseline="44.14mm" width="55mm" align="center" font="text" weight="bold" size="20pt"
        fill="{{ theme.light }}">BOSQUE</text>
  <text x="4mm" baseline="52.31mm" width="55mm" align="center" font="text" size="9pt"
        fill="{{ theme.light }}">{{ kind.name }}</text>
</face>
"""


def make(folder: Path, names: tuple[str, ...] = tuple(WORKLOADS)) -> None:
    """Write the games of these names, and the layouts, below ``folder``."""
    missing = [name for name in FONTS if not (SYSTEM_FONTS / name).is_file()]
    if missing:
        sys.exit(f"{', '.join(missing)}: not in {SYSTEM_FONTS}. Install DejaVu (Debian, Ubuntu: fonts-dejavu-core).")
    templates = folder / "templates" / "bench"
    templates.mkdir(parents=True, exist_ok=True)
    (templates / "card.xml.j2").write_text(FRONT, encoding="utf-8")
    (templates / "back.xml.j2").write_text(BACK, encoding="utf-8")
    pictures = [picture(number) for number in range(PICTURES)]
    for name in names:
        write_game(folder / "cards" / name, WORKLOADS[name], pictures)


def write_game(folder: Path, workload: Workload, pictures: list[bytes]) -> None:
    """One game: head, catalogue, the peer's file, pictures and fonts."""
    for part in ("img", "fonts"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for font in FONTS:
        shutil.copyfile(SYSTEM_FONTS / font, folder / "fonts" / font)
    for number, data in enumerate(pictures, 1):
        (folder / "img" / f"{number:02}.png").write_bytes(data)
    colours = "\n".join(f'  frame-{name}: "{kind.frame}"\n  back-{name}: "{kind.back}"' for name, kind in KINDS.items())
    back = "\n    back: bench/back.xml.j2" if workload.backs else ""
    kinds = "\n".join(KIND.format(id=name, name=kind.name, back=back) for name, kind in KINDS.items())
    head = GAME.format(game=folder.name, colours=colours, kinds=kinds)
    (folder / "game.yaml").write_text(head, encoding="utf-8")
    cards = list(designs(workload))
    assert len({card["body"] for card in cards}) == len(cards) == workload.designs
    assert sum(int(card["copies"]) for card in cards) == workload.cards
    block = "".join(_block(card) for card in cards)
    (folder / "cards.yaml").write_text("components:\n" + block, encoding="utf-8")
    flat = "\n".join(
        f'  {name}: {{name: {kind.name}, frame: "{kind.frame}", back: "{kind.back}"}}' for name, kind in KINDS.items()
    )
    (folder / "peer.yaml").write_text(f"kinds:\n{flat}\ncards:\n{block}", encoding="utf-8")


def designs(workload: Workload) -> Iterator[dict[str, str | int]]:
    """Every design once, with its copies: the small deck by its names, a large one by names made up."""
    chance = random.Random(workload.cards)
    if workload.designs == 20:
        rows = iter([(kind, name, copies) for kind, named in DECK.items() for name, copies in named.items()])
    else:
        rows = _made_up(chance)
    told: set[str] = set()
    for number, (kind, name, copies) in enumerate(islice(rows, workload.designs)):
        text = body(chance)
        while text in told:
            text = body(chance)
        told.add(text)
        ident = f"c{number + 1:05}"
        yield {
            "id": ident,
            "kind": kind,
            "copies": copies,
            "name": name,
            "picture": f"img/{number % PICTURES + 1:02}.png",
            "body": text,
            "footer": f"{KINDS[kind].name} · {ident.upper()} · primeira edição",
        }


def _made_up(chance: random.Random) -> Iterator[tuple[str, str, int]]:
    nouns = [word for word in LEXICON["s"] if len(word) < 9]
    adjectives = [word for word in LEXICON["a"] if len(word) < 7]
    kinds = list(KINDS)
    for number in count():
        yield kinds[number % len(kinds)], f"{chance.choice(nouns)} {chance.choice(adjectives)}".capitalize(), 1


def body(chance: random.Random) -> str:
    """Three sentences of 25 words together."""
    lengths = [8, 8, 9]
    assert sum(lengths) == BODY_WORDS
    chance.shuffle(lengths)
    return " ".join(_sentence(chance, chance.choice(SHAPES[length])) for length in lengths)


def _sentence(chance: random.Random, shape: str) -> str:
    words: list[str] = []
    for letter in shape:
        if letter == ",":
            words[-1] += ","
        else:
            words.append(chance.choice(LEXICON[letter]))
    return " ".join(words).capitalize() + "."


def _block(card: dict[str, str | int]) -> str:
    """A card as a person types it: one key a line, texts in quotes."""
    rows = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in card.items()]
    return "  - " + "\n    ".join(rows) + "\n"


def picture(number: int) -> bytes:
    """A PNG: a sky of two colours, flat shapes before it, and a painter's grain over all."""
    from io import BytesIO

    from PIL import Image, ImageChops, ImageDraw

    chance = random.Random(f"picture {number}")
    size = (PICTURE_PX, PICTURE_PX)
    image = Image.frombytes("RGB", (1, 2), chance.randbytes(6)).resize(size, Image.Resampling.BILINEAR)
    pen = ImageDraw.Draw(image)
    for _ in range(20):
        x, y = chance.randrange(PICTURE_PX), chance.randrange(PICTURE_PX)
        across, down = chance.randint(12, 120), chance.randint(12, 120)
        colour = tuple(chance.randbytes(3))
        pen.ellipse((x - across, y - down, x + across, y + down), fill=colour, outline=(24, 28, 24), width=3)
    # Coarser than a pixel: pure noise would not compress at all, and no painting looks like that.
    grain = Image.frombytes("L", (GRAINS, GRAINS), chance.randbytes(GRAINS * GRAINS))
    grain = grain.resize(size, Image.Resampling.BICUBIC)
    swing = grain.point([round(level * GRAIN) for level in range(256)])
    image = ImageChops.add(image, Image.merge("RGB", (swing, swing, swing)))
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


if __name__ == "__main__":
    if len(sys.argv) < 2 or set(sys.argv[2:]) - set(WORKLOADS):
        sys.exit(f"usage: workloads.py FOLDER [{' | '.join(WORKLOADS)}] …")
    make(Path(sys.argv[1]), tuple(sys.argv[2:]) or tuple(WORKLOADS))
