"""Writing: frames and sheets → PDF. Decides no place; the one flip to bottom-left points is here."""

from generator.pdf.cutpath import write_cut_path
from generator.pdf.write import DocumentInfo, write_listing, write_sheets

__all__ = ["DocumentInfo", "write_cut_path", "write_listing", "write_sheets"]
