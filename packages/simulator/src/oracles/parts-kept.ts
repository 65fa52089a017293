import type { TransactionEnvelope } from '@quorate/protocol';
import { cosignersOf } from './keys-of.ts';
import type { Finding, Oracle, ProxyStep } from './oracle.ts';

/**
 * What lacks signatures a correct proxy keeps with all that it was brought of them, for as long as it keeps it: whoever
 * signs later only adds to it (rule P9).
 *
 * An addition of ours to the ledger document. What a proxy forgets its signers are asked for again, and take for
 * granted that somebody else has not signed yet.
 */
export function partsKept(): Oracle {
  return {
    name: 'parts-kept',
    kind: 'safety',
    afterProxyStep: ({ node, observation: { before, after } }: ProxyStep): Finding | undefined => {
      // Tables are immutable: one that is the same object has not changed.
      if (before.incomplete === after.incomplete) return undefined;
      for (const [id, { envelope, since }] of after.incomplete) {
        const was = before.incomplete.get(id);
        // What had been kept for too long begins anew.
        if (was === undefined || was.envelope === envelope || was.since !== since) continue;
        const signers = signersOf(envelope);
        const lost = [...signersOf(was.envelope)].find((signer) => !signers.has(signer));
        if (lost === undefined) continue;
        return {
          message: `${node} has lost a signature of what lacks others`,
          facts: { proxy: node, transaction: id, signer: lost },
        };
      }
      return undefined;
    },
  };
}

function signersOf(envelope: TransactionEnvelope): ReadonlySet<string> {
  const { members, verifiers } = cosignersOf(envelope);
  return new Set([...members, ...verifiers.map((key) => `verifier ${key}`)]);
}
