import { factsOf, type Operation, type TransactionCertificate } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { createTestStore, type TestStore } from '@quorate/testkit/step-machine';
import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { genesis, START } from '../../test/genesis.ts';
import { certified, signedBy, transaction, transfer } from '../../test/payments.ts';
import { createTestValidator, type TestValidator, validatorEnv } from '../../test/validator.ts';
import type { Effect, StoreWrite } from '../effect.ts';
import { formatDigest, ledgerDigest } from '../ledger/digest.ts';
import { nonceKey } from '../ledger/ledger.ts';
import type { GetCertificates } from '../message.ts';
import { PRUNE_GATHER, PRUNE_TIMER, type PrunePolicy } from '../pruning/policy.ts';
import { certificateKey, positionOf, UNSHOWN_PREFIX } from '../store-keys.ts';
import {
  type CertificateRow,
  isTombstone,
  type StoredCertificate,
  tombstoneOf,
} from '../stored-certificate.ts';
import { resumePruning, watchPruning } from './pruning.ts';
import type { ValidatorStep } from './state.ts';
import { stepValidator } from './step.ts';

const SECOND = 1_000_000_000n;
/** What keeps a validator busy while a committee changes. */
const PUSH = { epoch: 1, told: [], attempts: 0 };
/** What it pushes when that has settled too late for its snapshot. */
const LATE = { sender: addressOf('alice'), nonce: 0n, told: [], attempts: 0 };
const SENDERS = ['alice', 'bob', 'carol'] as const;

/** A certificate and how long after the one before it settles. */
interface Settling {
  readonly from: (typeof SENDERS)[number];
  readonly wait: bigint;
  readonly kind: 'payment' | 'archival' | 'request';
}

const anyHistory: Arbitrary<readonly Settling[]> = fc.array(
  fc.record({
    from: fc.constantFrom(...SENDERS),
    wait: fc.bigInt({ min: 0n, max: 40n }).map((tenths) => (tenths * SECOND) / 10n),
    kind: fc.constantFrom('payment', 'payment', 'payment', 'archival', 'request'),
  }),
  { minLength: 1, maxLength: 40 },
);

const anyPolicy: Arbitrary<PrunePolicy> = fc.record({
  olderThanNanos: fc.constantFrom(0n, SECOND, 15n * SECOND),
  keepPerAccount: fc.bigInt({ min: 1n, max: 4n }),
});

/** A validator whose clock and timer a test moves on, and whose writes it sees before they are made. */
class Run {
  readonly writes: { readonly at: bigint; readonly write: StoreWrite; readonly before: unknown }[] =
    [];
  readonly #policy: PrunePolicy | undefined;
  readonly #store: TestStore;
  readonly #nonces = new Map<string, bigint>();
  #validator: TestValidator;
  #now = START;
  #timer: bigint | undefined;

  constructor(policy: PrunePolicy | undefined) {
    this.#policy = policy;
    const store = createTestStore();
    this.#store = {
      ...store,
      write: (writes) => {
        for (const write of writes) {
          this.writes.push({ at: this.#now, write, before: this.row(write.key) });
        }
        store.write(writes);
      },
    };
    this.#validator = this.#begin();
  }

  get validator(): TestValidator {
    return this.#validator;
  }

  get timer(): bigint | undefined {
    return this.#timer;
  }

  row(key: string): unknown {
    return this.#store.rows().find((row) => row.key === key)?.value;
  }

  certificates(): readonly (readonly [string, CertificateRow])[] {
    return this.#store
      .rows()
      .filter(({ key }) => key.startsWith('certificate/'))
      .map(({ key, value }) => [key, value as CertificateRow]);
  }

  settle({ from, wait, kind }: Settling): TransactionCertificate {
    this.wait(wait);
    const nonce = this.#nonces.get(from) ?? 0n;
    this.#nonces.set(from, nonce + 1n);
    const operation: Operation =
      kind === 'request' ? { kind: 'LeaveCommittee' } : transfer(addressOf('dave'), 1n);
    const archival = kind === 'archival';
    const fields = { sender: addressOf(from), nonce, archival };
    const certificate = certified(signedBy(from, transaction([operation], fields)));
    this.#carryOut(
      this.#validator.hear({ type: 'SubmitCertificate', requestId: 's', certificate }),
    );
    return certificate;
  }

