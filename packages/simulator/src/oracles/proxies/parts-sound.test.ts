import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  type ExternalClaim,
  factsOf,
  type HexBytes,
  type Signature,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import type { ProxyStep } from '../oracle.ts';
import { partsSound } from './parts-sound.ts';

const QUORUM = 2n;
const COMMITTEE = ['bob', 'carol'];

function claim(signatures: ExternalClaim['signatures']): TransactionEnvelope {
  const verifierCommittee = COMMITTEE.map(addressOf);
  const about = { verifierCommittee, verifierQuorum: QUORUM, claimData: '' as HexBytes };
  return envelopeOf(addressOf('alice'), { kind: 'ExternalClaim', claim: about, signatures });
}

/** A claim of alice's with these verifiers' signatures, which she has signed in one of its two forms. */
function signed(verifiers: readonly string[], form: 'signing' | 'full' = 'signing') {
  const { signingBytes } = factsOf(claim([]).transaction);
  const signatures = verifiers.map((name) => ({
    verifierAddr: addressOf(name),
    sig: signerOf(name).sign(signingBytes),
  }));
  const { transaction } = claim(signatures);
  const bytes = form === 'full' ? factsOf(transaction).submittedBytes : signingBytes;
  const signature = signerOf('alice').sign(bytes);
  return { transaction, signature: { kind: 'Signature' as const, signature } };
}

const verifier = createVerifier(loadEd25519());

function faultOf(effect: object): string | undefined {
  const step = { node: 'p1', observation: { effects: [effect] } } as unknown as ProxyStep;
  return partsSound({ verifier }).afterProxyStep?.(step)?.facts['fault'];
}

function told(envelope: TransactionEnvelope): string | undefined {
  return faultOf({ type: 'Reply', result: { type: 'IncompleteVerifierSigs', envelope } });
}

function sent(envelope: TransactionEnvelope): string | undefined {
  return faultOf({ type: 'Send', message: { type: 'SubmitTransaction', envelope } });
}

/** The result of adding a verifier to what alice has signed with the other one in place. */
const added = { ...signed(COMMITTEE), signature: signed(['bob'], 'full').signature };

describe('parts-sound', () => {
  it.each(['signing', 'full'] as const)(
    'is silent where what lacks some, in %s form, is told so',
    (form) => {
      expect(told(signed(['bob'], form))).toBeUndefined();
      expect(sent(signed(COMMITTEE, form))).toBeUndefined();
    },
  );

  it('V10: finds verifiers that are added to what its sender has signed with others in place', () => {
    expect(told(added)).toBe('tells some that are none');
    expect(sent(added)).toBe('has validators sign what lacks some');
  });

  it('P9: finds a proxy that says a complete transaction lacks signatures', () => {
    expect(told(signed(COMMITTEE))).toBe('says that some are lacking where none are');
  });

  it('P9: finds a signature of a verifier or of a member that does not verify', () => {
    const forged = '11'.repeat(64) as Signature;
    const verifiers = claim([{ verifierAddr: addressOf('bob'), sig: forged }]);
    expect(told({ ...verifiers, signature: signed([]).signature })).toBe(
      'tells some that are none',
    );
    const config = { authorizedSigners: COMMITTEE.map(addressOf), quorum: QUORUM, nonce: 0n };
    const { transaction } = claim([]);
    const signatures = [[addressOf('bob'), forged]] as const;
    const jointly = { kind: 'MultiSig' as const, config, signatures };
    expect(told({ transaction, signature: jointly })).toBe('tells some that are none');
  });
});
