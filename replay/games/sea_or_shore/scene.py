"""The table as a picture: decks, a column for each player from the starting player on, and the viewer's hand."""

from replay.action import UNKNOWN
from replay.game import Frame
from replay.games.sea_or_shore.scene_hands import Lying, Sheet, hands
from replay.games.sea_or_shore.scene_layout import Layout, column_box, layout_for
from replay.games.sea_or_shore.scene_seats import column, draw_treasure
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.view import ACTION_WORDS
from replay.games.sea_or_shore.words import PAIRS, colour_of, deck_colours, points_of
from replay.lettering import turn_words, width_of
from replay.saying import counted, listed, people, person
from replay.scene import LETTERS, NARROW, Box, Piece, Scene, SceneGroup, Text, Zone
from replay.scene_parts import whole

TITLE = "Sea or Shore"


def scene(frame: Frame) -> Scene:
    """The table as the viewer sees it, for a wide screen or a phone."""
    state: State = frame.state
    viewer = frame.viewer if frame.viewer in state.hands else None
    seats = state.table.clockwise(state.starter)
    layout = layout_for(frame.width, len(seats))
    status = f"round {state.round} of 2 · trick {state.trick} of {state.cards_each}"
    words = (TITLE, status, turn_words(TITLE, status, layout.width, *_turn(state, layout)))
    lying = Lying(frame.kept, layout.width, set())
    groups: list[SceneGroup] = []
    for place, name in enumerate(state.decks):
        groups.append(_deck(lying, layout, state, place, name))
    pile = ("pile", state.supply, len(state.discard))
    groups.append(lying.group(pile, (), lambda sheet: _draw_pile(sheet, layout, state)))
    for place, seat in enumerate(seats):
        groups.append(column(lying, layout, state, column_box(layout, place, len(seats)), seat, viewer))
    groups.append(hands(lying, layout, state, viewer))
    return whole((layout.width, layout.height), words, tuple(groups))


def _deck(lying: Lying, layout: Layout, state: State, place: int, name: str) -> SceneGroup:
    deck, actions = state.decks[name], tuple(state.actions.items())
    facts = ("deck", place, name, len(state.decks), len(deck.down), _looked_at(state, name), deck.up, actions)
    return lying.group(facts, (), lambda sheet: _draw_deck(sheet, layout, state, place, name))


def _turn(state: State, layout: Layout) -> tuple[str, str]:
    """Who is to do what: the name, which may be cut, and what they do."""
    table = state.table
    match state.phase:
        case "pass":
            return "everybody", " passes a card"
        case "lay":
            return (person(table, state.turn), " lays") if state.turn else ("", "all cards are laid")
        case "act" if state.pending:
            due = state.pending[0]
            number = state.actions.get(due.pair)
            does = f"action {number}" if layout.width < NARROW or number is None else ACTION_WORDS[number]
            return person(table, due.seat), f": {does}" if number is not None else " acts"
        case "act":
            return "", "the trick can end"
        case "deal":
            return "", "deal round 2"
        case _:
            winner = state.result.winner if state.result is not None else UNKNOWN
            if isinstance(winner, str):
                return "", "the game is over"
            return people(table, winner), " wins" if len(winner) == 1 else " win"


def _draw_deck(sheet: Sheet, layout: Layout, state: State, place: int, name: str) -> None:
    """A deck with its open treasure, and the action that goes with its colours."""
    deck, (dx, dy), whole = state.decks[name], layout.deck_step, layout.decks
    alone = len(state.decks) == 1
    box = whole if alone else Box(whole.x + dx * place, whole.y + dy * place, *layout.deck)
    left = box.x + (8 if layout.width < NARROW else 14)
    side, top = layout.letter, box.y + layout.deck_top
    w, h = layout.deck_card if not alone else layout.lone_card
    colours = deck_colours(name)
    for index, colour in enumerate(colours):
        at = Box(left + (side + 3) * index, box.y + (top - box.y - side) / 2 - 1, side, side)
        sheet.pieces.append(Piece(f"{name}-{colour}", name, "letter", at, f"{colour} treasures", colour))
    after = left + (side + 3) * len(colours) + 6
    known = _looked_at(state, name)
    heading = _deck_words(known, box.x + box.w - after)
    sheet.texts.append(Text(after, box.y + layout.deck_top / 2 + 4, heading, "b t12"))
    number = len(deck.down)
    says = f"the deck of {listed(colours)} treasures, {counted(number, 'treasure')} face down"
    sheet.zones.append(Zone(name, box, "sea-g", says, corner=12))
    down, up = Box(left, top, w, h), Box(left + w + (16 if w > 50 else 12), top, w, h)
    under = f"{counted(number, 'treasure')} face down"
    if number:
        sheet.pieces.append(Piece(f"{name}-down", name, "back", down, under, "pile", str(number), known, amount=number))
    else:
        sheet.pieces.append(Piece(f"{name}-down", name, "slot", down, under, face="0"))
    draw_treasure(sheet, f"{name}-up", name, up, (deck.up,) if deck.up else (), "no open treasures")
    _draw_actions(sheet, layout, state, name, box)


