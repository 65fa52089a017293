import { isDeepStrictEqual } from 'node:util';
import { allRows } from '@quorate/actors';
import {
  type CertificateRow,
  certificateKey,
  formatDigest,
  type Genesis,
  GenesisMismatch,
  isTombstone,
  keyringOf,
  ledgerChanges,
  ledgerDigest,
  nodeNameOf,
  nonceKey,
  type Origin,
  quorumSize,
  recoverValidator,
  type StoredCertificate,
  type StoreWrite,
  sequenceRange,
  stepValidator,
  type Tombstone,
  VALIDATOR_RECOVERY,
  VALIDATOR_RULES,
  type ValidatorEnv,
  type ValidatorState,
  verifiedFacts,
} from '@quorate/core';
import type { CryptoSuite } from '@quorate/crypto';
import type { TransactionCertificate, TransactionId } from '@quorate/protocol';
import type { Store } from '@quorate/storage';
import type { Standing } from './comparison.ts';
import { createMadeRows, type MadeRows } from './made-rows.ts';
import { shapeFaults } from './row-shapes.ts';

/** The result of replaying the history of a validator. */
export interface Replayed extends Standing {
  /** The number of certificates that were verified. */
  readonly certificates: number;
  /** The number of certificates that the store has pruned. */
  readonly pruned: number;
  /** Whether the whole history could be replayed, so that the digest follows from it. */
  readonly isReplayed: boolean;
  /** Everything that is wrong, one line each. */
  readonly problems: readonly string[];
}

/** What is needed to replay a history. */
export interface ReplayGround {
  readonly genesis: Genesis;
  readonly crypto: CryptoSuite;
  /** Finds, in the other stores, the certificate of a transaction that this one has pruned. */
  readonly elsewhere: (at: Origin, id: TransactionId) => TransactionCertificate | undefined;
}

/** How many entries of a list are read at a time. */
const PAGE = 1000;

/**
 * Replays what a validator settled, in its order, from genesis; verifies every signature, and
 * compares the resulting records and indexes with those in its store. Yields after each
 * certificate.
 *
 * Pruned certificates are taken from another store. From the first certificate on that no store
 * has, the rest is verified but not applied; then the digest can only be compared with those of
 * other validators.
 *
 * @throws StoreError `Corrupt`
 */
export function* replayStore(
  store: Store<unknown>,
  ground: ReplayGround,
): Generator<void, Replayed> {
  const stored = storedState(store, ground.genesis);
  if (typeof stored === 'string') return { ...NOTHING, problems: [stored] };
  const problems: string[] = [...shapeFaults(store, stored)];
  const made = createMadeRows();
  let replay: Replay = { state: recoverValidator(ground.genesis, []).state, isWhole: true };
  let certificates = 0;
  let pruned = 0;
  for (const { origin, row } of history(store)) {
    if (row !== undefined && isTombstone(row)) pruned += 1;
    const name = `the certificate of nonce ${origin.nonce} of ${origin.sender}`;
    const place = { origin, name, row: found(row, origin, ground), store, stored, made };
    const went = goOn(replay, place, ground);
    if (went.isVerified) certificates += 1;
    replay = went.replay;
    problems.push(...went.faults);
    yield;
  }
  if (replay.isWhole) {
    const isSoFar = problems.length === 0;
    problems.push(...differenceOf(replay.state, stored));
    // If certificates are missing, that already explains missing rows.
    const states = { replayed: replay.state, stored, isOwn: pruned === 0 };
    if (isSoFar) problems.push(...made.faults(store, states));
  }
  return {
    certificates,
    pruned,
    isReplayed: replay.isWhole,
    problems,
    digest: formatDigest(ledgerDigest(stored.ledger)),
    settled: new Map(stored.ledger.settled),
    names: new Map(
      stored.committees.flatMap(({ members }) =>
        members.map(({ validator }) => [validator.address, nodeNameOf(validator)] as const),
      ),
    ),
  };
}

const NOTHING: Omit<Replayed, 'problems'> = {
  certificates: 0,
  pruned: 0,
  isReplayed: false,
  digest: '',
  settled: new Map(),
  names: new Map(),
};