  /** Lets time pass, with whatever is due in it. */
  wait(nanos: bigint): void {
    const until = this.#now + nanos;
    while (this.#timer !== undefined && this.#timer <= until) {
      this.#now = this.#timer > this.#now ? this.#timer : this.#now;
      this.#timer = undefined;
      this.#carryOut(this.#validator.take({ type: 'Timer', id: PRUNE_TIMER }));
    }
    this.#now = until;
  }

  /** Loses memory and timers, and comes up from the store. */
  crash(): void {
    this.#timer = undefined;
    this.#validator = this.#begin();
  }

  #begin(): TestValidator {
    const now = () => this.#now;
    const founded = genesis({ minRequestAgeNanos: 0n });
    const validator = createTestValidator({
      store: this.#store,
      genesis: founded,
      prune: this.#policy,
      now,
    });
    const { effects } = resumePruning(validator.state(), this.#now);
    this.#carryOut(effects);
    return validator;
  }

  #carryOut(effects: readonly Effect<unknown>[]): void {
    for (const effect of effects) {
      if (effect.type === 'SetTimer' && effect.id === PRUNE_TIMER) this.#timer = effect.at;
    }
  }
}

/** Gives the rows that a step asks the store for. */
function readBy({ validator }: Run, { effects: [load] }: ValidatorStep) {
  if (load?.type !== 'Load') throw new Error(`got ${load?.type}`);
  const rows = load.ranges.map((range) => validator.store.scan(range));
  return { type: 'Loaded', resume: load.resume, rows } as const;
}

function digestOf({ validator }: Run): string {
  return formatDigest(ledgerDigest(validator.state().ledger));
}

function transactionOf({ certificate }: StoredCertificate) {
  return factsOf(certificate.envelope.transaction).transaction;
}

