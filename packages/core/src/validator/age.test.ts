import type { Operation, TransactionId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { genesis, START } from '../../test/genesis.ts';
import { certified, rejectionOf, signedBy, transaction, transfer } from '../../test/payments.ts';
import { createTestValidator, validatorEnv } from '../../test/validator.ts';
import { applyChanges } from '../ledger/ledger.ts';
import { withLedger } from './state.ts';
import { stepValidator } from './step.ts';

const LEAVE: Operation = { kind: 'LeaveCommittee' };
const JOIN: Operation = {
  kind: 'JoinCommittee',
  config: { address: addressOf('v9'), host: '', rpcPort: 0 },
};
const PAY = transfer(addressOf('bob'), 1n);

/** Delivers operations of alice's when the epoch has run for a while. */
function deliverAfter(elapsedNanos: bigint, operations: readonly Operation[]) {
  const genesisTimeNanos = START - elapsedNanos;
  const validator = createTestValidator({
    genesis: genesis({ genesisTimeNanos, minRequestAgeNanos: 60n }),
  });
  return validator.deliver(certified(signedBy('alice', transaction(operations))));
}

describe('C2, the age of an epoch', () => {
  it.each([
    ['to join', [JOIN]],
    ['to leave', [LEAVE]],
    ['beside something else', [PAY, LEAVE]],
  ])('C2 has a request %s wait for the rest of it, to the nanosecond', (_, operations) => {
    expect(rejectionOf(deliverAfter(0n, operations))).toEqual({
      code: 'CertificateTooYoung',
      rule: 'C2',
      resendAfterNanos: 60n,
    });
    expect(rejectionOf(deliverAfter(59n, operations))).toMatchObject({ resendAfterNanos: 1n });
    expect(deliverAfter(60n, operations).type).toBe('Settled');
    expect(deliverAfter(61n, operations).type).toBe('Settled');
  });

  it('C2 holds up nothing else', () => {
    expect(deliverAfter(0n, [PAY]).type).toBe('Settled');
  });

  it('C2 counts a later epoch from the change that began it, and not from genesis', () => {
    const { state } = createTestValidator({
      genesis: genesis({ genesisTimeNanos: START - 1_000n, minRequestAgeNanos: 60n }),
    });
    const { ledger, genesis: first } = state();
    const change = {
      members: first.committee.members,
      changeId: '00'.repeat(32) as TransactionId,
      beganAtNanos: START - 20n,
      origin: { sender: addressOf('alice'), nonce: 0n },
    };
    const changes = [{ table: 'committee', key: '1', value: change }] as const;
    const later = withLedger(state(), applyChanges(ledger, changes));
    const certificate = certified(signedBy('alice', transaction([LEAVE])));
    const message = { type: 'SubmitCertificate', requestId: 'deliver', certificate } as const;
    const input = { type: 'Message', from: 'tester', message } as const;
    const step = stepValidator({ ...later, status: 'active' }, input, validatorEnv());
    const tooYoung = { code: 'CertificateTooYoung', rule: 'C2', resendAfterNanos: 40n };
    expect(step.effects).toMatchObject([
      { type: 'Reply', result: { type: 'Rejected', rejection: tooYoung } },
    ]);
  });

  it('C2 holds up no request at a validator that does not serve and catches up with what others settled', () => {
    const { state } = createTestValidator({ genesis: genesis({ minRequestAgeNanos: 60n }) });
    const certificate = certified(signedBy('alice', transaction([LEAVE])));
    const message = { type: 'SubmitCertificate', requestId: 'deliver', certificate } as const;
    const answers = (['active', 'merging', 'retired'] as const).map((status) => {
      const input = { type: 'Message', from: 'tester', message } as const;
      const { effects } = stepValidator({ ...state(), status }, input, validatorEnv());
      return effects.flatMap((effect) => (effect.type === 'Reply' ? [effect.result.type] : []));
    });
    expect(answers).toEqual([['Rejected'], ['Settled'], ['Settled']]);
  });

  it('C2 is asked after S3 and S4: first what is missing comes', () => {
    const validator = createTestValidator({ genesis: genesis({ minRequestAgeNanos: 60n }) });
    const certificate = certified(signedBy('alice', transaction([LEAVE], { nonce: 1n })));
    expect(rejectionOf(validator.deliver(certificate)).rule).toBe('S3');
  });
});
