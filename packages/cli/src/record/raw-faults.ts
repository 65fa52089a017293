import { formatDuration } from '@quorate/network';
import { type Address, addressIn, counted } from '@quorate/protocol';
import type { Cast } from './cast.ts';
import type { RecordedFault } from './read-devnet.ts';

/** A fault as a scenario file states it. */
type RawFault = Readonly<Record<string, unknown>>;

/** The time that a recording covers, in nanoseconds since the Unix epoch. */
export interface Span {
  readonly start: bigint;
  readonly end: bigint;
}

/** The name of callers over HTTP on the links of a devnet. */
const HTTP = 'http';
/** The clients of the devnet itself, besides the callers over HTTP. */
const OWN_CLIENTS: readonly string[] = ['faucet', 'wallet'];

/** The nodes of a scenario. */
export interface Ground {
  readonly cast: Cast;
  /** The number of its validators. */
  readonly validators: number;
}

/** The faults that can be repeated, and those that cannot. */
export interface RawFaults {
  readonly faults: readonly RawFault[];
  /** The validators that lied, and how, as a scenario file states them. */
  readonly byzantine: readonly RawFault[];
  /** Why some faults are left out, or spare somebody; one line for each. */
  readonly leftOut: readonly string[];
}

/**
 * Gives the faults of a devnet as those of a scenario, which begins and ends with the validators
 * with which the devnet began.
 */
export function rawFaults(
  recorded: readonly RecordedFault[],
  span: Span,
  ground: Ground,
): RawFaults {
  const { cast, validators } = ground;
  const { start, end } = span;
  const seen = recorded
    .filter(({ since, until }) => since <= end && (until === undefined || until > start))
    .toSorted((a, b) => (a.since < b.since ? -1 : 1));
  const faults: RawFault[] = [];
  const byzantine: RawFault[] = [];
  const leftOut: string[] = [];
  for (const [index, fault] of seen.entries()) {
    if ('only' in fault.keys) {
      leftOut.push(`${nameOf(fault)}: it holds only some messages, which no scenario can say`);
      continue;
    }
    const { keys, spared } = withoutLater(fault.keys, validators);
    const isLiar = fault.keys['kind'] === 'byzantine';
    // On a devnet, an id may be used again once its fault has ended.
    const own = { ...fault, keys: { ...keys, id: `${String(fault.keys['id'])}-${index + 1}` } };
    const timing = timingOf(fault, span);
    const raw = keys && (isLiar ? rawLiar(own, timing, ground) : rawFault(own, timing, cast));
    if (raw !== undefined) (isLiar ? byzantine : faults).push(raw);
    leftOut.push(...sparing(fault, spared, keys !== undefined));
    leftOut.push(...namingLater(fault, keys, validators));
    if (raw !== undefined) leftOut.push(...byHandIn(fault));
  }
  return { faults, byzantine, leftOut };
}

function timingOf(fault: RecordedFault, { start, end }: Span): Timing {
  const at = fault.since > start ? fault.since - start : 0n;
  const until = endOf(fault, end);
  return { at, length: until === undefined ? undefined : until - start - at };
}

/** Longer than anybody waits for the answer to a transaction, in nanoseconds. */
const ANSWERED_AFTER = 15_000_000_000n;

/**
 * Gives the end of a fault. A fault that still lasts ends once everything is answered: otherwise a
 * validator that is up but hears nothing would not reach the balances of the others. A fault that
 * takes a validator down need not end, because a validator that is down is not asked what it holds.
 */
function endOf({ keys, until }: RecordedFault, end: bigint): bigint | undefined {
  return until ?? (takesDown(keys) ? undefined : end + ANSWERED_AFTER);
}

function takesDown({ kind }: RecordedFault['keys']): boolean {
  return kind === 'crash' || kind === 'amnesia';
}

interface Kept {
  /** Undefined if nobody is left whom the fault strikes. */
  readonly keys: RecordedFault['keys'] | undefined;
  /** Validators that the fault struck, but that the scenario does not have. */
  readonly spared: readonly string[];
}

function withoutLater(keys: RecordedFault['keys'], validators: number): Kept {
  const isThere = (name: string) => !isLater(name, validators);
  const struck = ['node', 'from', 'to'].filter((key) => key in keys);
  const spared = struck.flatMap((key) => listed(keys[key]).filter((name) => !isThere(name)));
  if (spared.length === 0) return { keys, spared };
  const kept = struck.map((key) => [key, listed(keys[key]).filter(isThere)] as const);
  const strikesNobody = kept.some(([, names]) => names.length === 0);
  return {
    keys: strikesNobody ? undefined : { ...keys, ...Object.fromEntries(kept) },
    spared: [...new Set(spared)],
  };
}

/** Tells whether a devnet did not host a validator from the start. */
function isLater(name: string, validators: number): boolean {
  const [, number] = /^v([0-9]+)$/.exec(name) ?? [];
  return number !== undefined && Number(number) > validators;
}

function listed(names: unknown): readonly string[] {
  return Array.isArray(names) ? names.map(String) : [String(names)];
}

