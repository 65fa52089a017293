import { isDeepStrictEqual } from 'node:util';
import { allRows } from '@quorate/actors';
import {
  certificateKey,
  formatDigest,
  type Genesis,
  GenesisMismatch,
  keyringOf,
  ledgerChanges,
  ledgerDigest,
  recoverValidator,
  type StoredCertificate,
  type StoreWrite,
  sequenceRange,
  stepValidator,
  VALIDATOR_RECOVERY,
  VALIDATOR_RULES,
  type ValidatorEnv,
  type ValidatorState,
} from '@quorate/core';
import type { CryptoSuite } from '@quorate/crypto';
import type { Address } from '@quorate/protocol';
import type { Store } from '@quorate/storage';
import type { Standing } from './comparison.ts';

/** What the history of a validator comes to. */
export interface Replayed extends Standing {
  /** How many certificates were verified and applied. */
  readonly certificates: number;
  /** Everything that is wrong, in a line each. */
  readonly problems: readonly string[];
}

/** What a history is judged by. */
export interface ReplayGround {
  readonly genesis: Genesis;
  readonly crypto: CryptoSuite;
}

/** How many entries of a list are read at a time. */
const PAGE = 1000;

/**
 * Replays what a validator settled, in its order, from genesis, with every signature verified, and
 * compares the records and indexes that come out with those in its store.
 *
 * @throws StoreError `Corrupt`
 */
export function replayStore(store: Store<unknown>, ground: ReplayGround): Replayed {
  const stored = storedState(store, ground.genesis);
  if (typeof stored === 'string') {
    return { certificates: 0, digest: '', settled: new Map(), problems: [stored] };
  }
  const problems: string[] = [];
  let state = recoverValidator(ground.genesis, []).state;
  let certificates = 0;
  for (const { origin, found } of history(store)) {
    const name = `the certificate of nonce ${origin.nonce} of ${origin.sender}`;
    if (found === undefined) {
      problems.push(`${name} is missing`);
      continue;
    }
    const replayed = apply(state, found, ground);
    if ('reason' in replayed) problems.push(`${name} is refused: ${replayed.reason}`);
    else {
      certificates += 1;
      state = replayed.state;
      problems.push(...differences(store, replayed.writes));
    }
  }
  return {
    certificates,
    problems: [...problems, ...differenceOf(state, stored)],
    digest: formatDigest(ledgerDigest(stored.ledger)),
    settled: new Map(stored.ledger.settled),
  };
}

function storedState(store: Store<unknown>, genesis: Genesis): ValidatorState | string {
  try {
    return recoverValidator(genesis, allRows(store, VALIDATOR_RECOVERY)).state;
  } catch (failure) {
    if (failure instanceof GenesisMismatch) return failure.message;
    throw failure;
  }
}

interface Settled {
  readonly origin: { readonly sender: Address; readonly nonce: bigint };
  readonly found: StoredCertificate | undefined;
}

function* history(store: Store<unknown>): Iterable<Settled> {
  for (let from = 0n; ; from += BigInt(PAGE)) {
    let count = 0;
    for (const [, value] of store.scan(sequenceRange(from, PAGE))) {
      const origin = value as Settled['origin'];
      const row = store.get(certificateKey(origin.sender, origin.nonce));
      yield { origin, found: row as StoredCertificate | undefined };
      count += 1;
    }
    if (count < PAGE) return;
  }
}

type Applied =
  | { readonly state: ValidatorState; readonly writes: readonly StoreWrite[] }
  | { readonly reason: string };

/** Whoever settles signs nothing, but every step is given a signer. */
const NO_SECRET = new Uint8Array(32).fill(1);

function apply(
  before: ValidatorState,
  { certificate, settledAt }: StoredCertificate,
  { crypto }: ReplayGround,
): Applied {
  const signer = crypto.signer(NO_SECRET);
  const env: ValidatorEnv = {
    now: settledAt,
    signer,
    keys: keyringOf(signer),
    verifier: crypto.verifier,
    rules: VALIDATOR_RULES,
  };
  const message = { type: 'SubmitCertificate', requestId: 'replay', certificate } as const;
  const { state, effects } = stepValidator(
    before,
    { type: 'Message', from: 'replay', message },
    env,
  );
  let reason = state === before ? 'it was settled already' : undefined;
  const writes: StoreWrite[] = [];
  for (const effect of effects) {
    if (effect.type === 'Persist') writes.push(...effect.writes);
    if (effect.type !== 'Reply' || effect.result.type !== 'Rejected') continue;
    const { code, ...facts } = effect.result.rejection;
    reason = `${code} ${'reason' in facts ? facts.reason : ''}`.trim();
  }
  return reason === undefined ? { state, writes } : { reason };
}

/** Records change again with later certificates, and jobs move between lists; the rest stays. */
function differences(store: Store<unknown>, writes: readonly StoreWrite[]): readonly string[] {
  return writes
    .filter((write) => ledgerChanges([write]).length === 0 && !write.key.startsWith('jobs/'))
    .filter(({ key, value }) => !isDeepStrictEqual(store.get(key), value))
    .map(({ key }) => `the row ${key} is not what the history makes it`);
}

function differenceOf(replayed: ValidatorState, stored: ValidatorState): readonly string[] {
  const [expected, found] = [replayed, stored].map(({ ledger }) =>
    formatDigest(ledgerDigest(ledger)),
  );
  return expected === found
    ? []
    : [`its history comes to the digest ${expected}, and it holds ${found}`];
}
