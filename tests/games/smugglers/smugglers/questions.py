"""What the rules leave open. The first answer is the one taken where the table agreed on none."""

from replay.game import Question

QUESTIONS = (Question("SM-Q1", "Two players have the largest sum: who wins?", ("shared", "first"), ("SM-END-11",)),)
