import {
  type Address,
  type EscrowConfigId,
  factsOf,
  NATIVE_TOKEN_ID,
  type Operation,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { alice, genesis, parties } from '../../../test/alice-alone.ts';
import { envelopeOf } from '../../../test/envelopes.ts';
import { createCommitteeBook } from '../committee-book.ts';
import { refusalUpToDate } from './refusal-up-to-date.ts';

const bob = '01'.repeat(32) as Address;

function pay(amount: bigint): Operation {
  return {
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient: bob,
    amount,
    userData: null,
  };
}

/** What a job costs is in its terms, too. */
const JOB: Operation = {
  kind: 'Escrow',
  escrow: {
    kind: 'CreateJob',
    configId: '02'.repeat(32) as EscrowConfigId,
    provider: bob,
    providerFee: 1n,
    description: '',
  },
};

/** Has the only validator confirm some transactions of alice, and a proxy refuse her payment of 10. */
function findingAfter(
  confirmed: readonly (readonly [bigint, Operation])[],
  nonce: bigint,
  isCorrect: (node: string) => boolean = () => true,
) {
  const committees = createCommitteeBook(genesis.committee);
  const oracle = refusalUpToDate({ genesis, committees, nameOf: parties.nameOf, isCorrect });
  for (const [place, operation] of confirmed) {
    const envelope = envelopeOf(alice, operation, place);
    const { id } = factsOf(envelope.transaction);
    const certificate = { envelope, signatures: [] };
    const message = { type: 'SubmitCertificate', requestId: 'r', certificate } as const;
    const input = { type: 'Message', from: 'p1', message } as const;
    const step = { validator: 'v1', observation: { input }, changes: [] } as never;
    const result = { type: 'Settled', transactionId: id, createdTokens: [] } as const;
    oracle.noteAnswer?.({ validator: 'v1', result, step, at: 0n });
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

  it('says nothing where more than f validators are incorrect', () => {
    expect(findingAfter([], 0n, (node) => node !== 'v1')).toBeUndefined();
  });

  it('finds nothing wrong where the funds were spent', () => {
    expect(findingAfter([[0n, pay(1n)]], 1n)).toBeUndefined();
  });

  it('says nothing of a sender whose spending it has not heard in full', () => {
    expect(findingAfter([[1n, pay(0n)]], 2n)).toBeUndefined();
    expect(findingAfter([[0n, JOB]], 1n)).toBeUndefined();
  });
});
