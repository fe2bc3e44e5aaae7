"""How Sphinx builds the site: `make docs`."""

from autograder import __version__

project = "First incorrect"
author = "its authors"
copyright = author  # noqa: A001 - Sphinx's own word
release = version = __version__
extensions = ["myst_parser", "sphinx_copybutton", "sphinxarg.ext"]
exclude_patterns = []
html_theme = "furo"
html_title = f"First incorrect {release}"
html_show_sourcelink = False
html_show_copyright = False
myst_heading_anchors = 3
copybutton_prompt_text = r"\w*\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
