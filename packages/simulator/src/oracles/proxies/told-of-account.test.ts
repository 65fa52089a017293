import type { Genesis, ProxyState, Result } from '@quorate/core';
import {
  type EscrowConfigId,
  factsOf,
  NATIVE_TOKEN_ID,
  type Operation,
  type TokenId,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { CREATE_GOLD, envelopeOf } from '../../../test/envelopes.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import type { ProxyStep } from '../oracle.ts';
import { drivenWithCause } from './driven-with-cause.ts';

const ALICE = addressOf('alice');
const NAMES = ['v1', 'v2', 'v3', 'v4'] as const;
const SECOND = 1_000_000_000n;

const [GOLD, TIN] = ['ab'.repeat(32), 'cd'.repeat(32)] as [TokenId, TokenId];

const genesis = {
  fees: {
    amounts: { [NATIVE_TOKEN_ID]: 1n, [GOLD]: 1n, [TIN]: 0n },
    defaultToken: NATIVE_TOKEN_ID,
    account: ALICE,
  },
} as unknown as Genesis;

const committeeOf = (names: readonly string[]) => ({
  epoch: 0,
  members: names.map((name) => ({ validator: { address: name, host: name, rpcPort: 0 } })),
});

function payment(nonce: bigint, amount: bigint, tokenId = NATIVE_TOKEN_ID): TransactionEnvelope {
  const recipient = addressOf('bob');
  const pay = { kind: 'TokenTransfer', tokenId, recipient, amount, userData: null } as const;
  return envelopeOf(ALICE, pay, nonce);
}

/** The same payment with its fee in this token. */
function withFeeIn(feeToken: TokenId, { transaction, signature }: TransactionEnvelope) {
  const { release, transaction: parts } = transaction;
  return {
    transaction: { release, transaction: { ...parts, feeToken } },
    signature,
  } as TransactionEnvelope;
}

/** A proxy under watch, which is told of alice and begins what she sends. */
class Watched {
  readonly #oracle = drivenWithCause({ genesis });
  #committee = committeeOf(NAMES);
  #now = 0n;

  wait(nanos: bigint): void {
    this.#now += nanos;
  }

  #step(input: object, before: object, after: object, isFirst = false) {
    const state = (parts: object) =>
      ({ committee: this.#committee, timings: { deadlineNanos: 30n * SECOND }, ...parts }) as never;
    const observation = { input, before: state(before), after: state(after), effects: [] };
    const step: ProxyStep = {
      ...proxyStep(observation as unknown as ProxyStep['observation']),
      now: () => this.#now,
      isFirst,
    };
    return this.#oracle.afterProxyStep?.(step)?.message;
  }

  /** Validators answer to the proxy that drives a transaction. */
  hear(names: readonly string[], envelope: TransactionEnvelope, purpose: string, result: object) {
    const { id } = factsOf(envelope.transaction);
    const submissions = new Map([[id, driven(envelope, 'settling')]]);
    for (const from of names) {
      const requestId = `${purpose}:${id}:0:0:7`;
      const message = { type: 'Response', requestId, result: { transactionId: id, ...result } };
      const parts = { submissions, upSince: 7n };
      expect(this.#step({ type: 'Message', from, message }, parts, parts)).toBeUndefined();
    }
  }

  /** They would sign it, and alice has this balance. Then they settle it. */
  drives(names: readonly string[], envelope: TransactionEnvelope, balance: bigint): void {
    this.hear(names, envelope, 'check', { type: 'Admissible', balance } satisfies Partial<Result>);
    this.hear(names, envelope, 'settle', { type: 'Settled' });
  }

  restart(): void {
    const none = { submissions: new Map() };
    this.#step({ type: 'Timer', id: 'prune' }, none, none, true);
  }

  follow(names: readonly string[]): void {
    const [before, after] = [this.#committee, committeeOf(names)];
    const submissions = new Map();
    const input = { type: 'Timer', id: 'prune' };
    this.#step(input, { submissions, committee: before }, { submissions, committee: after });
    this.#committee = after;
  }

  /** The proxy begins a transaction in this phase. */
  begin(envelope: TransactionEnvelope, phase = 'signing', marks: readonly object[] = []) {
    const { id } = factsOf(envelope.transaction);
    const input = { type: 'Loaded', resume: { purpose: 'Submit', envelope }, rows: [[], marks] };
    const after = new Map([[id, driven(envelope, phase)]]);
    return this.#step(input, { submissions: new Map() }, { submissions: after });
  }
}

function driven(envelope: TransactionEnvelope, phase: string) {
  const parts = { envelope, facts: factsOf(envelope.transaction), phase, attempt: 0, progress: {} };
  return parts as unknown as NonNullable<ReturnType<ProxyState['submissions']['get']>>;
}

const [FIRST, NEXT] = [payment(0n, 10n), payment(1n, 88n)];
const unasked = (count: number) => `p1 has signed, unasked, what ${count} validators would sign`;

function told(names: readonly string[] = NAMES, balance = 100n): Watched {
  const watched = new Watched();
  watched.drives(names, FIRST, balance);
  return watched;
}

describe('what a proxy was told of an account', () => {
  it('P5 is cause enough for a payment, once a quorum has told of nonce and funds', () => {
    expect(told().begin(NEXT)).toBeUndefined();
    expect(told(['v1', 'v2', 'v4']).begin(NEXT)).toBeUndefined();
    expect(told(['v1', 'v2']).begin(NEXT)).toBe(unasked(2));
    expect(told([]).begin(NEXT)).toBe(unasked(0));
    expect(told([]).begin(NEXT, 'checking')).toBeUndefined();
    expect(told([]).begin(NEXT, 'signing', [{}])).toBeUndefined();
  });

  it('P5 counts what earlier payments have taken, and the fees', () => {
    expect(told(NAMES, 99n).begin(NEXT)).toBe(unasked(0));
    expect(told().begin(payment(1n, 89n))).toBe(unasked(0));
    const watched = told();
    watched.drives(['v1', 'v2'], payment(1n, 1n), 1_000n);
    expect(watched.begin(payment(2n, 500n))).toBe(unasked(2));
  });

  it('P5 counts what anything else has taken of the native token, unless it does not say', () => {
    const after = (operation: Operation) => {
      const watched = new Watched();
      watched.drives(NAMES, envelopeOf(ALICE, operation, 0n), 100n);
      return watched.begin(payment(1n, 98n));
    };
    const burn = { kind: 'Burn', tokenId: NATIVE_TOKEN_ID, amount: 1n } as const;
    expect(after(CREATE_GOLD)).toBeUndefined();
    expect(after({ ...burn, tokenId: GOLD })).toBeUndefined();
    expect(after(burn)).toBe(unasked(0));
    expect(after({ kind: 'LeaveCommittee' })).toBe(unasked(0));
    const configId = 'ab'.repeat(32) as EscrowConfigId;
    const job = { kind: 'CreateJob', configId, provider: ALICE, providerFee: 1n, description: '' };
    expect(after({ kind: 'Escrow', escrow: job } as Operation)).toBe(unasked(0));
  });

  it('P5 is cause enough where the fee is nothing, in whatever token, and not where it is in another', () => {
    expect(told().begin(withFeeIn(TIN, payment(1n, 89n)))).toBeUndefined();
    expect(told().begin(withFeeIn(GOLD, NEXT))).toBe(unasked(0));
    expect(told().begin(withFeeIn('ef'.repeat(32) as TokenId, NEXT))).toBe(unasked(0));
  });

  it('P5 is no cause for anything but a payment, or at another nonce', () => {
    expect(told().begin(envelopeOf(ALICE, CREATE_GOLD, 1n))).toBe(unasked(0));
    expect(told().begin(payment(1n, 1n, GOLD))).toBe(unasked(0));
    expect(told().begin(payment(2n, 1n))).toBe(unasked(0));
    expect(told().begin(payment(0n, 1n))).toBe(unasked(0));
  });

  it('P5 is cause once, and not for long', () => {
    const twice = told();
    expect([twice.begin(NEXT), twice.begin(payment(1n, 1n))]).toEqual([undefined, unasked(0)]);
    const late = told();
    late.wait(30n * SECOND);
    expect(late.begin(NEXT)).toBeUndefined();
    const tooLate = told();
    tooLate.wait(30n * SECOND + 1n);
    expect(tooLate.begin(NEXT)).toBe(unasked(0));
  });

  it('P5 is no cause after a refusal, a restart or a change of committee', () => {
    const refused = told();
    refused.hear(['v3', 'v4'], payment(1n, 2n), 'sign', { type: 'Rejected', rejection: {} });
    expect(refused.begin(NEXT)).toBe(unasked(2));
    const restarted = told();
    restarted.restart();
    expect(restarted.begin(NEXT)).toBe(unasked(0));
    const changed = told();
    changed.follow(['v1', 'v2', 'v3', 'v5']);
    expect(changed.begin(NEXT)).toBe(unasked(0));
  });
});
