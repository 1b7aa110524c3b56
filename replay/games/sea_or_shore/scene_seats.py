"""The players in the picture: a column each, with the card of the trick, treasures, additions and the hand."""

from replay.action import UNKNOWN
from replay.games.sea_or_shore.scene_hands import Lying, Sheet, draw_fan, in_hand, is_between_rounds, laid_cards
from replay.games.sea_or_shore.scene_layout import Layout
from replay.games.sea_or_shore.state import State
from replay.games.sea_or_shore.words import COLOUR_OF, NUMBER_OF, card_words, colour_of, counted_points, points_of
from replay.lettering import fitted, width_of
from replay.saying import counted, owner, person
from replay.scene import Box, Piece, SceneGroup, Text, Zone


def draw_treasure(sheet: Sheet, id: str, at: str, box: Box, pile: tuple[str, ...], nothing: str) -> None:
    """A pile of treasures by its top one; what lies beneath is not shown."""
    amount = len(pile)
    beneath = f", {counted(amount - 1, 'treasure')} beneath" if amount > 1 else ""
    if not pile:
        sheet.pieces.append(Piece(id, at, "slot", box, nothing))
    elif pile[-1] == UNKNOWN:
        says = f"an unseen treasure{beneath}"
        sheet.pieces.append(Piece(id, at, "back", box, says, "pile", UNKNOWN, amount=amount))
    else:
        colour, points = colour_of(pile[-1]), points_of(pile[-1])
        says = f"{colour} treasure {points}{beneath}"
        sheet.pieces.append(Piece(id, at, "treasure", box, says, colour, str(points), amount=amount))


def column(lying: Lying, layout: Layout, state: State, box: Box, seat: str, viewer: str | None) -> SceneGroup:
    """A player's column, from all that it shows."""
    hand, card = state.hands[seat], state.played.get(seat)
    fan = not is_between_rounds(state) and viewer not in (None, seat)
    looks = (_is_due(state, seat), seat == state.starter, seat == viewer, is_between_rounds(state))
    trick = (seat in state.played, card, tuple((lay.add, str(lay.shows)) for lay in state.lays if lay.seat == seat))
    held = (laid_cards(state, seat), hand if fan else len(hand), fan, state.piles[seat], state.additions[seat])
    result = state.result and (state.result.total.get(seat, UNKNOWN), seat in state.result.winner)
    points = (state.points.get(seat, ()), result, state.phase == "deal" and state.round)
    shown = [*([card] if card in COLOUR_OF else []), *(hand if fan else ())]
    facts = ("column", seat, box, looks, trick, held, points)
    return lying.group(facts, shown, lambda sheet: _draw_column(sheet, layout, state, box, seat, viewer))


def _is_due(state: State, seat: str) -> bool:
    return seat in (state.turn, state.pending[0].seat if state.pending else None)


def _draw_column(sheet: Sheet, layout: Layout, state: State, box: Box, seat: str, viewer: str | None) -> None:
    """A player: name, the card of this trick, treasures won, additions, the hand."""
    looks = "mat turn" if _is_due(state, seat) else "mat"
    middle, room = box.x + box.w / 2, box.w - 8
    name = fitted(person(state.table, seat), layout.name_look, room)
    about = _about(layout, state, seat, viewer, room)
    if about:  # not on the mat itself: who starts changes with every trick, and that is no change of the mat
        sheet.texts.append(Text(middle, box.y + layout.about_y, about, f"mid soft {layout.about_look}"))
    title = Text(middle, box.y + layout.name_y, name, f"mid {layout.name_look}")
    says = f"{owner(state.table, seat)} place"
    sheet.zones.append(Zone(seat, box, looks, says, corner=12, texts=(title,)))
    _draw_card(sheet, layout, state, box, seat)
    _draw_won(sheet, layout, state, box, seat)
    if is_between_rounds(state):
        pass  # nobody has cards
    elif viewer is not None and seat != viewer:
        fan = Box(box.x + layout.side, box.y + layout.fan_y, box.w - 2 * layout.side, layout.fan_h)
        draw_fan(sheet, state, seat, fan, at=seat)
    else:
        sheet.texts.append(Text(middle, box.y + layout.fan_y + layout.fan_h * 0.66, in_hand(state, seat), "mid t12"))
    points = " + ".join(str(one) for one in state.points.get(seat, ()))
    if points:
        whole = f"points {points}"
        told = whole if width_of(whole, layout.small_look) <= room else points
        sheet.texts.append(Text(middle, box.y + layout.points_y, told, f"mid soft {layout.small_look}"))


def _about(layout: Layout, state: State, seat: str, viewer: str | None, room: float) -> str:
    """Beside the name: the seat, who starts, who looks; as much as fits, the seat last."""
    starts, you = seat == state.starter, seat == viewer
    told = "you start" if starts and you else "starts" if starts else "you" if you else ""
    if person(state.table, seat) == seat:
        return told
    whole = " · ".join(word for word in (seat, told) if word)
    return whole if width_of(whole, layout.about_look) <= room else told


