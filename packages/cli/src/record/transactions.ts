import {
  type Address,
  createdId,
  factsOf,
  type Operation,
  type StateKey,
  type VerifierSignature,
} from '@quorate/protocol';
import type { Cast } from './cast.ts';
import {
  type LabelKind,
  NotRepeatable,
  type RawStep,
  rawOperation,
  SEAT,
  type Wording,
} from './raw-operation.ts';
import { hasCounted, isRefusedAgain, type RecordedEntry } from './read-devnet.ts';

/** What one client did at one moment. */
export interface Deed {
  readonly client: string;
  /** In nanoseconds since the Unix epoch. */
  readonly at: bigint;
  readonly step: RawStep;
  /** Whether its transaction settled. */
  readonly isFinal: boolean;
}

/** What can be repeated of a recording, and what cannot. */
export interface Deeds {
  /** In the order in which they were done. */
  readonly deeds: readonly Deed[];
  /** How many of their transactions settled. */
  readonly certificates: number;
  /** What those that settled have created, by its label. */
  readonly created: readonly Created[];
  /** The state cells that those that settled have initialized. */
  readonly cells: readonly Cell[];
  /** Why some transactions are left out; one line for each. */
  readonly leftOut: readonly string[];
}

/** Something that a transaction creates. */
export interface Created {
  readonly kind: LabelKind;
  readonly id: string;
  readonly label: string;
}

/** A state cell. */
export interface Cell {
  readonly holder: Address;
  readonly key: StateKey;
}

/** What exists in a replay by the time of a transaction. */
interface Ground {
  readonly cast: Cast;
  /** The labels of tokens, terms and jobs, by their ids. */
  readonly labels: Map<string, string>;
  /**
   * Gives an unused label: an id may come again if the transaction that was to create it was
   * refused.
   */
  readonly newLabel: (kind: LabelKind) => string;
  /** What else a step needs, each with the account that has it. */
  readonly had: Set<string>;
}

/** One transaction, with an entry for each time it was submitted. */
interface Recorded {
  readonly sender: Address;
  readonly nonce: bigint;
  readonly operations: readonly Operation[];
  /** Gives the id of what an operation creates. */
  readonly createdBy: (index: number) => string;
  readonly entries: readonly RecordedEntry[];
}

/** Gives what clients did as the steps of a scenario. */
export function deedsOf(entries: readonly RecordedEntry[], cast: Cast): Deeds {
  const ground = createGround(cast);
  const done: Done[] = [];
  const leftOut: string[] = [];
  const all: Created[] = [];
  const cells: Cell[] = [];
  let certificates = 0;
  for (const { recorded, ending } of inOrderOfDeeds(transactionsIn(entries))) {
    try {
      if (ending === undefined) throw new NotRepeatable(whyNot(recorded));
      if (isShared(ending) && !cast.accounts().has(cast.nameOf(recorded.sender))) {
        throw new NotRepeatable('in scenarios no multisig account signs for another');
      }
      const { steps, created, leaves } = stepsOf(recorded, ending, ground);
      done.push({ recorded, deeds: deedsIn(recorded, { steps, ...ending }, cast) });
      leaves();
      if (!ending.isFinal) continue;
      certificates += 1;
      all.push(...created);
      cells.push(...cellsOf(recorded));
    } catch (failure) {
      if (!(failure instanceof NotRepeatable)) throw failure;
      const { sender, nonce } = recorded;
      leftOut.push(`${cast.nameOf(sender)}, nonce ${nonce}: ${failure.message}`);
    }
  }
  return {
    deeds: inOrderOfNonces(done).toSorted(byTime),
    certificates,
    created: all,
    cells,
    leftOut,
  };
}

function cellsOf({ sender, operations }: Recorded): readonly Cell[] {
  return operations.flatMap((operation) =>
    operation.kind === 'StateInitialization' ? [{ holder: sender, key: operation.key }] : [],
  );
}

/** The deeds of one transaction. */
interface Done {
  readonly recorded: Recorded;
  readonly deeds: readonly Deed[];
}

/**
 * Delays deeds so that nobody signs for an account before its previous transaction has all
 * signatures: members in a scenario do not do that.
 */
