import type { FaultReport } from '../run-result.ts';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import type { VirtualClock } from '../virtual-clock.ts';

/** Keeps which acts of a scenario came to anything. */
export interface ActLog {
  /** Notes that an act did what it does. */
  acted(id: string): void;
  /** Says of each act when it first did something, in the order of the scenario. */
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
