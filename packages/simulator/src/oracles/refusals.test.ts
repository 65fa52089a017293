import type { Rejected } from '@quorate/core';
import { createSigner, loadEd25519 } from '@quorate/crypto';
import {
  type Address,
  type EscrowConfigId,
  factsOf,
  type HexBytes,
  NATIVE_TOKEN_ID,
  type Operation,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelopes.ts';
import { buildGenesis } from '../world/genesis.ts';
import { createParties } from '../world/parties.ts';
import { createCommitteeBook } from './committee-book.ts';
import { refusalUpToDate, refusalVouched } from './refusals.ts';

const sender = '01'.repeat(32) as Address;

const LEAVE: Operation = { kind: 'LeaveCommittee' };
const CLAIM: Operation = {
  kind: 'ExternalClaim',
  claim: { verifierCommittee: [], verifierQuorum: 0n, claimData: '' as HexBytes },
  signatures: [],
};
const rejection: Rejected['rejection'] = {
  code: 'NonSubmittableOperation',
  rule: 'V6',
  reason: '',
};

/** Has a client ask for one transaction, and a proxy refuse another; the same where none is given. */
function findingOf(asked: Operation, refused = asked) {
  const oracle = refusalVouched();
  const message = {
    type: 'SubmitTransaction',
    requestId: 'r',
    envelope: envelopeOf(sender, asked),
  } as const;
  oracle.afterClientWord?.({ from: 'alice', message });
  const { id } = factsOf(envelopeOf(sender, refused).transaction);
  return oracle.afterRefusal?.({ by: 'p1', isCorrect: true, id, rejection });
}

describe('refusal-vouched', () => {
  it('finds a refusal that no validator gave', () => {
    expect(findingOf(LEAVE)?.facts).toMatchObject({ proxy: 'p1', code: rejection.code });
  });

  it('leaves to the proxy what is wrong with the verifiers of a claim', () => {
    expect(findingOf(CLAIM)).toBeUndefined();
  });

  it('knows nothing of what came of a request that was changed on its way to the proxy', () => {
    expect(findingOf(LEAVE, CLAIM)).toBeUndefined();
  });
});

const parties = createParties((seed) => createSigner(loadEd25519(), seed));
const genesis = buildGenesis(
  { validators: ['v1'], clients: [{ name: 'alice', balance: 10n }], accounts: [] },
  parties,
  0n,
);
const alice = parties.signer('alice').address;

function pay(amount: bigint): Operation {
  const recipient = sender;
  return { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount, userData: null };
}

/** What a job costs is in its terms, too. */
const JOB: Operation = {
  kind: 'Escrow',
  escrow: {
    kind: 'CreateJob',
    configId: '02'.repeat(32) as EscrowConfigId,
    provider: sender,
    providerFee: 1n,
    description: '',
  },
};

/** Has the only validator confirm some transactions of alice, and a proxy refuse her payment of 10. */
function findingAfter(confirmed: readonly (readonly [bigint, Operation])[], nonce: bigint) {
  const committees = createCommitteeBook(genesis.committee);
  const oracle = refusalUpToDate({ genesis, committees, nameOf: parties.nameOf });
  for (const [place, operation] of confirmed) {
    const envelope = envelopeOf(alice, operation, place);
    const { id } = factsOf(envelope.transaction);
    const certificate = { envelope, signatures: [] };
    const message = { type: 'SubmitCertificate', requestId: 'r', certificate } as const;
    const input = { type: 'Message', from: 'p1', message } as const;
    const step = { validator: 'v1', observation: { input }, changes: [] } as never;
    const result = { type: 'Settled', transactionId: id, createdTokens: [] } as const;
    oracle.noteAnswer?.({ validator: 'v1', result, step });
  }
  const envelope = envelopeOf(alice, pay(10n), nonce);
  const message = { type: 'SubmitTransaction', requestId: 'r', envelope } as const;
  oracle.afterClientWord?.({ from: 'alice', message });
  const { id } = factsOf(envelope.transaction);
  const lacks = { tokenId: NATIVE_TOKEN_ID, currentBalance: 0n, required: 10n } as const;
  const unfunded = { code: 'InsufficientFunding', rule: 'V6', ...lacks } as const;
  return oracle.afterRefusal?.({ by: 'p1', isCorrect: true, id, rejection: unfunded });
}

describe('refusal-up-to-date', () => {
  it('finds a refusal for want of funds that are there', () => {
    const facts = { proxy: 'p1', code: 'InsufficientFunding' };
    expect(findingAfter([], 0n)?.facts).toMatchObject(facts);
    expect(findingAfter([[0n, pay(0n)]], 1n)?.facts).toMatchObject(facts);
  });

  it('finds nothing wrong where the funds were spent', () => {
    expect(findingAfter([[0n, pay(1n)]], 1n)).toBeUndefined();
  });

  it('says nothing of whom it has not heard spend all that he spent', () => {
    expect(findingAfter([[1n, pay(0n)]], 2n)).toBeUndefined();
    expect(findingAfter([[0n, JOB]], 1n)).toBeUndefined();
  });
});