function sparing(
  fault: RecordedFault,
  spared: readonly string[],
  isKept: boolean,
): readonly string[] {
  if (spared.length === 0) return [];
  const who = spared.join(', ');
  return [
    isKept
      ? `${who} of ${nameOf(fault)}: hosted since the devnet began`
      : `${nameOf(fault)}: it strikes ${who}, hosted since the devnet began`,
  ];
}

function byHandIn(fault: RecordedFault): readonly string[] {
  const { byHand = 0 } = fault;
  if (byHand === 0) return [];
  return [
    `what was done by hand with ${counted(byHand, 'message')} of ${nameOf(fault)}: the replay holds them to its end`,
  ];
}

function nameOf({ keys }: RecordedFault): string {
  return `fault ${String(keys['id'])} (${String(keys['kind'])})`;
}

interface Timing {
  /** In nanoseconds since the start of the recording. */
  readonly at: bigint;
  readonly length: bigint | undefined;
}

function rawFault(
  { keys, age }: RecordedFault,
  { at, length }: Timing,
  cast: Cast,
): RawFault | undefined {
  const { for: _, restartAfter: __, snapshot: ___, ...own } = keys;
  const key = takesDown(own) ? 'restartAfter' : 'for';
  const lasts = length === undefined ? {} : { [key]: formatDuration(length) };
  const timed = { ...own, at: formatDuration(at), ...lasts };
  if ('node' in own) {
    if (OWN_CLIENTS.includes(String(own['node'])) && !cast.clients().has(String(own['node']))) {
      return undefined;
    }
    // A node that went back to nothing goes back to before the start, when there was nothing.
    return own['kind'] === 'amnesia' ? { ...timed, age: formatDuration(age ?? at + 1n) } : timed;
  }
  const [from, to] = [own['from'], own['to']].map((ends) => endsOf(ends, cast));
  if (from?.length === 0 || to?.length === 0) return undefined;
  return { ...timed, from, to };
}

/** Gives a validator that lied for a while as one whose acts last as long. */
function rawLiar(
  { keys }: RecordedFault,
  { at, length }: Timing,
  ground: Ground,
): RawFault | undefined {
  const timed = {
    at: formatDuration(at),
    ...(length === undefined ? {} : { for: formatDuration(length) }),
  };
  const acts = actsIn(keys).flatMap((act, index) => {
    if (namesLater(act, ground.validators)) return [];
    const scopes = ['only', 'serves'].filter((key) => key in act);
    const named = scopes.map((key) => [key, scopeOf(act[key] as RawFault, ground)] as const);
    const id = `${String(keys['id'])}-${String(act['act'])}-${index + 1}`;
    // A list of nobody narrows an act to nothing; whom it serves may well be nobody.
    const isEmpty = named.some(
      ([key, scope]) => key === 'only' && Object.values(scope).some(isNobody),
    );
    return isEmpty ? [] : [{ id, ...act, ...Object.fromEntries(named), ...timed }];
  });
  return acts.length === 0 ? undefined : { id: keys['id'], node: keys['node'], acts };
}

/** Gives the acts of a fault, if it makes a validator lie. */
function actsIn(keys: Kept['keys']): readonly RawFault[] {
  return (keys?.['acts'] ?? []) as readonly RawFault[];
}

/** Tells whether an act gives a signature for that of a validator that the scenario does not have. */
function namesLater({ as }: RawFault, validators: number): boolean {
  return as !== undefined && isLater(String(as), validators);
}

function namingLater(
  fault: RecordedFault,
  kept: Kept['keys'],
  validators: number,
): readonly string[] {
  return actsIn(kept)
    .filter((act) => namesLater(act, validators))
    .map(
      ({ act, as }) =>
        `${String(act)} of ${nameOf(fault)}: it names ${String(as)}, hosted since the devnet began`,
    );
}

function isNobody(names: unknown): boolean {
  return listed(names).length === 0;
}

/** Gives a scope by the names of the scenario, which has no accounts but those that took part. */
function scopeOf({ peers, senders }: RawFault, { cast, validators }: Ground): RawFault {
  const there = listed(peers).filter((name) => !isLater(name, validators));
  return {
    ...(peers === undefined ? {} : { peers: endsOf(there, cast) }),
    ...(senders === undefined
      ? {}
      : { senders: listed(senders).flatMap((account) => namesOf(account, cast)) }),
  };
}

/** Names an account that a devnet knows by this name or address, if it took part. */
function namesOf(account: string, cast: Cast): readonly string[] {
  const clients = [...cast.clients()];
  const shared = [...cast.accounts()].map(([name, { address }]) => [name, address] as const);
  const same = ([name, address]: readonly [string, Address]) =>
    name === account || address === addressIn(account);
  return [...clients, ...shared].filter(same).map(([name]) => name);
}

function endsOf(ends: unknown, cast: Cast): readonly string[] {
  const clients = [...cast.clients().keys()];
  return listed(ends).flatMap((end) => {
    if (end === HTTP) return clients.filter((name) => !OWN_CLIENTS.includes(name));
    return OWN_CLIENTS.includes(end) && !clients.includes(end) ? [] : [end];
  });
}
