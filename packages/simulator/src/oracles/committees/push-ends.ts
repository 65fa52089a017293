import { type Committee, nodeNamesOf } from '@quorate/core';
import { counted } from '@quorate/protocol';
import { quorumSize } from '../../quorums.ts';
import type { Finding, Oracle, OracleContext, Retrospect, ValidatorAtRest } from '../oracle.ts';

/**
 * A correct validator stops pushing a late certificate once a quorum of the current committee,
 * whose answers it had every opportunity to receive, has settled it (rule C4).
 *
 * Our addition to ledger.md. An endless push harms no ledger, but goes on for ever.
 */
export function pushEnds({ committees }: Pick<OracleContext, 'committees'>): Oracle {
  return {
    name: 'push-ends',
    kind: 'safety',
    atRest: (run) => {
      const running = committees.running();
      for (const validator of run.validators) {
        const finding = endless(validator, running, run);
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

function endless(
  { name, state: { handover, ledger } }: ValidatorAtRest,
  { epoch, members }: Committee,
  { validators, couldBring }: Retrospect,
): Finding | undefined {
  // A validator that does not know of the last change yet pushes to the previous committee.
  if (handover.late.size === 0 || ledger.committee.size !== epoch) return undefined;
  const seats = new Set(nodeNamesOf(members));
  // Even a validator that is a quorum by itself ends a push only at the next repetition.
  const near = validators.filter((other) => seats.has(other.name) && couldBring(name, other.name));
  for (const key of handover.late.keys()) {
    const settled = near.filter(({ state }) => state.ledger.settled.has(key));
    if (settled.length < quorumSize(members.length)) continue;
    return {
      message: `${name} brings on and on what ${counted(settled.length, 'member')} of epoch ${epoch} settled`,
      facts: { validator: name, settled: settled.map((each) => each.name).join(' ') },
    };
  }
  return undefined;
}
