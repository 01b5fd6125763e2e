"""Cartada: a game kept as YAML, printed as PDF, its rules text, catalogue and paper held against one another.

The rooms and what each may know stand in ``docs/architecture.md``.
"""

__version__ = "0.1.0"