/** How far a history has been replayed; once it is incomplete, nothing more is applied. */
interface Replay {
  readonly state: ValidatorState;
  readonly isWhole: boolean;
}

/** One position of a history. */
interface Place {
  readonly origin: Origin;
  readonly name: string;
  readonly row: Found;
  readonly store: Store<unknown>;
  readonly stored: ValidatorState;
  /** Records what the certificate writes. */
  readonly made: MadeRows;
}

/**
 * What the store has there: nothing, a certificate, or a tombstone, with the certificate if another
 * store has it.
 */
type Found =
  | undefined
  | (StoredCertificate & { readonly tombstone?: Tombstone })
  | { readonly certificate?: undefined; readonly tombstone: Tombstone };

interface Went {
  readonly replay: Replay;
  readonly isVerified: boolean;
  readonly faults: readonly string[];
}

function found(
  row: CertificateRow | undefined,
  origin: Origin,
  { elsewhere }: ReplayGround,
): Found {
  if (row === undefined || !isTombstone(row)) return row;
  const certificate = elsewhere(origin, row.pruned);
  return certificate === undefined
    ? { tombstone: row }
    : { certificate, settledAt: row.settledAt, tombstone: row };
}

function goOn(replay: Replay, place: Place, ground: ReplayGround): Went {
  const { origin, name, row, store, stored } = place;
  const { state, isWhole } = replay;
  const gone = { replay: { state, isWhole: false }, isVerified: false };
  if (row === undefined) return { ...gone, replay, faults: [`${name} is missing`] };
  const { tombstone } = row;
  const settled = stored.ledger.settled.get(nonceKey(origin.sender, origin.nonce));
  const faults =
    tombstone === undefined || tombstone.pruned === settled
      ? []
      : [`${name} was pruned as ${tombstone.pruned}, and ${settled} has settled`];
  if (row.certificate === undefined) {
    return tombstone === undefined
      ? { ...gone, faults: [`${name} is not a certificate`] }
      : { ...gone, faults };
  }
  if (!isWhole) {
    const fault = faultOf(row.certificate, place, ground);
    return { replay, isVerified: fault === undefined, faults: [...faults, ...(fault ?? [])] };
  }
  const applied = apply(state, row, ground);
  if ('reason' in applied) {
    return {
      replay,
      isVerified: false,
      faults: [...faults, `${name} is refused: ${applied.reason}`],
    };
  }
  place.made.note(applied.writes);
  const kept = certificateKey(origin.sender, origin.nonce);
  const writes = applied.writes.filter(({ key }) => tombstone === undefined || key !== kept);
  return {
    replay: { state: applied.state, isWhole },
    isVerified: true,
    faults: [...faults, ...differences(store, writes)],
  };
}

// A certificate that cannot be applied can still be verified: its signatures, and that it is the
// one that settled there.
function faultOf(
  certificate: TransactionCertificate,
  { origin, name, stored }: Place,
  { crypto }: ReplayGround,
): readonly string[] | undefined {
  const context = { committees: stored.committees, quorum: quorumSize, verifier: crypto.verifier };
  const facts = verifiedFacts(certificate, context);
  if (facts === undefined) return [`${name} is refused: no quorum has signed it`];
  const settled = stored.ledger.settled.get(nonceKey(origin.sender, origin.nonce));
  return facts.id === settled
    ? undefined
    : [`${name} is of ${facts.id}, and ${settled} has settled`];
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
  readonly origin: Origin;
  readonly row: CertificateRow | undefined;
}

function* history(store: Store<unknown>): Iterable<Settled> {
  for (let from = 0n; ; from += BigInt(PAGE)) {
    let count = 0;
    for (const [, value] of store.scan(sequenceRange(from, PAGE))) {
      const origin = value as Origin;
      const row = store.get(certificateKey(origin.sender, origin.nonce));
      yield { origin, row: row as CertificateRow | undefined };
      count += 1;
    }
    if (count < PAGE) return;
  }
}

type Applied =
  | { readonly state: ValidatorState; readonly writes: readonly StoreWrite[] }
  | { readonly reason: string };

/** Settling signs nothing, but every step needs a signer. */
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

/**
 * Later certificates change records again, and jobs move between lists; all other rows must be
 * equal.
 */
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
