"""Regulations leave no question open here: what an organiser decides is in the set-up."""

from replay.game import Question

QUESTIONS: tuple[Question, ...] = ()
