import type { Operation, Rejection } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../test/claims.ts';
import { createTestClient, envelopeIn, type TestClient } from '../../test/client.ts';
import { committee, VERIFIER } from '../../test/genesis.ts';
import { creation } from '../../test/operations.ts';
import { certified, signedBy, transfer } from '../../test/payments.ts';
import { isAboutSent } from './about-sent.ts';

const FORM: readonly Rejection[] = [
  { code: 'InvalidRequest', rule: 'V1', reason: 'trailing bytes' },
  { code: 'InvalidSignature', rule: 'V3', reason: 'does not verify' },
];

function begun(client: TestClient, operations: readonly Operation[]) {
  const effects = client.hear('user', { type: 'Execute', requestId: 'r1', operations });
  return envelopeIn(effects);
}

describe('a refusal for form', () => {
  it.each(FORM)('P4 says nothing of bytes that are well formed: $code', (rejection) => {
    const client = createTestClient();
    const envelope = begun(client, [transfer(addressOf('bob'), 1n)]);
    const before = client.state();
    expect(client.answer({ type: 'Rejected', rejection })).toEqual([]);
    expect(client.state()).toBe(before);
    expect(envelopeIn(client.wait())).toBe(envelope);
    const settled = client.answer({
      type: 'Success',
      certificate: certified(envelope as NonNullable<typeof envelope>),
    });
    expect(settled.map(({ type }) => type)).toContain('Reply');
  });

  it.each(FORM)('P4 is believed of bytes that no validator would take: $code', (rejection) => {
    const client = createTestClient();
    begun(client, [creation({ tokenName: 'n'.repeat(1_000) })]);
    expect(client.state().inFlight).toMatchObject({ envelope: {} });
    client.answer({ type: 'Rejected', rejection });
    expect(client.state().inFlight).toBeUndefined();
  });
});

describe('isAboutSent', () => {
  const claim = (signers: readonly string[]) =>
    signedBy('alice', externalClaim({ verifiers: ['bob'], quorum: 1n, signers }));
  const refused = (operationIndex?: number): Rejection => ({
    code: 'NonSubmittableOperation',
    rule: 'V6',
    reason: 'the signature of the verifier does not verify',
    ...(operationIndex === undefined ? {} : { operationIndex }),
  });
  const about = (envelope: ReturnType<typeof claim>, rejection: Rejection) =>
    isAboutSent({ committees: [committee(4)] }, { envelope, witnesses: [] }, rejection, {
      verifier: VERIFIER,
    });

  it('V6 finds no fault with verifiers whose signatures are valid', () => {
    expect(about(claim(['bob']), refused())).toBe(false);
    expect(about(claim(['bob']), refused(0))).toBe(false);
    expect(about(claim(['carol']), refused())).toBe(true);
  });

  it('V6 finds the claim among other operations', () => {
    const before = [transfer(addressOf('bob'), 1n)];
    const envelope = signedBy(
      'alice',
      externalClaim({ verifiers: ['bob'], quorum: 1n, signers: ['bob'], before }),
    );
    expect(about(envelope, refused())).toBe(false);
    expect(about(envelope, refused(1))).toBe(false);
    expect(about(envelope, refused(0))).toBe(true);
  });

  it('V3 finds fault with a validator key among the verifiers', () => {
    const envelope = signedBy(
      'alice',
      externalClaim({ verifiers: ['v1'], quorum: 0n, signers: [] }),
    );
    const rejection: Rejection = {
      code: 'InvalidSignature',
      rule: 'V3',
      reason: 'a validator key',
    };
    expect(about(envelope, rejection)).toBe(true);
    expect(about(claim(['bob']), rejection)).toBe(false);
  });

  it('takes what is said of other operations, or of the fee, as said of the transaction', () => {
    expect(about(claim(['bob']), refused(1))).toBe(true);
    expect(about(claim(['bob']), { ...refused(), rule: 'V7' } as Rejection)).toBe(true);
  });
});
