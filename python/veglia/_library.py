"""The functions of libveglia (veglia.h), as ctypes calls them."""
from __future__ import annotations

import ctypes
import os
import pathlib
from ctypes import POINTER, c_char_p, c_double, c_float, c_int, c_int32, c_size_t, c_uint, c_uint64, c_void_p

API = 1
CHANCE, OVER, WATCHER = -1, -2, -3
MAX_SEATS, MAX_ACTIONS = 8, 257

_game = _state = _view = _bot = _batch = c_void_p
_why = (c_char_p, c_size_t)
_actions = POINTER(c_int32)

# Name: what it gives, and what it takes.
_FUNCTIONS = {
    "api": (c_int,),
    "version": (c_char_p,),
    "game_at": (_game, c_int),
    "game_named": (_game, c_char_p),
    "game_id": (c_char_p, _game),
    "game_name": (c_char_p, _game),
    "min_seats": (c_int, _game),
    "max_seats": (c_int, _game),
    "rules_version": (c_int, _game),
    "max_length": (c_int, _game),
    "actions": (c_int, _game),
    "numbers": (c_int, _game),
    "describe": (c_size_t, _game, c_char_p, c_size_t),
    "number_name": (c_size_t, _game, c_int, c_char_p, c_size_t),
    "tune": (c_int, _game, c_char_p, *_why),
    "new": (_state, _game, c_char_p, c_uint64, *_why),
    "clone": (_state, _state),
    "free": (None, _state),
    "seed": (None, _state, c_uint64, c_uint64),
    "game_of": (_game, _state),
    "seats": (c_int, _state),
    "actor": (c_int, _state),
    "also": (c_uint, _state),
    "same": (c_int, _state, _state),
    "hash": (c_uint64, _state),
    "legal": (c_int, _state, c_int, _actions),
    "chance": (c_int, _state, _actions, POINTER(c_double)),
    "apply": (c_int, _state, c_int, c_int32, *_why),
    "play": (c_int, _state, c_int, c_char_p, *_why),
    "roll": (c_int, _state),
    "returns": (None, _state, POINTER(c_double)),
    "score": (None, _state, POINTER(c_int), POINTER(c_int)),
    "notation": (c_size_t, _state, c_int, c_int32, c_char_p, c_size_t),
    "action": (c_int32, _state, c_int, c_char_p),
    "save": (c_size_t, _state, c_void_p, c_size_t),
    "load": (_state, c_char_p, c_size_t, *_why),
    "keep": (c_int, _state),
    "record": (c_size_t, _state, c_char_p, c_size_t),
    "replay": (_state, c_char_p, c_size_t, c_int, *_why),
    "view_of": (_view, _state, c_int),
    "view_free": (None, _view),
    "view_viewer": (c_int, _view),
    "view_actor": (c_int, _view),
    "view_also": (c_uint, _view),
    "view_legal": (c_int, _view, _actions),
    "observe": (None, _view, c_void_p),
    "show": (c_size_t, _view, c_int, c_char_p, c_size_t),
    "json": (c_size_t, _view, c_int, c_char_p, c_size_t),
    "prompt": (c_size_t, _view, c_int, c_char_p, c_size_t),
    "label": (c_size_t, _view, c_int32, c_int, c_char_p, c_size_t),
    "view_same": (c_int, _view, _view),
    "view_hash": (c_uint64, _view),
    "guess": (_state, _view, c_uint64),
    "bot_new": (_bot, c_char_p, c_uint64, *_why),
    "bot_free": (None, _bot),
    "bot_choose": (c_int32, _bot, _view),
    "batch_new": (_batch, _game, c_char_p, c_int, c_uint64, c_int, *_why),
    "batch_free": (None, _batch),
    "batch_bind": (c_int, _batch, c_int, c_void_p),
    "batch_step": (c_int, _batch, c_void_p),
    "batch_random": (None, _batch, c_int),
    "batch_reset": (c_int, _batch, c_int, c_uint64, c_uint64),
    "batch_state": (_state, _batch, c_int),
}


class VegliaError(Exception):
    """What the library refused: the reason in a sentence, with the rule that stands in the way."""


class IllegalAction(VegliaError):
    """An action, or a notation, that is not allowed now."""


class SetupError(VegliaError):
    """A game that cannot be set up that way."""


def _open() -> ctypes.CDLL:
    named = os.environ.get("VEGLIA_LIBRARY")
    built = pathlib.Path(__file__).resolve().parents[2] / "build" / "libveglia.so.1"
    for path in [named] if named else [str(built), "libveglia.so.1"]:
        if path == str(built) and not built.exists():
            continue
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            reason = error
    raise ImportError(f"libveglia is not there: {reason}. Install it, or name it in VEGLIA_LIBRARY")


class _Functions:
    """veglia_NAME as NAME."""

    def __init__(self, library: ctypes.CDLL) -> None:
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(library, "veglia_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)


lib = _Functions(_open())
if lib.api() != API:
    raise ImportError(f"this module speaks version {API} of the interface, the library {lib.api()}")


def reason(call, *arguments, error: type[VegliaError] = VegliaError):
    """Calls with room for a reason at the end; raises it if the answer is 0 or NULL."""
    why = ctypes.create_string_buffer(1000)
    result = call(*arguments, why, len(why))
    if not result:
        raise error(why.value.decode(errors="replace") or "there is no memory")
    return result


def text(call, *arguments) -> str:
    """A text of any length."""
    room = 512
    while True:
        out = ctypes.create_string_buffer(room)
        size = call(*arguments, out, room)
        if size < room:
            return out.raw[:size].decode()
        room = size + 1
