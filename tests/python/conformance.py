"""What every state of python/veglia keeps to, on random play of all games with all numbers of seats.

usage: conformance.py [GAMES [EVERY]]     so many games of each; every so manieth position is looked at closely
"""
import copy
import pickle
import random
import sys

import numpy as np

import veglia

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 1
EVERY = int(sys.argv[2]) if len(sys.argv) > 2 else 40


def raises(error, call, *arguments):
    try:
        call(*arguments)
    except error as said:
        assert str(said), "it gives no reason"
        return str(said)
    raise AssertionError(f"{call} takes {arguments}")


def check_copies(state):
    """A clone, and what was written and read again, are equal and go their own ways."""
    data = state.serialize()
    twins = [state.clone(), copy.deepcopy(state), veglia.State.deserialize(data), pickle.loads(pickle.dumps(state))]
    for twin in twins:
        assert twin == state and twin.key() == state.key() and twin.serialize() == data
        assert twin.game == state.game and twin.num_players() == state.num_players()
    if state.is_chance_node():
        twins[0].roll(), twins[2].roll()
        assert twins[0].serialize() == twins[2].serialize() != data
    elif not state.is_terminal():
        twins[0].apply_action(state.legal_actions()[0])
        assert twins[0] != state
    assert state.serialize() == data
    for _ in range(5):
        spoilt = bytearray(data)
        spoilt[random.randrange(len(data))] ^= 1 + random.randrange(255)
        raises(veglia.VegliaError, veglia.State.deserialize, bytes(spoilt))
    raises(veglia.VegliaError, veglia.State.deserialize, data[:-1])


def check_actions(state):
    """Masks and lists agree; notation leads there and back; nothing else is taken, and refusing changes nothing."""
    game, before = state.game, state.serialize()
    for player in [state.current_player(), *range(state.num_players())]:
        actions = state.legal_actions(player)
        assert len(set(actions)) == len(actions) and all(0 <= a < game.wait for a in actions)
        if player >= 0:
            assert np.flatnonzero(state.legal_actions_mask(player)).tolist() == sorted(actions)
            assert state.view(player).legal_actions() == actions
            labels = [state.view(player).label(a) for a in actions]
            assert all(labels)
        for a in random.sample(actions, min(5, len(actions))):
            assert state.string_to_action(state.action_to_string(a, player), player) == a
        for a in (-1, game.wait, game.num_actions, random.randrange(game.num_actions)):
            if a not in actions:
                said = raises(veglia.IllegalAction, state.apply_action, a, player)
        raises(veglia.IllegalAction, state.play, "no such move", player)
    assert state.serialize() == before


def check_chance(state):
    outcomes = state.chance_outcomes()
    assert [a for a, _ in outcomes] == state.legal_actions()
    assert abs(sum(p for _, p in outcomes) - 1) < 1e-9 and min(p for _, p in outcomes) > 0
    raises(veglia.IllegalAction, state.apply_action, state.game.wait)
    for player in range(state.num_players()):
        assert not state.legal_actions(player)


def check_views(state):
    """Another world that a seat cannot tell from this one gives it the same of everything."""
    for player in [*range(state.num_players()), veglia.WATCHER]:
        view = state.view(player)
        world = view.guess(random.randrange(2**60))
        other = world.view(player)
        assert view == other and view.key() == other.key()
        numbers = view.observe()
        assert numbers.shape == (state.game.observation_size,) and numbers.dtype == np.float32
        assert np.array_equal(numbers, other.observe()) and np.isfinite(numbers).all()
        for language in "en", "it":
            assert view.show(language) == other.show(language)
            assert view.json(language) == other.json(language)
            assert view.prompt(language) == other.prompt(language)
        assert view.legal_actions() == other.legal_actions()
        assert (view.current_player(), view.out_of_turn()) == (state.current_player(), state.out_of_turn())
        if player >= 0 and view.legal_actions():
            assert veglia.Bot("greedy").choose(view) == veglia.Bot("greedy").choose(other)
            assert np.array_equal(state.information_state_tensor(player), numbers)
    raises(veglia.VegliaError, state.view, state.num_players())
    raises(TypeError, pickle.dumps, view)


def play(game, seats, number):
    state = game.new_initial_state(seats, seed=5, number=number, record=True)
    assert state.game == game and state.num_players() == seats
    moves = 0
    while not state.is_terminal():
        closely = random.randrange(EVERY) == 0 or moves == 0
        if closely:
            check_copies(state)
        player = state.current_player()
        if state.is_chance_node():
            if closely:
                check_chance(state)
            actions, odds = zip(*state.chance_outcomes())
            action = random.choices(actions, odds)[0]
        else:
            if closely:
                check_actions(state)
                check_views(state)
            for other in state.out_of_turn():
                if state.legal_actions(other) and random.random() < 0.5:
                    player = other
            action = random.choice(state.legal_actions(player))
        assert state.returns() == [0.0] * seats
        if random.random() < 0.5:
            state.apply_action(action, player)
        else:
            state.play(state.action_to_string(action, player), player)
        moves += 1
        assert moves <= game.max_length
    share, points, rank = state.returns(), state.points(), state.ranks()
    assert abs(sum(share) - 1) < 1e-9 and len(share) == len(points) == len(rank) == seats
    assert all((s > 0) == (r == 1) for s, r in zip(share, rank))
    assert not state.legal_actions() and not state.chance_outcomes()
    check_copies(state)
    check_views(state)
    raises(veglia.IllegalAction, state.apply_action, 0)
    again = veglia.State.from_record(state.record())
    assert again == state and again.record() == state.record()
    raises(veglia.VegliaError, veglia.State.deserialize(state.serialize()).record)
    return moves


