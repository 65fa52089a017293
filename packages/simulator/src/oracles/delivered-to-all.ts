import { type Committee, nodeNameOf, nonceKey } from '@quorate/core';
import type { TransactionFacts, TransactionId } from '@quorate/protocol';
import { epochOf } from './acknowledgements.ts';
import type { Finding, Oracle, OracleContext, Retrospect } from './oracle.ts';

interface Acknowledged {
  readonly facts: TransactionFacts;
  /** The last epoch that signed it. */
  readonly epoch: number;
  readonly proxies: Set<string>;
}

/**
 * What a correct proxy acknowledged it also brings to the rest of the committee (rule P1): at the end every
 * correct member has settled it that the proxy had every occasion to bring it to.
 *
 * Of what an earlier committee signed the next is handed as much as makes a quorum, and no more (rule C4).
 */
export function deliveredToAll(context: Pick<OracleContext, 'committees' | 'nameOf'>): Oracle {
  const acknowledged = new Map<TransactionId, Acknowledged>();
  return {
    name: 'delivered-to-all',
    kind: 'safety',
    noteSuccess: ({ by, role, certificate, facts }) => {
      if (role !== 'proxy') return;
      const before = acknowledged.get(facts.id);
      const epoch = Math.max(before?.epoch ?? 0, epochOf(certificate, context));
      const proxies = new Set([...(before?.proxies ?? []), by]);
      acknowledged.set(facts.id, { facts, epoch, proxies });
    },
    atRest: (run) => {
      const running = context.committees.running();
      for (const each of acknowledged.values()) {
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
  const seats = new Set(members.map(({ validator }) => nodeNameOf(validator)));
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
