"""Runs of marked-up text → the inline elements of the layout's XML, everything escaped."""

from __future__ import annotations

from markupsafe import Markup, escape

from generator.catalogue import Rich


def to_xml(rich: Rich) -> Markup:
    """``<b>``, ``<i>``, ``<icon name="…"/>`` and ``<br/>`` around escaped text."""
    if len(rich) == 1 and rich[0].what == "text" and not (rich[0].bold or rich[0].italic):
        return escape(rich[0].text)
    parts = []
    for run in rich:
        if run.what == "break":
            text = "<br/>"
        elif run.what == "icon":
            text = f'<icon name="{escape(run.text)}"/>'
        else:
            text = str(escape(run.text))
        if run.italic:
            text = f"<i>{text}</i>"
        if run.bold:
            text = f"<b>{text}</b>"
        parts.append(text)
    return Markup("".join(parts))  # noqa: S704  every part is escaped above
