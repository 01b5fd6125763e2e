"""References within a text: each ``[…](#…)`` finds its heading or is a finding; «section 3» is one as well."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from generator.problem import did_you_mean
from generator.rulebook import model
from generator.rulebook.inline import Findings
from generator.rulebook.model import Block, Heading, Run, Runs
from generator.rulebook.words import Words


def resolve(text: model.Text, words: Words, findings: Findings) -> None:
    """Rewrite all references to ``#key``, the key of the heading that they mean."""
    headings = [block for block in text.blocks if isinstance(block, Heading)]
    slugs = {heading.slug: heading.key for heading in headings}
    numbers = {heading.number: heading.key for heading in headings if heading.number}
    named = "|".join(map(re.escape, words.section))
    pattern = re.compile(rf"\b(?:{named})[ \u00a0](\d+(?:\.\d+)*)(?![\w])", re.IGNORECASE)

    def change(runs: Runs) -> Runs:
        result: list[Run] = []
        for run in runs:
            if run.href.startswith("#"):
                result.append(run._replace(href=_key(run, slugs, findings)))
            elif run.href:
                result.append(run)
            else:
                result += _referring(run, pattern, numbers)
        return tuple(result)

    rewrite(text.blocks, change)


def rewrite(blocks: Sequence[Block], change: Callable[[Runs], Runs]) -> None:
    """Put other runs in the place of all runs but those of headings."""
    for block in blocks:
        if isinstance(block, model.Prose):
            block.runs = change(block.runs)
        elif isinstance(block, model.Items):
            for item in block.items:
                rewrite(item.blocks, change)
        elif isinstance(block, model.Quote):
            rewrite(block.blocks, change)
        elif isinstance(block, model.Table):
            block.rows = [tuple(change(cell) for cell in row) for row in block.rows]
        elif isinstance(block, model.Figure):
            block.caption = change(block.caption)


def _key(run: Run, slugs: dict[str, str], findings: Findings) -> str:
    slug = run.href[1:]
    key = slugs.get(slug) or slugs.get(slug.lower())
    if key is None:
        hint = did_you_mean(slug, slugs)
        findings.add(run.line, "broken-link", f"no heading is '#{slug}'", hint)
        return ""
    return f"#{key}"


def _referring(run: Run, pattern: re.Pattern[str], numbers: dict[str, str]) -> Iterator[Run]:
    """A run, parted where it names a section by its number."""
    at = 0
    for match in pattern.finditer(run.text):
        key = numbers.get(match[1])
        if key is None:
            continue
        if match.start() > at:
            yield run._replace(text=run.text[at : match.start()])
        yield run._replace(text=match[0], href=f"#{key}")
        at = match.end()
    if at < len(run.text):
        yield run._replace(text=run.text[at:])
