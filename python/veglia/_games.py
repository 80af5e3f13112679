"""Games, whole positions and what one seat knows of them."""
from __future__ import annotations

import ctypes
import json
from typing import Any, Iterator

import numpy as np

from ._library import CHANCE, MAX_ACTIONS, MAX_SEATS, OVER, WATCHER, IllegalAction, SetupError, VegliaError, lib, reason, text

_Actions = ctypes.c_int32 * MAX_ACTIONS
_Odds = ctypes.c_double * MAX_ACTIONS


class Game:
    """One of the games: Game("quest"). Games of one id are equal."""

    def __init__(self, id: str) -> None:
        self._as_parameter_ = lib.game_named(id.encode())
        if not self._as_parameter_:
            raise SetupError(f'there is no game "{id}"; there are: {", ".join(g.id for g in games())}')

    @property
    def id(self) -> str:
        return lib.game_id(self).decode()

    @property
    def name(self) -> str:
        return lib.game_name(self).decode()

    @property
    def min_seats(self) -> int:
        return lib.min_seats(self)

    @property
    def max_seats(self) -> int:
        return lib.max_seats(self)

    @property
    def rules_version(self) -> int:
        return lib.rules_version(self)

    @property
    def max_length(self) -> int:
        """Most moves of a game, chance included."""
        return lib.max_length(self)

    @property
    def num_actions(self) -> int:
        """Actions are below this; the last is to wait (AEC and Batch)."""
        return lib.actions(self)

    @property
    def wait(self) -> int:
        """The action that lets an opportunity pass (AEC and Batch)."""
        return lib.actions(self) - 1

    @property
    def observation_size(self) -> int:
        return lib.numbers(self)

    def observation_names(self) -> list[str]:
        """What each number of an observation is: "hand medusa"."""
        return [text(lib.number_name, self, i) for i in range(self.observation_size)]

    def describe(self) -> dict[str, Any]:
        """Editions, options and presets, as `veglia games GAME --json` has them."""
        return json.loads(text(lib.describe, self))

    def tune(self, lines: str = "") -> None:
        """Changes numbers, a line each ("quest.mission.medusa.points=5"), for edition="custom"; none: takes them back."""
        reason(lib.tune, self, lines.encode(), error=SetupError)

    def new_initial_state(self, seats: int | None = None, *, seed: int = 1, number: int = 0, record: bool = False,
                          **options: Any) -> State:
        """Before the first deal. `seed` and `number` are those of `veglia sim`; `record` remembers the moves."""
        state = State(reason(lib.new, self, setup(seats, options), seed, error=SetupError))
        lib.seed(state, seed, number)
        if record:
            lib.keep(state)
        return state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._as_parameter_ == other._as_parameter_

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"Game({self.id!r})"

    def __reduce__(self):
        return Game, (self.id,)


def games() -> Iterator[Game]:
    """All games."""
    i = 0
    while handle := lib.game_at(i):
        yield Game(lib.game_id(handle).decode())
        i += 1


def setup(seats: int | None, options: dict[str, Any]) -> bytes:
    """The words of a setup: a bool is yes or no, an underscore in a name a dash."""
    words = [] if seats is None else [f"seats={seats}"]
    for key, value in options.items():
        value = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
        words.append(f"{key.replace('_', '-')}={value}")
    if any(" " in word for word in words):
        raise SetupError("no word of a setup has a space")
    return " ".join(words).encode()


