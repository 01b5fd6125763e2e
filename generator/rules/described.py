"""What a foreign text says of a component in the row that counts it: ``(4) 9MM: does 40 damage``.

Such a text has no claims. Only where nothing can be mistaken is its number held: a row of one component, one plain
number after its name, and one number among the component's own fields.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.catalogue import Catalogue
from generator.intake import Opened
from generator.problem import Location, Problem
from generator.rules.check import Row
from generator.rules.outside import decoded

_NUMBER = re.compile(r"(?<![\w.,:/×-])\d{1,4}(?![\w/×]|[.,:]\d)")
_LEAD = re.compile(r"[^:]{1,100}:\s")


def described(opened: Opened, catalogue: Catalogue, rows: Sequence[Row]) -> list[Problem]:
    """``value-differs`` for each row that says another number than the catalogue. Places are those of the number."""
    lines = decoded(opened)
    components = {component.id: component for component in catalogue.components}
    problems = []
    for row in rows:
        if len(row.ids) != 1 or row.stated_at is None:
            continue
        component, line = components[row.ids[0]], lines[row.stated_at.line - 1]
        fields = [(name, value) for name, value in component.values.items() if isinstance(value, int)]
        lead = _LEAD.match(line)
        said = list(_NUMBER.finditer(line, lead.end())) if lead else []
        if len(said) != 1 or len(fields) != 1:
            continue
        [found], [(name, value)] = said, fields
        if int(found[0]) != abs(value):
            where, place = Location(opened.shown, row.stated_at.line, found.start() + 1), component.place(name)
            message = f"the text says {found[0]} of {row.name} ({where}), the catalogue's {name} is {value} ({place})"
            hint = "correct the text or the catalogue"
            problems.append(Problem(where=where, code="value-differs", message=message, hint=hint))
    return problems
