import type { TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork, keyOf } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { submission } from '../../../test/network.ts';
import { payment } from '../../../test/payments.ts';
import { takeSnapshot } from '../../handover/take-snapshot.ts';
import { heldEnvelopes, NEW_ACCOUNT } from '../../ledger/ledger.ts';
import type { GetSnapshot, Result } from '../../message.ts';
import { openEnvelope } from '../../open-envelope.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, FOUR);
const ALICE = addressOf('alice');

/** The snapshot of d, which shows that alice is locked on what d was shown first. */
function showing(network: EpochNetwork, shown: TransactionEnvelope, { page }: GetSnapshot): Result {
  const { ledger } = network.state('d');
  const lock = { kind: 'pending', envelope: shown, signature: undefined } as const;
  const account = ledger.account.set(ALICE, { ...NEW_ACCOUNT, lock });
  const changeId = network.state('a').ledger.committee.get('1')?.changeId;
  if (changeId === undefined) throw new Error('expected a change');
  const header = { networkId: 'fast:localnet', epoch: 0, changeId } as const;
  const parts = takeSnapshot({ ...ledger, account }, header, keyOf('d', 0), heldEnvelopes);
  const signed = parts[page === null ? 0 : page + 1];
  if (signed === undefined) throw new Error('expected a part');
  return { type: 'SnapshotPart', signed };
}

describe('what a proxy only asks about', () => {
  it('P5 cannot be shown as its sender’s, so nothing that was refused is in contest with what follows', () => {
    const network = new EpochNetwork(FOUR, 4);
    network.join(FOUR, 1);
    const shown: TransactionEnvelope[] = [];
    network.lie('d', (from, message) => {
      if (message.type === 'CheckTransaction') shown.push(openEnvelope(message.envelope));
      if (message.type === 'GetSnapshot' && shown[0] !== undefined)
        return showing(network, shown[0], message);
      network.tell('d', message, from);
      return undefined;
    });
    network.request(submission(payment({ amount: 150n }), 'refused'));
    network.run();
    for (const operator of ['a', 'b']) network.submit(operator, payment());
    // Without c, the other two need the snapshot of d.
    network.cut('c');
    network.deliver('a', network.change(zero, FOUR));
    network.run(400);
    network.mend('c');
    network.request(submission(payment(), 'instead'));
    network.run();
    expect(network.answers).toMatchObject([
      { rejection: { code: 'InsufficientFunding' } },
      { type: 'Success' },
    ]);
    expect(shown.length).toBeGreaterThan(0);
  });
});
