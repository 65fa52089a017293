import fc from 'fast-check';
import { oneFrom, type Sketch, shuffledFrom } from '../../arbitraries/sketch.ts';
import { clientsOf, type Stage } from '../../arbitraries/stage.ts';
import { MS, span } from '../../arbitraries/values.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { Rival } from '../../scenario/byzantine/client-act.ts';
import { partyOf, THROUGHOUT } from '../party.ts';

type Conspiracy = readonly ByzantineParty[];

/**
 * Draws an attack that exceeds what any committee tolerates: more than f validators sign whatever
 * one client asks, and the client pays two parties with one nonce and shows each payment to half of
 * the other validators.
 *
 * Whether both payments are certified depends on which of the other validators sees which one
 * first.
 */
export const conspiracies: fc.Arbitrary<Sketch<Stage, Conspiracy>> = fc
  .tuple(
    oneFrom(({ cluster }: Stage) => cluster.clients),
    shuffledFrom(clientsOf),
    shuffledFrom(({ budget }: Stage) => budget.correct),
    fc.oneof(span(0, 20), span(0, 1_000)),
  )
  .map(([culprit, payees, honest, time]) => (stage) => {
    const { name: attacker, balance } = culprit(stage);
    const [first = attacker, second = attacker] = payees(stage);
    const others = honest(stage);
    const half = Math.floor(others.length / 2);
    const { faulty } = stage.budget;
    const rival = (to: string, shown: readonly string[]): Rival => ({
      to,
      amount: balance,
      validators: [...faulty, ...shown],
      deliver: undefined,
    });
    const at = time < stage.horizon ? time : stage.horizon;
    const rivals = [rival(first, others.slice(0, half)), rival(second, others.slice(half))];
    return [...faulty.map((node) => accomplice(node, attacker)), equivocator(attacker, at, rivals)];
  });

function accomplice(node: string, attacker: string): ByzantineParty {
  return partyOf(node, [{ act: 'collude', with: attacker, ...THROUGHOUT }]);
}

function equivocator(node: string, at: bigint, rivals: readonly Rival[]): ByzantineParty {
  const moment = { kind: 'time', at: (at / MS) * MS } as const;
  return partyOf(node, [{ act: 'equivocate', moment, rivals, nonce: undefined, cross: undefined }]);
}
