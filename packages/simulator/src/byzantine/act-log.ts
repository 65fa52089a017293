import type { FaultReport } from '../run-result.ts';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { VirtualClock } from '../virtual-clock.ts';

/** Records which acts of a scenario took effect. */
export interface ActLog {
  /** Records that an act took effect. */
  acted(id: string): void;
  /** Lists for each act when it first took effect, in the order of the scenario. */
  reports(): readonly FaultReport[];
}

/** Creates the log of a run that began at `start`. */
export function createActLog(
  parties: readonly ByzantineParty[],
  { clock, start }: { readonly clock: Pick<VirtualClock, 'now'>; readonly start: bigint },
): ActLog {
  const actedAt = new Map<string, bigint>();
  return {
    acted(id) {
      if (!actedAt.has(id)) actedAt.set(id, clock.now() - start);
    },
    reports: () =>
      parties
        .flatMap(({ acts }) => acts)
        .map(({ id, act }) => ({ id, kind: act, at: actedAt.get(id) })),
  };
}
