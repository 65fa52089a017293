import type { Bytes32, TransactionId } from '@quorate/protocol';
import { addressOf, committeeOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { externalClaim } from '../../test/claims.ts';
import { committee, START, VERIFIER } from '../../test/genesis.ts';
import { certified, signedBy } from '../../test/payments.ts';
import { CLIENT_RULES } from './rules.ts';
import type { ClientState } from './state.ts';

const state: ClientState = {
  networkId: 'fast:localnet',
  committees: [committee(4)],
  proxy: 'proxy',
  timings: { retryNanos: 1n, retryNanosMax: 1n, retriesMax: 1 },
  nextNonce: 0n,
  inFlight: undefined,
  queue: [],
};
const env = { now: START, signer: signerOf('alice'), verifier: VERIFIER, rules: CLIENT_RULES };
const verifiers = ['bob', 'carol'];

describe('acceptsCertificate', () => {
  const sent = signedBy('alice', externalClaim({ verifiers, quorum: 1n, signers: verifiers }));

  it('V10 takes the same transaction with another verifier quorum', () => {
    const other = signedBy('alice', externalClaim({ verifiers, quorum: 1n, signers: ['carol'] }));
    expect(CLIENT_RULES.acceptsCertificate(state, sent, certified(other), env)).toBe(true);
  });

  it('V10 refuses the same transaction with its verifier signatures taken out', () => {
    // The id and every other signature are the same, but no validator would settle it.
    const stripped = signedBy('alice', externalClaim({ verifiers, quorum: 1n, signers: [] }));
    expect(CLIENT_RULES.acceptsCertificate(state, sent, certified(stripped), env)).toBe(false);
  });

  it('C8 refuses the certificate of another committee', () => {
    const strangers = committeeOf(8).slice(4);
    expect(CLIENT_RULES.acceptsCertificate(state, sent, certified(sent, strangers), env)).toBe(
      false,
    );
  });
});

describe('nonceAfter', () => {
  it('P7 goes past what was pruned: that has settled, so its nonce is used', () => {
    const pruned = [4n, 5n, 3n].map((nonce) => ({
      sender: addressOf('alice'),
      nonce,
      transactionId: '00'.repeat(32) as TransactionId,
      settledAt: START,
      hash: '00'.repeat(32) as Bytes32,
    }));
    const refusal = { code: 'CertificatePruned', rule: 'P7', pruned } as const;
    expect(CLIENT_RULES.nonceAfter(3n, refusal)).toBe(6n);
    expect(CLIENT_RULES.nonceAfter(5n, refusal)).toBe(6n);
    expect(CLIENT_RULES.nonceAfter(7n, refusal)).toBe(7n);
  });
});
