"""The peers of the engine: python-chess and PokerKit reading and checking games of their own."""

import io
import unittest
from random import Random
from typing import Any
from unittest import mock

import chess
import chess.pgn
from pokerkit import HandHistory
from pokerkit.tests.test_wsop import test_2023_43_5

POKER_HAND = """\
variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0, 0]
blinds_or_straddles = [1, 2, 0, 0]
min_bet = 2
starting_stacks = [200, 200, 200, 200]
actions = [
  'd dh p1 AhKh', 'd dh p2 QsQd', 'd dh p3 7c2d', 'd dh p4 9s8s',
  'p3 f', 'p4 cbr 6', 'p1 cbr 20', 'p2 cc', 'p4 cc',
  'd db 2h9hTc', 'p1 cbr 30', 'p2 cc', 'p4 f',
  'd db 3c', 'p1 cc', 'p2 cbr 50', 'p1 cc',
  'd db 4h', 'p1 cbr 100', 'p2 cc', 'p1 sm AhKh', 'p2 sm QsQd',
]
"""


def chess_game(seed: int, plies: int = 120) -> str:
    """A random legal game as PGN."""
    rng, board, game = Random(seed), chess.Board(), chess.pgn.Game()
    node: chess.pgn.GameNode = game
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = rng.choice(moves)
        node = node.add_variation(move)
        board.push(move)
    return str(game)


def chess_sans(pgn: str) -> list[str]:
    """The moves of a PGN game in algebraic notation."""
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None
    board, sans = game.board(), []
    for move in game.mainline_moves():
        sans.append(board.san(move))
        board.push(move)
    return sans


def read_pgn(pgn: str) -> int:
    """Read a game as `chess.pgn.read_game` does, legality checked; the number of moves."""
    game = chess.pgn.read_game(io.StringIO(pgn))
    assert game is not None
    moves: int = game.end().ply()
    return moves


def push_sans(sans: list[str]) -> int:
    """Read and make each move; the number of moves."""
    board = chess.Board()
    for san in sans:
        board.push(board.parse_san(san))
    return len(sans)


def play_hand(history: HandHistory) -> int:
    """Replay a hand, every action verified; the number of actions."""
    count = 0
    for _state, action in history.state_actions:
        count += action is not None
    return count


def poker_hand() -> HandHistory:
    """A hand with 22 actions."""
    return HandHistory.loads(POKER_HAND)


def real_hands() -> list[HandHistory]:
    """Hands of the World Series of Poker 2023, which PokerKit publishes in its package: its tests play them."""
    kept: list[HandHistory] = []
    make = HandHistory.from_game_state

    def keep(*given: Any, **more: Any) -> HandHistory:
        kept.append(make(*given, **more))
        return kept[-1]

    tests = unittest.defaultTestLoader.loadTestsFromModule(test_2023_43_5)
    with mock.patch.object(HandHistory, "from_game_state", keep):
        unittest.TextTestRunner(stream=io.StringIO()).run(tests)
    return kept
