"""Scenes drawn as SVG: one `<g>` for each thing, classes only. No style, no script, nothing from elsewhere."""
