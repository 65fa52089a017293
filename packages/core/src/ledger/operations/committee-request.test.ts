import type { Operation } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { committee, START } from '../../../test/genesis.ts';
import { createTestLedger } from '../../../test/ledger.ts';
import { transfer } from '../../../test/payments.ts';
import { candidatesOf } from '../../operator/next-members.ts';
import { nonceKey } from '../ledger.ts';
import { requestsInOrder } from './committee-request.ts';

const ALICE = addressOf('alice');
const CONFIG = { address: addressOf('v9'), host: 'v9', rpcPort: 1 };
const JOIN: Operation = { kind: 'JoinCommittee', config: CONFIG };
const LEAVE: Operation = { kind: 'LeaveCommittee' };

describe('JoinCommittee and LeaveCommittee', () => {
  it('C2 records each under its sender, nonce and position', () => {
    const ledger = createTestLedger();
    ledger.settle('alice', [JOIN, LEAVE]);
    ledger.settle('alice', [LEAVE], { timestampNanos: 7n });
    const origin = { sender: ALICE, nonce: 0n };
    expect(Object.fromEntries(ledger.state().ledger.request)).toEqual({
      [`${nonceKey(ALICE, 0n)}/0`]: {
        kind: 'Join',
        config: CONFIG,
        operator: ALICE,
        timestampNanos: START,
        origin,
      },
      [`${nonceKey(ALICE, 0n)}/1`]: {
        kind: 'Leave',
        operator: ALICE,
        timestampNanos: START,
        origin,
      },
      [`${nonceKey(ALICE, 1n)}/0`]: {
        kind: 'Leave',
        operator: ALICE,
        timestampNanos: 7n,
        origin: { sender: ALICE, nonce: 1n },
      },
    });
  });

  it('C2 lists them as they were made, beyond the tenth operation of a transaction too', () => {
    const ledger = createTestLedger();
    const pay = transfer(ALICE, 1n);
    const before = Array.from({ length: 7 }, () => pay);
    ledger.settle('alice', [pay, pay, JOIN, ...before, LEAVE]);
    const requests = requestsInOrder(ledger.state().ledger);
    expect(requests.map(({ kind }) => kind)).toEqual(['Join', 'Leave']);
    expect(candidatesOf(requests, [committee(4)])).toEqual([]);
  });

  it('C2 admits them in any state of membership', () => {
    const ledger = createTestLedger();
    for (const from of ['dave', 'operator1', 'v1']) {
      expect(ledger.refusal(from, [JOIN, JOIN, LEAVE, LEAVE])).toBe(undefined);
      expect(ledger.missing(from, [JOIN, LEAVE])).toEqual([]);
    }
  });
});
