"""Many games at once into numpy arrays; the loop is in C."""
from __future__ import annotations

from typing import Any, Iterable

import numpy as np

from ._games import Game, State, setup
from ._library import MAX_ACTIONS, IllegalAction, SetupError, lib, reason

# The arrays in the order of veglia.h: what they hold for one game.
_ARRAYS = {
    "seat": (np.int8, lambda game, seats: ()),
    "observation": (np.float32, lambda game, seats: (game.observation_size,)),
    "mask": (np.uint8, lambda game, seats: (game.num_actions,)),
    "legal": (np.int32, lambda game, seats: (MAX_ACTIONS,)),
    "legal_count": (np.int32, lambda game, seats: ()),
    "ended": (np.uint8, lambda game, seats: ()),
    "reward": (np.float32, lambda game, seats: (seats,)),
    "points": (np.int32, lambda game, seats: (seats,)),
    "length": (np.int32, lambda game, seats: ()),
    "number": (np.uint64, lambda game, seats: ()),
    "refused": (np.uint8, lambda game, seats: ()),
}


class Batch:
    """n games side by side: Batch("quest", 3, 1024).

    Every step writes the arrays, which are the attributes named in `arrays` (read them, or copy them): who acts
    (`seat`), what that seat knows (`observation`), what it may do (`mask`, or `legal` up to `legal_count`), and for games
    that ended in the step `ended`, `reward` (shares of the win), `points` and `length`; those have begun anew. Place i plays
    the games i, i + n, i + 2n... (`number`) of `veglia sim --seed SEED`. Seats with an opportunity are asked first; game.wait
    lets it pass."""

    seat: np.ndarray
    observation: np.ndarray
    mask: np.ndarray
    legal: np.ndarray
    legal_count: np.ndarray
    ended: np.ndarray
    reward: np.ndarray
    points: np.ndarray
    length: np.ndarray
    number: np.ndarray
    refused: np.ndarray

    def __init__(self, game: Game | str, seats: int | None = None, n: int = 1024, *, seed: int = 1, threads: int = 1,
                 arrays: Iterable[str] = tuple(_ARRAYS), **options: Any) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self.seats = self.game.min_seats if seats is None else seats
        self.n = n
        self._as_parameter_ = reason(lib.batch_new, self.game, setup(self.seats, options), n, seed, threads, error=SetupError)
        wanted = {"refused", *arrays}
        if unknown := wanted - set(_ARRAYS):
            raise SetupError(f"there is no array {', '.join(sorted(unknown))}; there are: {', '.join(_ARRAYS)}")
        for place, (name, (kind, shape)) in enumerate(_ARRAYS.items()):
            if name in wanted:
                array = np.zeros((n, *shape(self.game, self.seats)), kind)
                lib.batch_bind(self, place, array.ctypes.data)
                array.flags.writeable = False
                setattr(self, name, array)

    def __del__(self) -> None:
        if lib and getattr(self, "_as_parameter_", None):
            lib.batch_free(self)

    def step(self, actions: np.ndarray) -> None:
        """Plays an action in each game. Where one is refused that game stands as it was, and IllegalAction names it."""
        actions = np.ascontiguousarray(actions, np.int32)
        if actions.shape != (self.n,):
            raise ValueError(f"a step takes {self.n} actions")
        if lib.batch_step(self, actions.ctypes.data):
            first = int(np.flatnonzero(self.refused)[0])
            try:
                self.state(first).apply_action(int(actions[first]))
                why = "that move is not allowed now"
            except IllegalAction as error:
                why = str(error)
            raise IllegalAction(f"game {first}: {why}")

    def random(self, steps: int = 1) -> None:
        """So many steps in which every seat does as `veglia sim`'s random bots do."""
        lib.batch_random(self, steps)

    def reset(self, i: int, seed: int, number: int = 0) -> None:
        """Place i begins anew with game `number` of this seed."""
        if not lib.batch_reset(self, i, seed, number):
            raise IndexError(f"there is no place {i}")

    def state(self, i: int) -> State:
        """The position of place i."""
        handle = lib.batch_state(self, i)
        if not handle:
            raise IndexError(f"there is no place {i}")
        return State(handle)
