"""Where the parts of the viewer stand: below each other, side by side where there is room, or the table alone."""

from cli.terminal.viewer.first_frame import SIDE

LAYOUT = """
ReplayScreen { layout: vertical;
#heading, #foot { height: 1; background: $panel; color: $text; }
#body { height: 1fr; layout: vertical; }
#board, #moves, #details { scrollbar-gutter: stable; }
#board { width: 1fr; padding: 0 1; }
#side { height: 1fr; min-height: 3; layout: horizontal; border-top: solid $primary; }
#moves { width: 45%; }
#details { width: 1fr; border-left: solid $primary; padding: 0 1; }
&.whole {
    #side { display: none; }
    #board { height: 1fr; }
}
&.wide {
    #body { layout: horizontal; }
    #board { height: 1fr; }
    #side { width: SIDE; height: 1fr; layout: vertical; border-top: none; border-left: solid $primary; }
    #moves { width: 1fr; height: 1fr; }
    #details { width: 1fr; height: 50%; border-left: none; border-top: solid $primary; }
}
}
""".replace("SIDE", str(SIDE))
