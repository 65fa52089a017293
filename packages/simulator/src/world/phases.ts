import type { Node } from '@quorate/actors';
import type { ClientState } from '@quorate/core';
import type { Rng } from '@quorate/network';
import { parseDuration } from '@quorate/network';
import { quorumSize } from '../quorums.ts';
import { everyValidator, plannedCommittees } from '../scenario/cluster/committees.ts';
import type { ScenarioPhases } from '../scenario/phases.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { PlacedFaults } from './faults/faults.ts';
import type { Ground } from './nodes.ts';
import { wholeFrom } from './verdict/whole-from.ts';

/** What the end of the chaos acts on. */
export interface PhaseGround
  extends Pick<Ground, 'clock' | 'start' | 'trace' | 'isCorrect' | 'pace'> {
  readonly rng: Rng;
  readonly faults: Pick<PlacedFaults, 'heal'>;
  readonly clients: readonly Node<ClientState>[];
}

/**
 * Longer than the longest pause of a client over prompt links, so that its last repetition is over.
 */
const LAST_WORD = parseDuration('60 s');

/**
 * Sets the time at which the chaos of a run ends: faults heal, and no new ones begin.
 *
 * Users whose clients have given up try again, as people do once the network is back: a client may
 * have made all its repetitions during the chaos, in vain.
 */
export function placePhases(scenario: Scenario, ground: PhaseGround): void {
  const { phases, cluster } = scenario;
  if (phases === undefined) return;
  const { clock, start, faults } = ground;
  const { proxies, clients, accounts } = cluster;
  const others = [...proxies, ...[...clients, ...accounts].map(({ name }) => name)];
  const healAt = start + phases.chaos;
  clock.interrupt(healAt, () => {
    faults.heal(new Set([...coreOf(phases, scenario, ground), ...others]));
    tryAgain(ground);
  });
  const lastWordAt = healAt + ground.pace * LAST_WORD;
  clock.interrupt(lastWordAt, () => tryAgain(ground));
  // Until then a node whose clock was ahead may leave everything unanswered.
  const wholeAt = start + wholeFrom(scenario);
  if (wholeAt > lastWordAt) clock.interrupt(wholeAt, () => tryAgain(ground));
}

function coreOf(
  { heal }: ScenarioPhases,
  scenario: Pick<Scenario, 'cluster' | 'changes'>,
  { isCorrect, rng }: PhaseGround,
): readonly string[] {
  if (heal === 'all') return everyValidator(scenario.cluster);
  const stream = rng.stream('phases');
  // Nobody knows by then which committees are still to come, so each planned one gets its quorum.
  return plannedCommittees(scenario).flatMap((members) =>
    stream.shuffle(members.filter(isCorrect)).slice(0, quorumSize(members.length)),
  );
}

function tryAgain({ clients, clock, trace }: PhaseGround): void {
  for (const client of clients) {
    const state = client.state();
    // A client for which somebody waits repeats its requests by itself.
    if (state?.inFlight === undefined || state.inFlight.asked !== undefined) continue;
    if (state.queue.length > 0) continue;
    trace.fault('Restart', client.name, clock.now());
    client.crash();
    client.start();
  }
}
