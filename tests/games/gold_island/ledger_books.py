"""What the second model of Gold Island has in its books, in the words of the page, and its count."""

from tests.games.gold_island.ledger import Body, Ledger


def result_of(ledger: Ledger) -> Body:
    """What each player scored, and who has won."""
    chests, coins = dict.fromkeys(ledger.seats, 0), dict.fromkeys(ledger.seats, 0)
    for island, stack in ledger.stack.items():
        order = sorted(range(len(stack)), key=lambda place: (-stack[place][1], place))
        for rank, place in enumerate(order):
            paid = chests if rank == 0 else coins
            paid[stack[place][0]] += max(0, ledger.chests[island] - rank)
        if island == ledger.gold and order:
            coins[stack[order[0]][0]] += 3
    relic = {seat: sum(ledger.worth[name] for name, at in ledger.owner.items() if at == seat) for seat in ledger.seats}
    there = dict(ledger.stack[ledger.gold])
    score = {seat: chests[seat] + coins[seat] + relic[seat] for seat in ledger.seats if seat in there}
    best = [seat for seat, points in score.items() if points == max(score.values())]
    highest = max((there[seat] for seat in best), default=0)
    return {
        "chests": chests,
        "coins": coins,
        "relic": relic,
        "eliminated": [seat for seat in ledger.seats if seat not in there],
        "score": score,
        "winners": [seat for seat in best if there[seat] == highest],
    }


def books_of(ledger: Ledger) -> Body:
    """What lies where, in the words of the page's state document."""
    return {
        "phase": ledger.phase,
        "turn": ledger.turn,
        "captains": ledger.captain,
        "ships": ledger.ship,
        "hands": ledger.hand,
        "draw": {seat: ledger.pile[seat].total() for seat in ledger.seats},
        "discard": ledger.discard,
        "houses": ledger.houses,
        "crew": ledger.crew,
        "permits": {
            seat: {
                "gained": ledger.gained[seat],
                "held": len(ledger.front[seat]),
                "nest": len(ledger.nest[seat]),
                "volcano": ledger.volcano[seat],
            }
            for seat in ledger.seats
        },
        "islandCards": {"deck": len(ledger.deck), "gold": ledger.gold, "held": ledger.cards, "named": ledger.named},
        "relics": {name: {"at": at, "gold": ledger.worth[name]} for name, at in ledger.owner.items()},
        "islands": {name: _island(ledger, name) for name in ledger.ashore},
        "end": None if ledger.by is None else {"by": ledger.by, "left": ledger.left},
    }


def _island(ledger: Ledger, name: str) -> Body:
    if name not in ledger.colour:
        return {"pirates": ledger.ashore[name]}
    found = {"colour": ledger.colour[name], "chest": ledger.chests[name], "peeked": ledger.peeked[name]}
    return {**found, "stack": ledger.stack[name], "pirates": ledger.ashore[name]}
