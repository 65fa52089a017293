import type { TransactionEnvelope } from '@quorate/protocol';
import { committeeAt, EpochNetwork, keyOf, START } from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedBy, transaction } from '../../test/payments.ts';
import { quorumSize } from '../quorum.ts';
import type { ValidatorRules } from '../validator/rule-types.ts';
import { VALIDATOR_RULES } from '../validator/rules.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const NEXT = ['e', 'f', 'g', 'h'];
const zero = committeeAt(0, FOUR);

/** A request of mallory for the key of another, older than all that are honest. */
function theft(): TransactionEnvelope {
  const config = { address: keyOf('e', 1).address, host: 'e', rpcPort: 0 };
  return signedBy(
    'carol',
    transaction([{ kind: 'JoinCommittee', config }], { timestampNanos: 1n }),
  );
}

/** Says for each member in which order the change and the theft come to it: the theft first, or last. */
function signaturesOf(theftFirst: readonly boolean[], rules: ValidatorRules): readonly number[] {
  const network = new EpochNetwork([...FOUR, ...NEXT], 4, { rules });
  network.join(NEXT, 1);
  const change = network.proposal(zero, NEXT);
  const counts = [0, 0];
  for (const [index, operator] of FOUR.entries()) {
    const inOrder = theftFirst[index] === true ? [1, 0] : [0, 1];
    for (const which of inOrder) {
      const answer = network.submit(operator, which === 0 ? change : theft());
      if (answer.type === 'Signed') counts[which] = (counts[which] ?? 0) + 1;
    }
  }
  return counts;
}

const anyOrder = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });

describe('a key of the next committee', () => {
  it('C3 has one operator before its change: what asks for it otherwise is not certified beside it', () => {
    fc.assert(
      fc.property(anyOrder, (theftFirst) => {
        const [change = 0, stolen = 0] = signaturesOf(theftFirst, VALIDATOR_RULES);
        expect(change + stolen).toBe(4);
        expect(Math.min(change, stolen)).toBeLessThan(quorumSize(4));
      }),
    );
  });

  it('C3 is certified for two where validators look at what has settled only', () => {
    const { operations } = VALIDATOR_RULES;
    const { JoinCommittee } = operations;
    const rules = {
      ...VALIDATOR_RULES,
      operations: { ...operations, JoinCommittee: { ...JoinCommittee, validate: () => undefined } },
    };
    expect(signaturesOf([false, false, false, true], rules)).toEqual([3, 4]);
  });

  it('C2 may be asked for again by its own operator, and by anybody once the change has settled', () => {
    const network = new EpochNetwork([...FOUR, ...NEXT], 4);
    network.join(NEXT, 1);
    expect(network.submit('a', network.proposal(zero, NEXT)).type).toBe('Signed');
    const config = { address: keyOf('e', 1).address, host: 'elsewhere', rpcPort: 0 };
    const again = transaction([{ kind: 'JoinCommittee', config }], {
      nonce: 1n,
      timestampNanos: START,
    });
    expect(network.submit('a', signedBy('operator e', again)).type).toBe('Signed');
    expect(network.submit('a', theft())).toMatchObject({
      type: 'Rejected',
      rejection: { code: 'NonSubmittableOperation', operationIndex: 0 },
    });
    for (const operator of FOUR) network.deliver(operator, network.change(zero, NEXT));
    network.run(3_000);
    expect(network.submit('e', theft()).type).toBe('Signed');
  });
});