function inOrderOfNonces(done: readonly Done[]): readonly Deed[] {
  const settledAt = new Map<string, bigint>();
  const moved = new Map<Done, readonly Deed[]>();
  for (const each of done.toSorted(byNonce)) {
    const { recorded, deeds } = each;
    const { sender, nonce } = recorded;
    const earliest = (settledAt.get(`${sender}/${nonce - 1n}`) ?? -1n) + 1n;
    const due = deeds.map((deed) => (isEarly(deed, earliest) ? { ...deed, at: earliest } : deed));
    moved.set(each, due);
    const last = due.at(-1);
    if (last?.isFinal === true) settledAt.set(`${sender}/${nonce}`, last.at);
  }
  return done.flatMap((each) => moved.get(each) ?? []);
}

function isEarly({ at, step, isFinal }: Deed, earliest: bigint): boolean {
  return at < earliest && isFinal && step['from'] !== undefined;
}

function byNonce({ recorded: a }: Done, { recorded: b }: Done): number {
  return a.nonce < b.nonce ? -1 : Number(a.nonce > b.nonce);
}

interface Timed {
  readonly at: bigint;
}

function byTime(a: Timed, b: Timed): number {
  return a.at < b.at ? -1 : Number(a.at > b.at);
}

/**
 * Orders transactions by the submission that counts: one that came too early at first, and settled
 * when submitted again, follows what it needs.
 */
function inOrderOfDeeds(all: readonly Recorded[]) {
  return all
    .map((recorded) => {
      const ending = endingOf(recorded);
      return { recorded, ending, at: beginningOf(recorded, ending)?.at ?? 0n };
    })
    .toSorted(byTime);
}

/**
 * Gives the entry that stands for the first step of a transaction: if several members sign, the
 * first of them does not wait for the last.
 */
function beginningOf({ entries }: Recorded, ending: Ending | undefined): RecordedEntry | undefined {
  if (ending === undefined) return entries[0];
  return isShared(ending) ? entries.find(hasCounted) : ending.entry;
}

function createGround(cast: Cast): Ground {
  const seated = [...cast.operators.keys()].map((operator) => owned(operator, SEAT));
  let labelled = 0;
  const newLabel = (kind: LabelKind) => {
    labelled += 1;
    return `${kind}-${labelled}`;
  };
  return { cast, labels: new Map(), newLabel, had: new Set(seated) };
}

function owned(owner: Address, what: string): string {
  return `${owner} ${what}`;
}

function transactionsIn(entries: readonly RecordedEntry[]): readonly Recorded[] {
  const found = new Map<string, { -readonly [K in keyof Recorded]: Recorded[K] }>();
  for (const entry of entries) {
    const facts = factsOf(entry.envelope.transaction);
    const { id, transaction } = facts;
    const { sender, nonce, operations } = transaction;
    const createdBy = (index: number) => createdId(facts, index);
    const known = found.get(id);
    if (known === undefined) {
      found.set(id, { sender, nonce, operations, createdBy, entries: [entry] });
    } else {
      known.entries = [...known.entries, entry];
    }
  }
  return [...found.values()];
}

interface Ending {
  readonly isFinal: boolean;
  /** The entry that had this ending. */
  readonly entry: RecordedEntry;
  /** The keys with which a step says how it must end. */
  readonly expected: RawStep;
}

function endingOf({ entries }: Recorded): Ending | undefined {
  const settled = entries.find(({ outcome }) => outcome === 'final');
  if (settled !== undefined) return { isFinal: true, entry: settled, expected: {} };
  const refused = entries.find(isRefusedAgain);
  if (refused === undefined) return undefined;
  const expected = { outcome: 'refused', code: refused.code };
  return { isFinal: false, entry: refused, expected };
}

/** Tells whether several members signed for the sender. */
function isShared({ entry }: Ending): boolean {
  return entry.envelope.signature.kind === 'MultiSig';
}

function whyNot({ entries }: Recorded): string {
  const [first] = entries;
  if (first?.outcome === 'refused') return `refused (${first.code})`;
  return first?.outcome === 'incomplete' ? 'it lacks signatures' : 'it was in progress';
}