class State:
    """A whole position, everything hidden included: for chance, search and training, not for players.

    The interface is that of OpenSpiel's states; players are seats, from 0."""

    def __init__(self, handle: int) -> None:
        self._as_parameter_ = handle

    def __del__(self) -> None:
        if lib and getattr(self, "_as_parameter_", None):
            lib.free(self)

    @property
    def game(self) -> Game:
        return Game(lib.game_id(lib.game_of(self)).decode())

    def num_players(self) -> int:
        return lib.seats(self)

    # -- who acts, and what there is to do

    def current_player(self) -> int:
        """A seat, CHANCE or OVER."""
        return lib.actor(self)

    def out_of_turn(self) -> list[int]:
        """Seats that may act though another is asked."""
        also = lib.also(self)
        return [seat for seat in range(MAX_SEATS) if also >> seat & 1]

    def is_terminal(self) -> bool:
        return lib.actor(self) == OVER

    def is_chance_node(self) -> bool:
        return lib.actor(self) == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What `player`, or whoever is asked, may do."""
        list_ = _Actions()
        return list_[:lib.legal(self, lib.actor(self) if player is None else player, list_)]

    def legal_actions_mask(self, player: int | None = None) -> np.ndarray:
        mask = np.zeros(self.game.num_actions, np.uint8)
        mask[self.legal_actions(player)] = 1
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each outcome of chance with its probability."""
        list_, odds = _Actions(), _Odds()
        count = lib.chance(self, list_, odds)
        return list(zip(list_[:count], odds[:count]))

    # -- playing

    def apply_action(self, action: int, player: int | None = None) -> None:
        """For whoever is asked, chance included, or for `player`."""
        reason(lib.apply, self, lib.actor(self) if player is None else player, action, error=IllegalAction)

    def play(self, notation: str, player: int | None = None) -> None:
        """The same in notation: "put boat medusa@1". A refusal names the very rule."""
        reason(lib.play, self, lib.actor(self) if player is None else player, notation.encode(), error=IllegalAction)

    def roll(self) -> int:
        """Lets chance play by the state's own generator; gives who is asked then."""
        return lib.roll(self)

    def reseed(self, seed: int, number: int = 0) -> None:
        lib.seed(self, seed, number)

    def action_to_string(self, action: int, player: int | None = None) -> str:
        """The notation of an action that is allowed now; "" for others."""
        return text(lib.notation, self, lib.actor(self) if player is None else player, action)

    def string_to_action(self, notation: str, player: int | None = None) -> int:
        action = lib.action(self, lib.actor(self) if player is None else player, notation.encode())
        if action < 0:
            raise IllegalAction(f'"{notation}" is no move now')
        return action

    # -- the end

    def returns(self) -> list[float]:
        """Each seat's share of the win; zeroes before the end."""
        if not self.is_terminal():
            return [0.0] * lib.seats(self)
        share = (ctypes.c_double * MAX_SEATS)()
        lib.returns(self, share)
        return share[:lib.seats(self)]

    def points(self) -> list[int]:
        return self._score()[0]

    def ranks(self) -> list[int]:
        """1 is best."""
        return self._score()[1]

    def _score(self) -> tuple[list[int], list[int]]:
        points, rank = (ctypes.c_int * MAX_SEATS)(), (ctypes.c_int * MAX_SEATS)()
        lib.score(self, points, rank)
        return points[:lib.seats(self)], rank[:lib.seats(self)]

    # -- what a seat knows

    def view(self, player: int = WATCHER) -> View:
        handle = lib.view_of(self, player)
        if not handle:
            raise VegliaError(f"there is no seat {player}")
        return View(handle, self.game)

    def information_state_tensor(self, player: int | None = None) -> np.ndarray:
        """What `player`, or whoever is asked, knows, as numbers (docs/views.md)."""
        return self.view(lib.actor(self) if player is None else player).observe()

    observation_tensor = information_state_tensor

    # -- copies and bytes

    def clone(self) -> State:
        return State(lib.clone(self))

    def child(self, action: int, player: int | None = None) -> State:
        state = self.clone()
        state.apply_action(action, player)
        return state

    def serialize(self) -> bytes:
        """For the same release of Veglia; the generator included. Load only bytes you trust."""
        size = lib.save(self, None, 0)
        out = ctypes.create_string_buffer(size)
        lib.save(self, out, size)
        return out.raw

    @staticmethod
    def deserialize(data: bytes) -> State:
        return State(reason(lib.load, data, len(data)))

    def record(self) -> str:
        """The record (docs/record.md) of a state that was begun with record=True."""
        said = text(lib.record, self)
        if not said:
            raise VegliaError("this state does not remember its moves: new_initial_state(record=True)")
        return said

    @staticmethod
    def from_record(record: str, moves: int = -1) -> State:
        """The position after so many moves, chance included, of the last game of a record."""
        data = record.encode()
        return State(reason(lib.replay, data, len(data), moves))

    def key(self) -> int:
        """64 bits of the position: equal states have equal ones."""
        return lib.hash(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and bool(lib.same(self, other))

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict) -> State:
        return self.clone()

    def __reduce__(self):
        return State.deserialize, (self.serialize(),)

    def __str__(self) -> str:
        return self.view().show()


class View:
    """What one seat, or a watcher, knows: made of a state and cut off from it."""

    def __init__(self, handle: int, game: Game) -> None:
        self._as_parameter_ = handle
        self.game = game

    def __del__(self) -> None:
        if lib and getattr(self, "_as_parameter_", None):
            lib.view_free(self)

    @property
    def viewer(self) -> int:
        return lib.view_viewer(self)

    def current_player(self) -> int:
        return lib.view_actor(self)

    def out_of_turn(self) -> list[int]:
        also = lib.view_also(self)
        return [seat for seat in range(MAX_SEATS) if also >> seat & 1]

    def legal_actions(self) -> list[int]:
        """The viewer's."""
        list_ = _Actions()
        return list_[:lib.view_legal(self, list_)]

    def observe(self, out: np.ndarray | None = None) -> np.ndarray:
        """As numbers, into `out` if there is one (float32, contiguous)."""
        size = self.game.observation_size
        if out is None:
            out = np.empty(size, np.float32)
        if out.dtype != np.float32 or out.shape != (size,) or not out.flags.c_contiguous:
            raise ValueError(f"an observation is {size} contiguous float32")
        lib.observe(self, out.ctypes.data)
        return out

    def show(self, language: str = "en") -> str:
        return text(lib.show, self, language == "it")

    def json(self, language: str = "en") -> dict[str, Any]:
        return json.loads(text(lib.json, self, language == "it"))

    def prompt(self, language: str = "en") -> str:
        return text(lib.prompt, self, language == "it")

    def label(self, action: int, language: str = "en") -> str:
        """An action in words: "Put Boat under Medusa"."""
        return text(lib.label, self, action, language == "it")

    def guess(self, seed: int = 1) -> State:
        """A whole position that fits all the viewer knows, by lot."""
        return State(lib.guess(self, seed))

    def key(self) -> int:
        """64 bits of it: what the viewer cannot tell apart has equal ones."""
        return lib.view_hash(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and bool(lib.view_same(self, other))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self):
        raise TypeError("a view is not kept: keep the state, or the observation")

    def __str__(self) -> str:
        return self.show()


class Bot:
    """One of Veglia's own players, which sees views only: Bot("greedy"), Bot("search:500"), Bot("master")."""

    def __init__(self, spec: str, seed: int = 1) -> None:
        self.spec, self.seed = spec, seed
        self._as_parameter_ = reason(lib.bot_new, spec.encode(), seed)

    def __del__(self) -> None:
        if lib and getattr(self, "_as_parameter_", None):
            lib.bot_free(self)

    def choose(self, view: View) -> int:
        """What it does as the viewer; out of turn perhaps view.game.wait."""
        action = lib.bot_choose(self, view)
        if action < 0:
            raise IllegalAction(f"seat {view.viewer} has nothing to do now")
        return action

    def __reduce__(self):
        return Bot, (self.spec, self.seed)
