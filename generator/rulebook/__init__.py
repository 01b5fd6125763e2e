"""The rulebook: a rules text in Markdown, set as pages in the game's own look."""

from generator.rulebook.model import Book
from generator.rulebook.words import Words, words_for


def write_rulebook(book: Book) -> bytes:
    """The bytes of ``rulebook.pdf``; of the folded booklet where the book asks for it.

    SourceError with all that is wrong with the text, each finding at its line: ``encoding``, ``empty``, ``too-large``,
    ``rules-html``, ``rules-element``, ``unknown-directive``, ``no-components``, ``broken-link``, ``heading-order``,
    ``duplicate-number``, ``missing-glyph``, ``table-too-wide``, ``does-not-fit``, and what a picture's file raises.
    """
    from generator.rulebook.press import press  # platypus takes 70 ms to import: cards need not wait for it

    return press(book)


__all__ = ["Book", "Words", "words_for", "write_rulebook"]
