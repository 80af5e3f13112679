"""Veglia's games for Python: docs/python.md.

    import veglia
    state = veglia.Game("quest").new_initial_state(3, seed=1)
    while (seat := state.roll()) >= 0:
        state.apply_action(state.legal_actions()[0])
    print(state.returns())
"""
from ._aec import AEC
from ._batch import Batch
from ._games import Bot, Game, State, View, games
from ._library import CHANCE, OVER, WATCHER, IllegalAction, SetupError, VegliaError, lib

__version__ = lib.version().decode()
__all__ = ["AEC", "Batch", "Bot", "CHANCE", "Game", "IllegalAction", "OVER", "SetupError", "State", "VegliaError", "View",
           "WATCHER", "games"]
