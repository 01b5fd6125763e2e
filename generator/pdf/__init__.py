"""Writing: frames and sheets → PDF. Decides no place; the one flip to bottom-left points is here."""

from generator.pdf.cutpath import write_cut_path
from generator.pdf.inks import SCREEN, Inks, Press
from generator.pdf.write import DocumentInfo, write_listing, write_sheets

__all__ = ["SCREEN", "DocumentInfo", "Inks", "Press", "write_cut_path", "write_listing", "write_sheets"]