/** Gives a transaction as steps; `leaves` notes what exists once they are taken. */
function stepsOf(recorded: Recorded, ending: Ending, { cast, labels, newLabel, had }: Ground) {
  const { sender, operations, createdBy } = recorded;
  const created: Created[] = [];
  const got = new Set<string>();
  const steps = operations.map((operation, index) => {
    const words: Wording = {
      nameOf: cast.nameOf,
      verifierOf: (address) => {
        const name = cast.nameOf(address);
        if (!cast.accounts().has(name)) return name;
        throw new NotRepeatable('in scenarios no multisig account vouches for a claim');
      },
      labelOf: (id) => {
        const label = created.find((own) => own.id === id)?.label ?? labels.get(id);
        if (label !== undefined) return label;
        throw new NotRepeatable(BUILDS_ON_MORE);
      },
      newLabel: (kind) => {
        const label = newLabel(kind);
        created.push({ kind, id: createdBy(index), label });
        return label;
      },
      gets: (what) => void got.add(owned(sender, what)),
      expects: (what) => {
        const wanted = owned(sender, what);
        if (!got.has(wanted) && !had.has(wanted)) throw new NotRepeatable(BUILDS_ON_MORE);
      },
    };
    return rawOperation(withAllSignatures(operation, recorded, ending), words);
  });
  const leaves = () => {
    for (const { id, label } of created) labels.set(id, label);
    if (ending.isFinal) for (const each of got) had.add(each);
  };
  return { steps, created, leaves };
}

const BUILDS_ON_MORE = 'it depends on what is not in the recording';
const SIGNED_BEFORE = 'some of its signatures were submitted earlier';

/**
 * Gives a claim the signatures that its verifiers submitted one after another, up to its ending.
 */
function withAllSignatures(
  operation: Operation,
  { entries }: Recorded,
  { entry }: Ending,
): Operation {
  if (operation.kind !== 'ExternalClaim') return operation;
  const handed = entries.slice(0, entries.indexOf(entry) + 1).filter(hasCounted);
  const byVerifier = new Map(
    handed.flatMap(claimSignatures).map((each) => [each.verifierAddr, each]),
  );
  if (BigInt(byVerifier.size) < operation.claim.verifierQuorum) {
    throw new NotRepeatable(SIGNED_BEFORE);
  }
  return { ...operation, signatures: [...byVerifier.values()] };
}

function claimSignatures({ envelope }: RecordedEntry): readonly VerifierSignature[] {
  const { operations } = factsOf(envelope.transaction).transaction;
  return operations.flatMap((each) => (each.kind === 'ExternalClaim' ? each.signatures : []));
}

interface Said extends Ending {
  readonly steps: readonly RawStep[];
}

function deedsIn(recorded: Recorded, said: Said, cast: Cast): readonly Deed[] {
  const { sender, entries } = recorded;
  const { isFinal, entry, expected, steps } = said;
  const [first] = steps;
  const body = steps.length === 1 && first !== undefined ? first : { op: 'batch', steps };
  if (!isShared(said)) {
    const step = { ...body, ...expected };
    return [{ client: cast.nameOf(sender), at: entry.at, step, isFinal }];
  }
  const shared = body['op'] === 'pay' || body['op'] === 'batch' ? body : { op: 'batch', steps };
  const shares = sharesIn(entries.filter(hasCounted), isFinal ? entry.at : undefined);
  if (shares.length > 1) expectOfSeveral(said);
  return shares.map(({ signer, at }) => ({
    client: cast.nameOf(signer),
    at,
    step: { ...shared, from: cast.nameOf(sender) },
    isFinal,
  }));
}

/**
 * Refuses what members of an account cannot do together: they keep to what they have signed until
 * it settles.
 */
function expectOfSeveral({ isFinal, expected }: Said): void {
  if (isFinal) return;
  throw new NotRepeatable(`refused (${expected['code']}), and signed by several members`);
}

/**
 * Gives the members who added a signature to a transaction of a multisig account, each with the
 * time when it first did. The last gets the time when the transaction settled: before that, it may
 * have been refused for lack of funds. A signature after the quorum would begin another
 * transaction.
 */
function sharesIn(entries: readonly RecordedEntry[], settledAt: bigint | undefined) {
  const shares = new Map<Address, bigint>();
  let quorum = 0;
  for (const { at, envelope } of entries) {
    const { signature } = envelope;
    if (signature.kind !== 'MultiSig') continue;
    quorum = Number(signature.config.quorum);
    for (const [signer] of signature.signatures) if (!shares.has(signer)) shares.set(signer, at);
  }
  if (shares.size < quorum) throw new NotRepeatable(SIGNED_BEFORE);
  return [...shares].slice(0, quorum).map(([signer, at], index) => {
    const isLate = index === quorum - 1 && settledAt !== undefined && settledAt > at;
    return { signer, at: isLate ? settledAt : at };
  });
}
