import { signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { START } from '../../test/genesis.ts';
import { certified, payment } from '../../test/payments.ts';
import { createTestValidator, validatorEnv } from '../../test/validator.ts';
import type { ValidatorMessage } from '../message.ts';
import { stepValidator } from './step.ts';

describe('a validator whose epoch has ended', () => {
  const validator = createTestValidator();
  const first = validator.submit(payment());
  const frozen = { ...validator.state(), status: 'merging' as const };
  const take = (message: ValidatorMessage) =>
    stepValidator(frozen, { type: 'Message', from: 'tester', message }, validatorEnv());
  const submission = (envelope: ReturnType<typeof payment>): ValidatorMessage => ({
    type: 'SubmitTransaction',
    requestId: 'r',
    envelope,
  });

  it('V4 repeats the signature that it gave', () => {
    expect(take(submission(payment()))).toEqual({
      state: frozen,
      effects: [{ type: 'Reply', to: 'tester', requestId: 'r', result: first }],
    });
  });

  it('V4 repeats it under the name of its seat, whose key is destroyed by now (C9)', () => {
    const env = validatorEnv(signerOf('v2'));
    const input = { type: 'Message', from: 'tester', message: submission(payment()) } as const;
    expect(stepValidator(frozen, input, env).effects).toEqual([
      { type: 'Reply', to: 'tester', requestId: 'r', result: first },
    ]);
  });

  it.each([
    ['a new transaction', payment({ from: 'bob', to: 'alice' })],
    ['a rival of the pending one', payment({ timestampNanos: START + 1n })],
  ])('V4 refuses %s with EpochEnding', (_, envelope) => {
    const step = take(submission(envelope));
    const rejection = { code: 'EpochEnding', rule: 'V4', epoch: 0 };
    expect(step.state).toBe(frozen);
    expect(step.effects).toEqual([
      { type: 'Reply', to: 'tester', requestId: 'r', result: { type: 'Rejected', rejection } },
    ]);
  });

  it('C4 still settles certificates of its epoch', () => {
    const certificate = certified(payment({ from: 'bob', to: 'alice' }));
    const step = take({ type: 'SubmitCertificate', requestId: 'r', certificate });
    expect(step.effects.at(-1)).toMatchObject({ result: { type: 'Settled' } });
  });
});