def _looked_at(state: State, name: str) -> str:
    """The next treasures of a deck, if this viewer has looked at any: `R3 R4 ?`"""
    top = state.decks[name].down[:3]
    if all(treasure == UNKNOWN for treasure in top):
        return ""
    return " ".join(UNKNOWN if one == UNKNOWN else f"{LETTERS[colour_of(one)]}{points_of(one)}" for one in top)


def _deck_words(known: str, room: float) -> str:
    """The heading of a deck; in brackets the next treasures that this viewer has looked at."""
    told = f"treasure, next ({known})" if known else "treasure"
    return told if width_of(told, "b t12") < room - 4 else f"({known})"


def _draw_actions(sheet: Sheet, layout: Layout, state: State, deck: str, box: Box) -> None:
    """The action cards of a deck: right of its treasures; of a deck of all colours, two of them."""
    h, top = layout.deck_card[1], box.y + layout.deck_top
    narrow = layout.width < NARROW
    pairs = [pair for pair in ([deck] if deck in PAIRS else PAIRS) if pair in state.actions]
    if deck in PAIRS:
        left = box.x + (116 if narrow else 172)
        places = [Box(left, top, box.x + box.w - left - (6 if narrow else 14), h)]
    elif narrow:
        left = box.x + 120
        places = [Box(left + 128 * index, top, 122, h) for index in range(2)]
    else:
        places = [Box(box.x + 14 + 132 * index, box.y + 178, 126, 94) for index in range(2)]
    for pair, place in zip(pairs, places, strict=False):
        _draw_action(sheet, layout, state.actions[pair], pair, place, with_letters=deck not in PAIRS)


def _draw_action(sheet: Sheet, layout: Layout, number: int, pair: str, box: Box, *, with_letters: bool) -> None:
    """An action card: its number and what it lets the winner do, and for whom."""
    narrow = layout.width < NARROW
    size, lead, inset = (16, 11.5, 4) if narrow else (20, 16, 7)
    look = layout.action_words
    first = box.y + (32 if narrow else 42)
    lines = _lines(ACTION_WORDS[number], look, box.w - 2 * inset)
    texts = [Text(box.x + size + 8, box.y + (18 if narrow else 21), str(number), "b t14" if narrow else "b t16")]
    texts += [Text(box.x + inset, first + lead * row, line, look) for row, line in enumerate(lines)]
    id, colours = f"action-{pair}", PAIRS[pair]
    icon = Box(box.x + 4, box.y + 5, size, size)
    says = f"action {number} for {listed(colours)}: {ACTION_WORDS[number]}"
    sheet.zones.append(Zone(id, box, "card", says, "box", 6, tuple(texts), "action", "mark-act", icon, tap=False))
    for index, colour in enumerate(colours if with_letters else ()):
        at = Box(box.x + box.w - 5 - (17 + 3) * (2 - index) + 3, box.y + 5, 17, 17)
        sheet.pieces.append(Piece(f"{id}-{colour}", id, "letter", at, f"for {colour}", colour))


def _lines(words: str, look: str, room: float) -> list[str]:
    """Words in lines that fit into a room."""
    lines: list[str] = []
    for word in words.split():
        if lines and width_of(f"{lines[-1]} {word}", look) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _draw_pile(sheet: Sheet, layout: Layout, state: State) -> None:
    """The additions that nobody has yet, and how many island cards were played."""
    box, left = layout.pile, state.supply
    narrow = layout.width < NARROW
    w, h = (25, 34) if narrow else (36, 50)
    card = Box(box.x + (12 if narrow else 16), box.y + (box.h - h) / 2 - 3, w, h)
    says = counted(max(0, left), "addition") + " in the pile"
    out = len(state.discard)
    told = f"{out} island {'card' if out == 1 else 'cards'} played"
    words = f"{left} {'addition' if left == 1 else 'additions'} left"
    x, y = card.x + w + (14 if narrow else 22), box.y + box.h / 2
    if narrow:
        sheet.texts.append(Text(x, y + 5, words, "b t12"))
        sheet.texts.append(Text(box.x + box.w - 10, y + 5, told, "end t12 soft"))
    else:
        sheet.texts.append(Text(x, y - 4, words, "b t14"))
        sheet.texts.append(Text(x, y + 17, told, "t12 soft"))
    sheet.zones.append(Zone("pile", box, "well", says, corner=12))
    if left > 0:
        sheet.pieces.append(Piece("pile-card", "pile", "card", card, says, "add pile", "+1", amount=left))
    else:
        sheet.pieces.append(Piece("pile-card", "pile", "slot", card, says, face=str(left)))
