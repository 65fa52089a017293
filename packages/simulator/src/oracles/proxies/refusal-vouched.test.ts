import type { SubmitTransaction } from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  factsOf,
  type HexBytes,
  type Operation,
  type Rejection,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { alice, genesis, parties } from '../../../test/alice-alone.ts';
import { envelopeOf } from '../../../test/envelopes.ts';
import { createCommitteeBook } from '../committee-book.ts';
import { refusalVouched } from './refusal-vouched.ts';

const bob = parties.signer('bob');

const LEAVE: Operation = { kind: 'LeaveCommittee' };

/** A claim for which one verifier has to vouch, and nobody does. */
const CLAIM: Extract<Operation, { readonly kind: 'ExternalClaim' }> = {
  kind: 'ExternalClaim',
  claim: { verifierCommittee: [bob.address], verifierQuorum: 1n, claimData: '' as HexBytes },
  signatures: [],
};

/** The same with its verifier's signature, signed by alice. */
function vouchedClaim(): TransactionEnvelope {
  const { signingBytes } = factsOf(signed(CLAIM).transaction);
  const sig = bob.sign(signingBytes);
  return signed({ ...CLAIM, signatures: [{ verifierAddr: bob.address, sig }] });
}

function signed(operation: Operation): TransactionEnvelope {
  const { transaction } = envelopeOf(alice, operation);
  const { signingBytes } = factsOf(transaction);
  const signature = parties.signer('alice').sign(signingBytes);
  return { transaction, signature: { kind: 'Signature', signature } };
}

type Code = 'InvalidSignature' | 'InvalidRequest' | 'NonSubmittableOperation';

function rejectionOf(code: Code, rule = 'V1') {
  return { code, rule, reason: '' } as Rejection;
}

/** What a proxy says of what a client asked for. */
interface Refusal {
  readonly code?: Code;
  readonly rule?: string;
  /** What it refuses, where that is not what the client asked for. */
  readonly refused?: TransactionEnvelope;
  readonly more?: Partial<SubmitTransaction>;
  readonly mayCorrupt?: boolean;
  readonly isCorrect?: (node: string) => boolean;
}

/** Has a client ask for one transaction, and a proxy refuse it. */
function findingOf(
  envelope: TransactionEnvelope,
  {
    code = 'NonSubmittableOperation',
    rule,
    refused = envelope,
    more = {},
    mayCorrupt = false,
    isCorrect = () => true,
  }: Refusal = {},
) {
  const oracle = refusalVouched({
    genesis,
    committees: createCommitteeBook(genesis.committee),
    verifier: createVerifier(loadEd25519()),
    mayCorrupt,
    isCorrect,
  });
  const message = { type: 'SubmitTransaction', requestId: 'r', envelope, ...more } as const;
  oracle.afterClientWord?.({ from: 'alice', message });
  const { id } = factsOf(refused.transaction);
  const rejection = rejectionOf(code, rule);
  return oracle.afterRefusal?.({ by: 'p1', isCorrect: true, id, rejection });
}

const OF_FORM = ['InvalidSignature', 'InvalidRequest'] as const;

describe('refusal-vouched', () => {
  it('finds a refusal that no validator gave', () => {
    const facts = { proxy: 'p1', code: 'NonSubmittableOperation' };
    expect(findingOf(envelopeOf(alice, LEAVE))?.facts).toMatchObject(facts);
  });

  it('says nothing where more than f validators are incorrect', () => {
    const isCorrect = (node: string) => node !== 'v1';
    expect(findingOf(envelopeOf(alice, LEAVE), { isCorrect })).toBeUndefined();
  });

  it('knows nothing of what came of a request that was changed on its way to the proxy', () => {
    expect(findingOf(signed(LEAVE), { refused: signed(CLAIM) })).toBeUndefined();
  });

  it('leaves to the proxy what is wrong with the verifiers of a claim, and looks whether it is so', () => {
    expect(findingOf(signed(CLAIM))).toBeUndefined();
    expect(findingOf(vouchedClaim())?.facts).toMatchObject({ code: 'NonSubmittableOperation' });
    expect(findingOf(vouchedClaim(), { mayCorrupt: true })).toBeUndefined();
  });

  it('V2 leaves to the proxy what is for another network, and looks whether it is so', () => {
    const { transaction, signature } = envelopeOf(alice, LEAVE);
    if (transaction.release !== 'Release20260407') throw new Error(transaction.release);
    const elsewhere = { ...transaction.transaction, networkId: 'fast:testnet' } as const;
    const foreign = { transaction: { ...transaction, transaction: elsewhere }, signature };
    expect(findingOf(foreign, { rule: 'V2' })).toBeUndefined();
    const facts = { proxy: 'p1', code: 'NonSubmittableOperation' };
    expect(findingOf(foreign, { rule: 'V6' })?.facts).toMatchObject(facts);
    expect(findingOf(signed(LEAVE), { rule: 'V2' })?.facts).toMatchObject(facts);
  });

  it.each(OF_FORM)('finds a proxy that says %s of a transaction in order', (code) => {
    expect(findingOf(signed(LEAVE), { code })?.facts).toMatchObject({ code });
    expect(findingOf(vouchedClaim(), { code })?.facts).toMatchObject({ code });
  });

  it.each(OF_FORM)('has nothing against %s where it may be so', (code) => {
    const forged = envelopeOf(alice, LEAVE);
    expect(findingOf(forged, { code })).toBeUndefined();
    expect(findingOf(signed(LEAVE), { code, mayCorrupt: true })).toBeUndefined();
    const more = { witnessCertificates: [{ envelope: forged, signatures: [] }] };
    expect(findingOf(signed(LEAVE), { code, more })).toBeUndefined();
  });
});

/** Has a proxy refuse the change of somebody who is no client. */
function findingOnStranger(code: 'NonSubmittableOperation' | 'InvalidRequest', isHeard: boolean) {
  const committees = createCommitteeBook(genesis.committee);
  const oracle = refusalVouched({ genesis, committees, verifier: createVerifier(loadEd25519()) });
  const envelope = signed(LEAVE);
  const message = { type: 'SubmitTransaction', requestId: 'change-1', envelope } as const;
  const input = { type: 'Message', from: 'registrar', message } as const;
  const rejection = { code, rule: 'V6', reason: 'no' } as Rejection;
  const result = { type: 'Rejected', rejection } as const;
  if (isHeard) {
    const step = { observation: { input } } as never;
    oracle.noteAnswer?.({ validator: 'v1', result, step, at: 0n });
  }
  const effects = [{ type: 'Reply', to: 'registrar', requestId: 'change-1', result }];
  return oracle.afterProxyStep?.({ node: 'p1', observation: { input, effects } } as never);
}

describe('refusal-vouched, of requests that are no client’s', () => {
  it('finds a proxy that refuses what no correct validator has refused', () => {
    const facts = { proxy: 'p1', code: 'NonSubmittableOperation' };
    expect(findingOnStranger('NonSubmittableOperation', false)?.facts).toMatchObject(facts);
    expect(findingOnStranger('NonSubmittableOperation', true)).toBeUndefined();
  });

  it('leaves to the proxy what it finds out by itself', () => {
    expect(findingOnStranger('InvalidRequest', false)).toBeUndefined();
  });
});