def cycle(game, seats):
    """The cycle of agents: masks, rewards that add up to one win, everybody told once that it is over."""
    env = veglia.AEC(game, seats)
    for seed in (3, None):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        done = []
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, info = env.last()
            assert not truncated
            mask = observation["action_mask"]
            assert np.array_equal(observation["observation"], env.state.information_state_tensor(int(agent[5:])))
            if terminated:
                assert not mask.any() and {"points", "rank"} <= set(info)
                total[agent] += reward
                done.append(agent)
                if len(done) == 1:
                    raises(veglia.IllegalAction, env.step, 0)
                env.step(None)
                continue
            assert reward == 0 and mask.any()
            raises(veglia.IllegalAction, env.step, int(np.flatnonzero(mask == 0)[0]))
            env.step(int(random.choice(np.flatnonzero(mask))))
        assert sorted(done) == env.possible_agents and not env.agents
        assert abs(sum(total.values()) - 1) < 1e-9


def batch(game, seats):
    """A batch is the same as its states, whatever the threads; its arrays are where they were."""
    one, two = (veglia.Batch(game, seats, 6, seed=9, threads=t) for t in (1, 2))
    at = one.observation.ctypes.data
    for _ in range(30):
        i = random.randrange(6)
        state, seat = one.state(i), int(one.seat[i])
        actions = state.legal_actions(seat) + [game.wait] * (seat != state.current_player())
        assert one.legal[i, :one.legal_count[i]].tolist() == actions
        assert np.flatnonzero(one.mask[i]).tolist() == sorted(actions)
        assert np.array_equal(one.observation[i], state.information_state_tensor(seat))
        chosen = [int(random.choice(one.legal[k, :one.legal_count[k]])) for k in range(6)]
        one.step(np.array(chosen))
        two.step(np.array(chosen))
    for name in "seat", "observation", "mask", "ended", "reward", "points", "length", "number":
        assert np.array_equal(getattr(one, name), getattr(two, name)), name
    bad = np.array([game.wait if one.seat[k] == one.state(k).current_player() else -1 for k in range(6)])
    assert "game 0" in raises(veglia.IllegalAction, one.step, bad)
    raises(ValueError, one.step, np.zeros(5))
    raises(ValueError, one.seat.__setitem__, 0, 1)
    one.reset(2, 9, 4)
    two.reset(4, 9, 4)
    assert one.state(2) == two.state(4) and one.number[2] == 4
    raises(IndexError, one.reset, 6, 1)
    assert one.observation.ctypes.data == at


def refusals():
    quest = veglia.Game("quest")
    assert "quest" in raises(veglia.SetupError, veglia.Game, "chess")
    assert "2 to 4 seats" in raises(veglia.SetupError, quest.new_initial_state, 5)
    raises(veglia.SetupError, lambda: quest.new_initial_state(3, colour="red"))
    raises(veglia.SetupError, lambda: quest.new_initial_state(3, edition="a b"))
    raises(veglia.SetupError, veglia.Batch, "quest", 3, 0)
    raises(veglia.SetupError, lambda: veglia.Batch("quest", 3, 2, arrays=["colour"]))
    raises(veglia.VegliaError, veglia.Bot, "genius")
    state = quest.new_initial_state(2)
    state.roll()
    assert "(Q" in raises(veglia.IllegalAction, state.play, "discard boat")
    assert "(Q" in raises(veglia.IllegalAction, state.apply_action, 0)
    assert pickle.loads(pickle.dumps(quest)) == quest and "quest" in repr(quest)
    assert pickle.loads(pickle.dumps(veglia.Bot("greedy"))).spec == "greedy"
    assert len(quest.observation_names()) == quest.observation_size and quest.describe()["id"] == "quest"
    four = quest.new_initial_state(4, pairs=True)
    quest.tune("quest.mission.medusa.points=9")
    state = quest.new_initial_state(2, edition="custom")
    data = state.serialize()
    assert "being played" in raises(veglia.SetupError, quest.tune)
    del state
    quest.tune()
    assert "tune" in raises(veglia.VegliaError, veglia.State.deserialize, data)
    assert four.num_players() == 4


random.seed(1)
refusals()
positions = 0
for game in veglia.games():
    for seats in range(game.min_seats, game.max_seats + 1):
        for number in range(GAMES):
            positions += play(game, seats, number)
        cycle(game, seats)
        batch(game, seats)
print(f"{positions} positions of all games: every state keeps to it")
