import type { Address } from '@quorate/protocol';
import { expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import type { OracleContext, ValidatorStep } from '../oracle.ts';
import { lockExclusive } from './locks.ts';

const sender = '01'.repeat(32) as Address;
const lock = {
  kind: 'pending',
  envelope: envelopeOf(sender, { kind: 'LeaveCommittee' }),
  signature: 'signed by k1',
};

/** Says what is wrong if a validator with this seat writes the lock of an account. */
function fault(seat: string | undefined, members: readonly string[]): string | undefined {
  const verifier = { verify: (key: string, _: unknown, by: string) => by === `signed by ${key}` };
  const context = { nameOf: () => 'alice', verifier } as unknown as OracleContext;
  const value = { nextNonce: 0n, creditCount: 1, lock };
  const seated = members.map((address, at) => ({
    validator: { address, host: `v${at + 1}`, rpcPort: 0 },
  }));
  const committees = [{ members: seated }];
  const state = { handover: { seat, served: 0 }, committees };
  const step = {
    validator: 'v1',
    observation: { before: state, after: state },
    changes: [{ table: 'account', key: sender, value, was: { ...value, creditCount: 0 } }],
  };
  return lockExclusive(context).afterStep?.(step as unknown as ValidatorStep)?.facts['fault'];
}

it('lock-exclusive knows the own signature in a lock by the key of the seat', () => {
  expect(fault('k1', ['k1', 'k2'])).toBeUndefined();
  expect(fault('k2', ['k1', 'k2'])).toBe('holds a signature that does not verify');
});

it('C9 lock-exclusive takes the key from the committee if that of the seat is destroyed', () => {
  expect(fault(undefined, ['k1', 'k2'])).toBeUndefined();
  expect(fault(undefined, ['k2', 'k1'])).toBe('holds a signature that does not verify');
  expect(fault(undefined, [])).toBe('has a signature of a validator without a seat');
});
