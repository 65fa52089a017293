import { type Committee, nodeNamesOf, nonceKey } from '@quorate/core';
import type { Finding, Oracle, OracleContext, Retrospect } from '../oracle.ts';
import { type Acknowledged, createAcknowledgements } from './acknowledgements.ts';

/**
 * A correct proxy delivers what it acknowledged also to the rest of the committee (rule P1): at the
 * end, every correct member that it had every opportunity to reach has settled it.
 *
 * Certificates of an earlier committee are handed over only to a quorum of the next (rule C4).
 */
export function deliveredToAll(context: Pick<OracleContext, 'committees' | 'nameOf'>): Oracle {
  const acknowledged = createAcknowledgements(context);
  return {
    name: 'delivered-to-all',
    kind: 'safety',
    noteSuccess: acknowledged.note,
    atRest: (run) => {
      const running = context.committees.running();
      for (const each of acknowledged.all()) {
        const finding =
          each.epoch === running.epoch ? neverBrought(each, running, run, context) : undefined;
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

function neverBrought(
  { facts: { id, transaction }, proxies }: Acknowledged,
  { members }: Committee,
  { validators, couldBring }: Retrospect,
  { nameOf }: Pick<OracleContext, 'nameOf'>,
): Finding | undefined {
  const seats = new Set(nodeNamesOf(members));
  const key = nonceKey(transaction.sender, transaction.nonce);
  const lacking = validators.filter(
    ({ name, state }) => seats.has(name) && !state.ledger.settled.has(key),
  );
  for (const { name } of lacking) {
    const proxy = [...proxies].find((each) => couldBring(each, name));
    if (proxy === undefined) continue;
    const sender = nameOf(transaction.sender);
    return {
      message: `${proxy} acknowledged (${sender}, nonce ${transaction.nonce}) and never brought it to ${name}`,
      facts: { proxy, validator: name, transaction: id },
    };
  }
  return undefined;
}
