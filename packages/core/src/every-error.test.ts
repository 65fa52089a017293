import {
  ERROR_CATALOGUE,
  factsOf,
  NATIVE_TOKEN_ID,
  type Operation,
  type RejectionCode,
  type RejectionOf,
  type Signature,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, committeeOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { committee, genesis, nativeFee, START } from '../test/genesis.ts';
import { idOf } from '../test/ledger.ts';
import { createTestNetwork, submission } from '../test/network.ts';
import { creation, management, mintOf, UNKNOWN_TOKEN } from '../test/operations.ts';
import {
  certified,
  payment,
  rejectionOf,
  signedBy,
  transaction,
  transfer,
} from '../test/payments.ts';
import { createTestValidator, type TestValidator } from '../test/validator.ts';
import type { Committee } from './committee.ts';
import type { Genesis } from './genesis.ts';
import { updateKey } from './ledger/ledger.ts';
import type { Result } from './message.ts';
import { PRUNE_TIMER } from './pruning/policy.ts';
import { SERVED_KEY } from './store-keys.ts';

/** A code and a rule that refuses with it. */
type ErrorName = { [C in RejectionCode]: `${C} ${RejectionOf<C>['rule']}` }[RejectionCode];

/** What was answered, and all that could have changed, before and after. */
interface Refused {
  readonly result: Result | undefined;
  readonly before: unknown;
  readonly after: unknown;
}

interface Case {
  readonly refuse: () => Refused;
  /** The facts that the rejection carries, besides its code and rule. */
  readonly facts: object;
}

const BAD_SIGNATURE = { kind: 'Signature', signature: '00'.repeat(64) as Signature } as const;
const LEAVE: Operation = { kind: 'LeaveCommittee' };
const TOKEN = idOf('alice', 0n) as typeof NATIVE_TOKEN_ID;

function seatsOf(names: readonly string[]): Committee['members'] {
  return names.map((name) => ({
    validator: { address: addressOf(name), host: name, rpcPort: 0 },
    operator: addressOf(`operator of ${name}`),
  }));
}

function everything(validator: TestValidator): unknown {
  return [validator.state(), validator.store.rows()];
}

function refused(validator: TestValidator, ask: (validator: TestValidator) => Result): Refused {
  const before = everything(validator);
  const state = validator.state();
  const result = ask(validator);
  // Not merely equal: the very object, so that nothing was touched.
  expect(validator.state()).toBe(state);
  return { result, before, after: everything(validator) };
}

/** Submits an envelope to a validator that has settled some others. */
function submitted(
  envelope: TransactionEnvelope,
  history: readonly TransactionEnvelope[] = [],
  overrides: Partial<Genesis> = {},
): () => Refused {
  return () => {
    const validator = createTestValidator({ genesis: genesis(overrides) });
    for (const settled of history) validator.deliver(certified(settled));
    return refused(validator, (v) => v.submit(envelope));
  };
}

/** Delivers the certificate of an envelope. */
function delivered(
  certificate: ReturnType<typeof certified>,
  history: readonly TransactionEnvelope[] = [],
  overrides: Partial<Genesis> = {},
): () => Refused {
  return () => {
    const validator = createTestValidator({ genesis: genesis(overrides) });
    for (const settled of history) validator.deliver(certified(settled));
    return refused(validator, (v) => v.deliver(certificate));
  };
}

function by(name: string, operations: readonly Operation[], header = {}): TransactionEnvelope {
  return signedBy(name, transaction(operations, header));
}

const CREATED = by('alice', [creation({ mints: [addressOf('bob')] })]);
const RIVAL = payment({ amount: 2n });

const CASES: Readonly<Record<ErrorName, Case>> = {
  'InvalidRequest V1': {
    refuse: submitted(by('alice', [creation({ tokenName: '' })])),
    facts: { reason: 'operation 0: the token name is empty' },
  },
  'NonSubmittableOperation V2': {
    refuse: submitted(by('alice', [LEAVE], { networkId: 'fast:mainnet' })),
    facts: { reason: 'this is fast:localnet; the transaction is for fast:mainnet' },
  },
  'NonSubmittableOperation V6': {
    refuse: submitted(by('alice', [LEAVE, transfer(addressOf('bob'), 0n)])),
    facts: {
      operationIndex: 1,
      reason: 'operation 1: the amount of a TokenTransfer is at least 1',
    },
  },
  'NonSubmittableOperation V7': {
    refuse: submitted(by('alice', [creation()], { feeToken: UNKNOWN_TOKEN }), [], {
      fees: nativeFee(1n),
    }),
    facts: { reason: `fees cannot be paid in ${UNKNOWN_TOKEN}` },
  },
  'NonSubmittableOperation P5': {
    refuse: () => {
      const validator = createTestValidator();
      validator.deliver(certified(CREATED));
      const envelope = by('bob', [mintOf(TOKEN, 2n ** 256n - 1n)]);
      return refused(validator, (v) =>
        v.ask({ type: 'CheckTransaction', requestId: 'r', envelope }),
      );
    },
    facts: {
      operationIndex: 0,
      reason: 'operation 0: the supply of a token is at most 2^256 - 1',
    },
  },
  'InvalidSignature V3': {
    refuse: submitted({ ...payment(), signature: BAD_SIGNATURE }),
    facts: { reason: `the signature does not verify under the sender ${addressOf('alice')}` },
  },
  'InvalidSignature S1': {
    refuse: delivered(certified({ ...payment(), signature: BAD_SIGNATURE })),
    facts: { reason: `the signature does not verify under the sender ${addressOf('alice')}` },
  },
  'EpochEnding V4': {
    refuse: () => {
      const { store } = createTestValidator();
      const origin = { sender: addressOf('committee'), nonce: 0n };
      const change = { members: [], changeId: UNKNOWN_TOKEN, beganAtNanos: START, origin };
      store.write([{ key: 'committee/1', value: change }]);
      return refused(createTestValidator({ store }), (v) => v.submit(payment()));
    },
    facts: { epoch: 0 },
  },
  'PreviousTransactionMustBeConfirmedFirst V4': {
    refuse: () => {
      const validator = createTestValidator();
      validator.submit(payment());
      return refused(validator, (v) => v.submit(RIVAL));
    },
    facts: { pending: [payment()] },
  },
  'UnexpectedNonce V5': {
    refuse: submitted(payment({ nonce: 7n }), [payment()]),
    facts: { nonce: 7n, expectedNonce: 1n },
  },
  'InsufficientFunding V6': {
    refuse: submitted(payment({ amount: 101n })),
    facts: {
      operationIndex: 0,
      tokenId: NATIVE_TOKEN_ID,
      currentBalance: 100n,
      required: 101n,
    },
  },
  'InsufficientFunding V7': {
    refuse: submitted(payment({ amount: 100n }), [], { fees: nativeFee(1n) }),
    facts: { tokenId: NATIVE_TOKEN_ID, currentBalance: 0n, required: 1n },
  },
  'MissingDependency V6': {
    refuse: submitted(by('bob', [mintOf(TOKEN, 1n)])),
    facts: { missing: [{ kind: 'Token', id: TOKEN }] },
  },
  'MissingDependency S4': {
    refuse: delivered(certified(by('alice', [management(TOKEN, 1n)], { nonce: 1n })), [CREATED]),
    facts: { missing: [{ kind: 'TokenUpdate', id: updateKey(TOKEN, 0n) }] },
  },
  'InvalidCertificate S1': {
    refuse: delivered(certified(payment(), committeeOf(4).slice(0, 2))),
    facts: { reason: '2 validators signed, 3 make a quorum', epoch: 0 },
  },
  'InvalidCertificate C8': {
    refuse: () => {
      const ended: Committee = { epoch: 0, members: seatsOf(['w1', 'w2', 'w3', 'w4']) };
      const began = genesis({ committee: ended });
      const { store } = createTestValidator({ genesis: began });
      const origin = { sender: addressOf('committee'), nonce: 0n };
      const { members } = committee(4);
      const change = { members, changeId: UNKNOWN_TOKEN, beganAtNanos: START, origin };
      store.write([
        { key: 'committee/1', value: change },
        { key: SERVED_KEY, value: 1 },
      ]);
      const leaked = certified(payment(), ['w1', 'w2', 'w3'].map(signerOf));
      return refused(createTestValidator({ store, genesis: began }), (v) => v.deliver(leaked));
    },
    facts: {
      reason: 'no member of epoch 0 showed this transaction when the epoch ended',
      epoch: 1,
    },
  },
  'ConflictingCertificate S2': {
    refuse: () => {
      const validator = createTestValidator();
      validator.deliver(certified(payment()));
      const before = validator.state();
      const result = validator.deliver(certified(RIVAL));
      // The rival is kept beside the ledger, as evidence.
      return { result, before, after: validator.state() };
    },
    facts: {
      settled: factsOf(payment().transaction).id,
      conflicting: factsOf(RIVAL.transaction).id,
    },
  },
  'MissingEarlierConfirmations S3': {
    refuse: delivered(certified(payment({ nonce: 5n })), [payment()]),
    facts: { currentNonce: 1n },
  },
  'CertificateTooYoung C2': {
    refuse: delivered(certified(by('alice', [LEAVE])), [], {
      genesisTimeNanos: START - 1n,
      minRequestAgeNanos: 10n,
    }),
    facts: { resendAfterNanos: 9n },
  },
  'CertificatePruned P7': {
    refuse: () => {
      const policy = { olderThanNanos: 0n, keepPerAccount: 1n };
      const names = ['v1', 'v2', 'v3', 'v4'];
      const prune = Object.fromEntries(names.map((name) => [name, policy]));
      const network = createTestNetwork({ prune });
      for (const { deliver, take } of network.validators) {
        for (const nonce of [0n, 1n]) deliver(certified(payment({ nonce })));
        take({ type: 'Timer', id: PRUNE_TIMER });
      }
      const before = network.validators.map(everything);
      const { id } = factsOf(payment().transaction);
      const select = { by: 'Id', transactionId: id } as const;
      network.send('alice', { type: 'GetCertificates', requestId: 'q', select });
      const result = network.answers[0]?.result;
      return { result, before, after: network.validators.map(everything) };
    },
    facts: {
      pruned: [
        {
          sender: addressOf('alice'),
          nonce: 0n,
          transactionId: factsOf(payment().transaction).id,
          settledAt: START,
          hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
    },
  },
  'QuorumUnreachable P8': {
    refuse: () => {
      const rejection = { code: 'EpochEnding', rule: 'V4', epoch: 0 } as const;
      const names = ['v1', 'v2', 'v3', 'v4'];
      const ending = () => [{ type: 'Rejected', rejection } as const];
      const network = createTestNetwork({
        timings: { deadlineNanos: 1_000_000_000n },
        conduct: Object.fromEntries(names.map((name) => [name, ending])),
      });
      const before = network.validators.map(everything);
      network.send('alice', submission(payment()));
      network.advanceWhile(() => network.answers.length === 0);
      const result = network.answers[0]?.result;
      return { result, before, after: network.validators.map(everything) };
    },
    facts: {
      reason: expect.any(String),
      unsettled: true,
      refusals: ['v1', 'v2', 'v3', 'v4'].map((name) => ({
        validator: addressOf(name),
        rejection: { code: 'EpochEnding', rule: 'V4', epoch: 0 },
      })),
      silent: [],
    },
  },
};

describe('every error of the catalogue', () => {
  it('has a case here', () => {
    const catalogued = Object.entries(ERROR_CATALOGUE).flatMap(([code, { meaning }]) =>
      Object.keys(meaning).map((rule) => `${code} ${rule}`),
    );
    expect(new Set(Object.keys(CASES))).toEqual(new Set(catalogued));
  });

  it.each(Object.entries(CASES))('%s carries its facts and changes nothing', (name, given) => {
    const [code, rule] = name.split(' ');
    const { result, before, after } = given.refuse();
    expect(result === undefined ? undefined : rejectionOf(result)).toEqual({
      code,
      rule,
      ...given.facts,
    });
    expect(after).toEqual(before);
  });
});
