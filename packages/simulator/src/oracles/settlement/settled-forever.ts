import { type Ledger, nonceKey } from '@quorate/core';
import { type Address, factsOf, type TransactionId } from '@quorate/protocol';
import { settledKeys } from '../model/settled-by.ts';
import type { Finding, GivenAnswer, Oracle, OracleContext } from '../oracle.ts';

/** What one validator has reported as settled: from nonce key to transaction. */
type Reported = Map<string, TransactionId>;

/** What a correct validator reported as settled stays settled, restarts included. */
export function settledForever({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  const reported = new Map<string, Reported>();

  function reportedBy(validator: string): Reported {
    const known = reported.get(validator);
    if (known !== undefined) return known;
    const fresh: Reported = new Map();
    reported.set(validator, fresh);
    return fresh;
  }

  function lost(validator: string, { settled }: Ledger, keys: Iterable<string>) {
    const known = reportedBy(validator);
    for (const key of keys) {
      const id = known.get(key);
      const held = settled.get(key);
      if (id !== undefined && held !== id) return found(validator, key, { id, held });
    }
    return undefined;
  }

  function found(
    validator: string,
    key: string,
    { id, held }: { readonly id: TransactionId; readonly held: TransactionId | undefined },
  ): Finding {
    const [sender, nonce] = key.split('/') as [Address, string];
    const what = `(${nameOf(sender)}, nonce ${BigInt(nonce)})`;
    return {
      message: `${validator} reported ${what} settled and holds ${held ?? 'nothing'} there`,
      facts: { validator, sender: nameOf(sender), reported: id, held: held ?? 'nothing' },
    };
  }

  return {
    name: 'settled-forever',
    kind: 'safety',
    noteAnswer: (answer) => {
      const settled = settledAnswer(answer);
      if (settled !== undefined) reportedBy(answer.validator).set(settled.key, settled.id);
    },
    afterStep: (step) => {
      const keys = settledKeys(step.changes);
      if (keys.length === 0) return undefined;
      return lost(step.validator, step.observation.after.ledger, keys);
    },
    afterStart: ({ validator, ledger }) => lost(validator, ledger, reportedBy(validator).keys()),
    atRest: ({ validators, disks }) => {
      for (const { name, ledger } of disks) {
        const finding = lost(name, ledger, reportedBy(name).keys());
        if (finding !== undefined) return finding;
      }
      for (const { name, state } of validators) {
        const finding = lost(name, state.ledger, reportedBy(name).keys());
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

function settledAnswer({
  result,
  step,
}: GivenAnswer): { readonly key: string; readonly id: TransactionId } | undefined {
  const { input } = step.observation;
  if (result.type !== 'Settled') return undefined;
  if (input.type !== 'Message' || input.message.type !== 'SubmitCertificate') return undefined;
  const { id, transaction } = factsOf(input.message.certificate.envelope.transaction);
  return { key: nonceKey(transaction.sender, transaction.nonce), id };
}