describe('pruning', () => {
  it('keeps what settled while the clock was a year ahead, and lets go of what settled after that', () => {
    const year = 365n * 86_400n * SECOND;
    const run = new Run({ olderThanNanos: 15n * SECOND, keepPerAccount: 1n });
    const settle = (from: Settling['from'], wait = 0n) =>
      run.settle({ from, wait, kind: 'payment' });
    settle('bob', year);
    settle('bob');
    run.wait(-year);
    run.crash();
    settle('alice');
    settle('alice');
    run.wait(60n * SECOND);
    const pruned = run.certificates().filter(([, row]) => isTombstone(row));
    expect(pruned.map(([key]) => key)).toEqual([certificateKey(addressOf('alice'), 0n)]);
  });

  it('lets go of what is old and not among the newest of its sender, and of nothing else', () => {
    fc.assert(
      fc.property(anyHistory, anyPolicy, fc.array(fc.nat(40)), (history, policy, crashes) => {
        const pruning = new Run(policy);
        const keeping = new Run(undefined);
        for (const [index, settling] of history.entries()) {
          pruning.settle(settling);
          keeping.settle(settling);
          if (crashes.includes(index)) pruning.crash();
        }
        const enough = policy.olderThanNanos * BigInt(history.length) + 10n * SECOND;
        pruning.wait(enough);
        expect(pruning.timer).toBeUndefined();
        expect(digestOf(pruning)).toBe(digestOf(keeping));
        const { account } = pruning.validator.state().ledger;
        const expected = keeping.certificates().map(([key, row]) => {
          const stored = row as StoredCertificate;
          const { sender, nonce, archival, operations } = transactionOf(stored);
          const newest = (account.get(sender)?.nextNonce ?? 0n) - policy.keepPerAccount;
          const stays = archival || nonce >= newest || operations[0]?.kind === 'LeaveCommittee';
          return [key, stays ? stored : tombstoneOf(stored)];
        });
        expect(pruning.certificates()).toEqual(expected);
        for (const { at, write, before } of pruning.writes) {
          const row = write.value as CertificateRow;
          if (!write.key.startsWith('certificate/') || !isTombstone(row)) continue;
          expect((before as StoredCertificate).settledAt + policy.olderThanNanos <= at).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('answers with what is left, by sender, by id, in order and as what credited somebody', () => {
    const run = new Run({ olderThanNanos: 0n, keepPerAccount: 1n });
    const [first, second] = [0, 1].map(() =>
      run.settle({ from: 'alice', wait: 0n, kind: 'payment' }),
    );
    run.wait(PRUNE_GATHER);
    const sender = addressOf('alice');
    const { id } = factsOf((first as TransactionCertificate).envelope.transaction);
    const left = {
      sender,
      nonce: 0n,
      transactionId: id,
      settledAt: START,
      hash: tombstoneOf({ certificate: first as TransactionCertificate, settledAt: START }).hash,
    };
    const ask = (select: GetCertificates['select']) =>
      run.validator.ask({ type: 'GetCertificates', requestId: 'q', select });
    const both = { type: 'Certificates', certificates: [second], pruned: [left] };
    expect(ask({ by: 'Sender', sender, fromNonce: 0n, limit: 9 })).toEqual(both);
    expect(ask({ by: 'Sequence', from: 0n, limit: 9 })).toEqual(both);
    const basis = { by: 'Basis', recipient: addressOf('dave'), tokenIds: [], skip: 0 } as const;
    expect(ask({ ...basis, limit: 9 })).toEqual(both);
    const one = { type: 'Certificates', certificates: [], pruned: [left] };
    expect(ask({ by: 'Id', transactionId: id })).toEqual(one);
  });

  it('S2 answers repeats, and keeps what contradicts the settled, when its body is gone', () => {
    const run = new Run({ olderThanNanos: 0n, keepPerAccount: 1n });
    const [first] = [0, 1].map(() => run.settle({ from: 'alice', wait: 0n, kind: 'payment' }));
    run.wait(PRUNE_GATHER);
    const certificate = first as TransactionCertificate;
    const before = run.validator.state();
    const { id } = factsOf(certificate.envelope.transaction);
    expect(run.validator.deliver(certificate)).toMatchObject({
      type: 'Settled',
      transactionId: id,
    });
    expect(run.validator.state()).toBe(before);
    const rival = certified(
      signedBy('alice', transaction([transfer(addressOf('carol'), 1n)], { nonce: 0n })),
    );
    expect(run.validator.deliver(rival)).toMatchObject({
      rejection: { code: 'ConflictingCertificate', settled: id },
    });
    expect(
      run.row(
        `conflict/${certificateKey(addressOf('alice'), 0n).slice(12)}/${factsOf(rival.envelope.transaction).id}`,
      ),
    ).toEqual(rival);
  });

  it('S2 keeps what a certificate contradicts that came before its body went', () => {
    const run = new Run({ olderThanNanos: 0n, keepPerAccount: 1n });
    const first = run.settle({ from: 'alice', wait: 0n, kind: 'payment' });
    const rival = signedBy('alice', transaction([transfer(addressOf('carol'), 1n)], { nonce: 0n }));
    run.validator.deliver(certified(rival));
    for (const _ of [1, 2]) run.settle({ from: 'alice', wait: 0n, kind: 'payment' });
    run.wait(PRUNE_GATHER);
    const rows = [0n, 1n].map((nonce) => run.row(certificateKey(addressOf('alice'), nonce)));
    expect(rows).toMatchObject([{ certificate: first }, { pruned: expect.any(String) }]);
  });

  it('C7 lets nothing go where a committee begins to change, or something is late, while the store is read', () => {
    const run = new Run({ olderThanNanos: 0n, keepPerAccount: 1n });
    for (const _ of [1, 2]) run.settle({ from: 'alice', wait: 0n, kind: 'payment' });
    const env = { ...validatorEnv(), now: START + PRUNE_GATHER };
    let step = stepValidator(run.validator.state(), { type: 'Timer', id: PRUNE_TIMER }, env);
    for (const _ of ['places', 'candidates']) {
      const input = readBy(run, step);
      const { handover } = step.state;
      for (const busy of [{ pushes: [PUSH] }, { late: handover.late.set('alice/0', LATE) }]) {
        const changing = { ...step.state, handover: { ...handover, ...busy } };
        const rested = stepValidator(changing, input, env);
        expect(rested.effects).toEqual([]);
        expect(rested.state.pruning?.isUnderWay).toBe(false);
      }
      step = stepValidator(step.state, input, env);
    }
    expect(step.effects[0]).toMatchObject({ type: 'Persist' });
  });

  it('C4 forgets in memory as on disk that something came too late, once it is gone', () => {
    const run = new Run({ olderThanNanos: 0n, keepPerAccount: 1n });
    for (const _ of [1, 2]) run.settle({ from: 'alice', wait: 0n, kind: 'payment' });
    const env = { ...validatorEnv(), now: START + PRUNE_GATHER };
    const settled = run.validator.state();
    const key = nonceKey(addressOf('alice'), 0n);
    const handover = { ...settled.handover, unshown: settled.handover.unshown.set(key, true) };
    let step = stepValidator({ ...settled, handover }, { type: 'Timer', id: PRUNE_TIMER }, env);
    for (const _ of ['places', 'candidates']) {
      step = stepValidator(step.state, readBy(run, step), env);
    }
    expect(step.state.handover.unshown.size).toBe(0);
    const forgotten = { key: UNSHOWN_PREFIX + key, value: undefined };
    expect(step.effects[0]).toMatchObject({ writes: expect.arrayContaining([forgotten]) });
  });

  it('looks for what may go once a change of committee has ended, though nothing settles any more', () => {
    const run = new Run({ olderThanNanos: 0n, keepPerAccount: 1n });
    for (const _ of [1, 2]) run.settle({ from: 'alice', wait: 0n, kind: 'payment' });
    const { state: settled } = run.validator;
    const { handover } = settled();
    const changing = { ...settled(), handover: { ...handover, pushes: [PUSH] } };
    const timer = { type: 'Timer', id: PRUNE_TIMER } as const;
    const env = { ...validatorEnv(), now: START + PRUNE_GATHER };
    const { state } = stepValidator(changing, timer, env);
    const ended = watchPruning(state, { state: { ...state, handover }, effects: [] }, env);
    expect(ended.state.pruning?.isUnderWay).toBe(true);
    expect(ended.effects).toEqual([
      { type: 'SetTimer', id: PRUNE_TIMER, at: env.now + PRUNE_GATHER },
    ]);
    expect(watchPruning(state, { state, effects: [] }, env).effects).toEqual([]);
  });

  it('begins anew where fewer are to stay, and finds what it left', () => {
    const store = createTestStore();
    const settled = new Run({ olderThanNanos: 0n, keepPerAccount: 3n });
    for (let count = 0; count < 5; count += 1)
      settled.settle({ from: 'bob', wait: 0n, kind: 'payment' });
    settled.wait(PRUNE_GATHER);
    store.write(settled.validator.store.rows().map(({ key, value }) => ({ key, value })));
    const gone = () =>
      store
        .rows()
        .filter(
          ({ key, value }) =>
            key.startsWith('certificate/') && isTombstone(value as CertificateRow),
        )
        .map(({ key }) => positionOf(key).nonce);
    expect(gone()).toEqual([0n, 1n]);
    for (const [keepPerAccount, left] of [
      [4n, 2],
      [1n, 4],
    ] as const) {
      const prune = { olderThanNanos: 0n, keepPerAccount };
      const next = createTestValidator({
        store,
        genesis: genesis({ minRequestAgeNanos: 0n }),
        prune,
      });
      next.take({ type: 'Timer', id: PRUNE_TIMER });
      expect(gone()).toHaveLength(left);
    }
  });
});
