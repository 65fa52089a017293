import { describe, expect, it } from 'vitest';
import { LIMITS } from './limits.ts';

describe('LIMITS', () => {
  it('C3 lets a committee account name every member of the largest committee', () => {
    expect(LIMITS.multiSigSigners).toBeGreaterThanOrEqual(LIMITS.committeeMembers);
  });

  it('keeps the values that the interface document and its clients show', () => {
    expect(LIMITS).toMatchObject({
      certificatesPerRequest: 200,
      descriptionBytes: 1024,
      basisPoints: 10_000,
      externalClaims: 1,
      decimals: 255,
      nonce: 9_223_372_036_854_775_807n,
      clientTimeoutMillis: 15_000,
    });
  });

  it('leaves room for the largest parts inside the largest transaction', () => {
    const verifierBytes = LIMITS.verifiers * (32 + 32 + 64);
    expect(LIMITS.claimDataBytes + verifierBytes).toBeLessThan(LIMITS.transactionBytes);
    const validatorBytes = 32 + 2 + LIMITS.hostBytes + 4;
    expect(LIMITS.committeeMembers * validatorBytes).toBeLessThan(LIMITS.transactionBytes);
  });
});