def _draw_card(sheet: Sheet, layout: Layout, state: State, box: Box, seat: str) -> None:
    """The card of this trick: unveiled, half covered, taken back or still to be laid; between rounds the points."""
    w, h = layout.card
    at = Box(box.x + (box.w - w) / 2, box.y + layout.card_y, w, h)
    who, id = person(state.table, seat), f"{seat}-card"
    card, added = state.played.get(seat), sum(lay.add for lay in state.lays if lay.seat == seat)
    small = f"+{added}" if added else ""
    sticks_out = h * 0.2 if added else 0
    beside = f" with {counted(added, 'addition')}" if added else ""
    laid = next((lay for lay in reversed(state.lays) if lay.seat == seat), None)
    open_box = Box(at.x - sticks_out / 2, at.y, at.w + sticks_out, at.h)
    if card is not None and card in COLOUR_OF:
        says = f"{who} played {card_words(card)}{beside}"
        colour, face = COLOUR_OF[card], str(NUMBER_OF[card])
        sheet.pieces.append(Piece(sheet.card_id(card, id), seat, "island-card", open_box, says, colour, face, small))
    elif card is not None:
        sheet.pieces.append(Piece(id, seat, "back", at, f"{who} played a card that was not named", face=UNKNOWN))
    elif seat in state.played:
        sheet.pieces.append(Piece(id, seat, "slot", at, f"{owner(state.table, seat)} card was taken", face="taken"))
    elif laid is not None:
        _draw_laid(sheet, Box(open_box.x - 4, at.y - 4, open_box.w + 8, at.h + 8), seat, who, str(laid.shows), small)
    else:
        _draw_nothing_laid(sheet, state, at, seat)


def _draw_laid(sheet: Sheet, box: Box, seat: str, who: str, shows: str, small: str) -> None:
    """A card that was laid, of which a half shows; or all of it, if it was not covered."""
    beside = f" with {counted(int(small), 'addition')}" if small else ""
    id = f"{seat}-card"
    if shows in COLOUR_OF:
        says = f"{who} laid {card_words(shows)}{beside}, not covered"
        sheet.pieces.append(
            Piece(id, seat, "island-card", box.inset(4), says, COLOUR_OF[shows], str(NUMBER_OF[shows]), small)
        )
        return
    colour = "" if shows.isdigit() or shows == UNKNOWN else shows
    says = f"{who} laid a card showing {'an unseen half' if shows == UNKNOWN else shows}{beside}"
    sheet.pieces.append(Piece(id, seat, "half-card", box, says, colour, "" if colour else shows, small))


def _draw_nothing_laid(sheet: Sheet, state: State, box: Box, seat: str) -> None:
    """Where no card was laid yet: a slot; after a round the points of it, after the game those of both."""
    id, who = f"{seat}-card", person(state.table, seat)
    if state.result is not None:
        total = str(state.result.total.get(seat, UNKNOWN))
        won = seat in state.result.winner
        says = f"{who} has {counted_points(total)} in all{' and wins' if won else ''}"
        piece = Piece(id, seat, "card", box, says, "gold" if won else "", total, "", "crown" if won else "")
    elif state.phase == "deal":
        points = str(state.points.get(seat, (UNKNOWN,))[-1])
        piece = Piece(id, seat, "card", box, f"{who} has {counted_points(points)} in round {state.round}", face=points)
    else:
        piece = Piece(id, seat, "slot", box, f"{who} has not laid yet", face="to lay")
    sheet.pieces.append(piece)


def _draw_won(sheet: Sheet, layout: Layout, state: State, box: Box, seat: str) -> None:
    """The treasures a player has won, and their additions."""
    pile, additions = state.piles[seat], state.additions[seat]
    y = box.y + layout.won_y
    won = Box(box.x + layout.side, y, *layout.won)
    w, h = layout.adds
    adds = Box(box.x + box.w - layout.side - w, y + (layout.won[1] - h) / 2, w, h)
    draw_treasure(sheet, f"{seat}-pile", seat, won, pile, "no treasures won")
    says = counted(additions, "addition") if additions >= 0 else f"{additions} additions"
    kind, look = ("card", "add") if additions > 0 else ("slot", "")
    sheet.pieces.append(Piece(f"{seat}-adds", seat, kind, adds, says, look, str(additions)))
    foot, look = box.y + layout.foot_y, f"mid {layout.small_look}"
    sheet.texts.append(Text(won.x + won.w / 2 + 2, foot, f"{len(pile)} won", look))
    sheet.texts.append(Text(adds.x + adds.w / 2, foot, "adds", look))
