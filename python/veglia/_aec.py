"""Agents and their environment in turn, as PettingZoo's AEC has it."""
from __future__ import annotations

from typing import Any, Iterator

import numpy as np

from ._games import Game, State
from ._library import OVER, IllegalAction


class AEC:
    """One game for agents who take turns: AEC("quest", 3).

    As PettingZoo's AEC environments, without depending on it: `reset`, `agent_iter`, `last`, `step`, `observe`;
    `agents`, `agent_selection`, `rewards`, `terminations`, `truncations`, `infos`. An observation has "observation" (what the
    agent knows, as numbers) and "action_mask". Chance plays by itself. A seat with an opportunity is selected before the one
    that is asked, and may answer game.wait. An agent that is done steps with None."""

    metadata = {"name": "veglia", "is_parallelizable": False}

    def __init__(self, game: Game | str, seats: int | None = None, **options: Any) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        self.seats = self.game.min_seats if seats is None else seats
        self.options = options
        self.possible_agents = [f"seat_{i}" for i in range(self.seats)]
        self.agents: list[str] = []
        self._seed, self._number = 1, -1

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: the first of this seed, or without one the next of the seed before."""
        self._seed, self._number = (self._seed, self._number + 1) if seed is None else (seed, 0)
        self.state = self.game.new_initial_state(self.seats, seed=self._seed, number=self._number,
                                                 **{**self.options, **(options or {})})
        self._who = np.random.default_rng([self._seed, self._number])
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    # -- who is asked

    def _ask(self) -> None:
        """Lets chance play, then asks who has an opportunity, in an order drawn for the moment, then the actor."""
        if self.state.roll() == OVER:
            for seat, (agent, share) in enumerate(zip(self.possible_agents, self.state.returns())):
                self.rewards[agent] = share
                self._cumulative_rewards[agent] += share
                self.terminations[agent] = True
                self.infos[agent] = {"points": self.state.points()[seat], "rank": self.state.ranks()[seat]}
            self._select(0)
            return
        others = [p for p in self.state.out_of_turn() if self.state.legal_actions(p)]
        self._free = [int(p) for p in self._who.permutation(others)]
        self._hear()

    def _hear(self) -> None:
        self._out_of_turn = bool(self._free)
        self._select(self._free.pop(0) if self._free else self.state.current_player())

    def _select(self, seat: int) -> None:
        self._seat = seat
        self.agent_selection = self.possible_agents[seat]

    # -- the cycle

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What this agent knows, and what it may do if it is its turn to answer."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.game.num_actions, np.int8)
        if self.agents and agent == self.agent_selection and not self.terminations[agent]:
            mask[self.state.legal_actions(seat)] = 1
            mask[self.game.wait] = self._out_of_turn
        return {"observation": self.state.view(seat).observe(), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise IllegalAction("the game is over: the only action left is None")
            self.agents.remove(agent)
            if self.agents:
                self._select(self.possible_agents.index(self.agents[0]))
            return
        if action is None:
            raise IllegalAction(f"{agent} is asked, and None is no action")
        if action == self.game.wait and self._out_of_turn:
            self._hear()
        else:
            self.state.apply_action(int(action), self._seat)
            self._cumulative_rewards[agent] = 0.0
            self._ask()

    def render(self) -> str:
        return str(self.state)

    def close(self) -> None:
        self.agents = []

    def observation_size(self, agent: str) -> int:
        return self.game.observation_size

    def action_size(self, agent: str) -> int:
        return self.game.num_actions
