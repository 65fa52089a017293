import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { share } from '../../arbitraries/sketch.ts';
import { chance, weighted } from '../../arbitraries/values.ts';
import type { ScenarioClient } from '../../scenario/cluster/cluster.ts';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Subject } from '../../scenario/steps/subject.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';
import { jobList, type Listing, movesIn } from './job-lists.ts';

/**
 * The fraction of the runs with reads in which clients look something up: in runs with tokens or
 * jobs, about which liars can report more, and in others.
 */
const ODDS = { telling: 0.8, other: 0.25 };

/** The most lookups of a run. */
const MOST = 2;

/** What is drawn for one lookup. */
interface Glance {
  /** After which line, as a fraction of all lines. */
  readonly at: number;
  /** Whether that line must be one that changes or creates a token or a job, if there is any. */
  readonly isClose: boolean;
  /**
   * Whether a client other than the one of that line reads; it does so at once, except for
   * certificates.
   */
  readonly isOther: boolean;
  readonly who: number;
  /** How often in a row: validators hold different records only for a moment. */
  readonly times: number;
  /** Which of the tokens and jobs of that line. */
  readonly which: number;
  /** Whether a certificate about it is read instead of the record. */
  readonly isCertificate: boolean;
  readonly isDecision: boolean;
  /** Whether everything of its kind that was created before is read with it. */
  readonly isOfSeveral: boolean;
  /**
   * Whether something of the account of that line is read, even if the line concerns a token or
   * job.
   */
  readonly isOfAccount: boolean;
  /** What is read of the account of that line. */
  readonly list: 'last' | 'certificates';
  /** Whether the jobs of a party of a job are read once the job has moved, if there is any. */
  readonly isOfParty: boolean;
  /** Whether the client that moves the job reads them, and therefore after the move. */
  readonly isMover: boolean;
  readonly role: Listing['role'];
  readonly among: Listing['among'];
  readonly from: bigint;
  readonly limit: number | undefined;
}

const glances: fc.Arbitrary<readonly Glance[]> = fc.array(
  fc.record({
    at: share,
    isClose: chance(0.9),
    isOther: chance(0.8),
    who: share,
    times: fc.integer({ min: 1, max: 6 }),
    which: share,
    isCertificate: chance(0.25),
    isDecision: chance(0.5),
    isOfSeveral: chance(0.6),
    isOfAccount: chance(0.15),
    list: weighted({ last: 3, certificates: 5 }),
    isOfParty: chance(0.35),
    isMover: chance(0.8),
    role: fc.constantFrom('client' as const, 'provider' as const, 'evaluator' as const),
    among: weighted({ all: 4, come: 2, gone: 2 }),
    from: fc.constantFrom(0n, 0n, 0n, 1n, 2n),
    limit: fc.constantFrom(undefined, 1, 1, 2),
  }),
  { minLength: 1, maxLength: MOST, size: 'max' },
);

/**
 * In some runs, makes clients look up tokens, escrow jobs and certificates, mostly just after
 * something has changed them: then validators hold different records.
 */
export function lookingUp(
  lines: readonly Line[],
  { cast, swarm }: { readonly cast: readonly ScenarioClient[]; readonly swarm: Swarm },
  draw: Draw,
): readonly Line[] {
  if (swarm.operations.read === 0 || cast.length === 0 || lines.length === 0) return lines;
  const isTelling = lines.some((line) => labelsIn(line).length > 0);
  const odds = isTelling ? ODDS.telling : ODDS.other;
  const [takesPart, all] = draw('workload/glances', fc.tuple(chance(odds), glances));
  if (!takesPart) return lines;
  // From the last line on, so that inserted lines do not shift the places before them.
  const placed = all
    .map((glance) => listed(glance, { lines, cast }) ?? placedLookup(glance, { lines, cast }))
    .toSorted((a, b) => b.index - a.index);
  return placed.reduce((sum, { index, line, times }) => {
    return sum.toSpliced(index + 1, 0, ...Array.from({ length: times }, () => line));
  }, lines);
}

/** A line, how often it is repeated, and after which line it goes. */
interface Placed {
  readonly index: number;
  readonly line: Line;
  readonly times: number;
}

/** The jobs of a party of a job, mostly of one that has just been delivered or ended. */
function listed(glance: Glance, { lines, cast }: Surroundings): Placed | undefined {
  if (!glance.isOfParty) return undefined;
  const moves = movesIn(lines);
  const later = moves.filter(({ gone }) => gone !== undefined);
  const move = drawnFrom([...moves, ...later, ...later, ...later], glance.at);
  if (move === undefined) return undefined;
  const names = cast.map(({ name }) => name);
  const client = glance.isMover ? move.client : (drawnFrom(names, glance.who) ?? move.client);
  const { account, subject } = jobList(move, glance);
  const of = account === client ? undefined : account;
  return { index: move.index, line: { client, step: { op: 'read', of, ...subject } }, times: 1 };
}

function placedLookup(glance: Glance, { lines, cast }: Surroundings): Placed {
  const aim = aimOf(glance, lines);
  const line = lookup(glance, aim, { lines, cast });
  return { index: aim.index, line, times: timesOf(line, glance) };
}

/** What is read about whom, and after which line. */
interface Aim {
  readonly index: number;
  readonly account: string;
  /** Undefined if it is something of the account. */
  readonly label: Label | undefined;
}

function aimOf(glance: Glance, lines: readonly Line[]): Aim {
  const places = [...lines.keys()];
  const telling = places.filter((index) => labelsIn(lines[index]).length > 0);
  const changing = telling.filter((index) => !isCreating(lines[index]));
  const isNear = glance.isClose && telling.length > 0;
  const among = isNear ? [...telling, ...changing, ...changing] : places;
  const index = drawnFrom(among, glance.at) ?? 0;
  const line = lines[index] as Line;
  const label = glance.isOfAccount ? undefined : drawnFrom(labelsIn(line), glance.which);
  const aim = { index, account: line.client, label };
  const isOfList = label === undefined && glance.list === 'certificates';
  // Only a list of at least two certificates can be cut or extended noticeably.
  return isOfList ? { ...aim, index: lines.length - 1, account: busiestIn(lines) } : aim;
}

function busiestIn(lines: readonly Line[]): string {
  const names = lines.map(({ client }) => client);
  const busyness = (name: string) => names.filter((each) => each === name).length;
  return names.reduce((most, name) => (busyness(name) > busyness(most) ? name : most));
}

function lookup(glance: Glance, aim: Aim, { lines, cast }: Surroundings): Line {
  const { index, account, label } = aim;
  const client = readerOf(glance, aim, { cast, lines: lines.slice(0, index) });
  const of = account === client ? undefined : account;
  const before = lines.slice(0, index + 1);
  const subject =
    label === undefined ? { of, ...ofAccount(glance) } : ofLabel(label, glance, before);
  return { client, step: { op: 'read', of: undefined, ...subject } };
}

function readerOf(
  { isOther, who, isCertificate, list }: Glance,
  { account, label }: Aim,
  { cast, lines }: Surroundings,
): string {
  const names = cast.map(({ name }) => name);
  // The client of the line itself gets there once there is a certificate.
  if (isOther && (label === undefined ? list === 'certificates' : isCertificate)) return account;
  const others = names.filter((name) => name !== account);
  // The client with the fewest steps before is likely to be there in time.
  const busyness = (name: string) => lines.filter(({ client }) => client === name).length;
  const least = Math.min(...others.map(busyness));
  const idle = others.filter((name) => busyness(name) === least);
  return drawnFrom(isOther && idle.length > 0 ? idle : names, who) ?? account;
}

interface Surroundings {
  readonly lines: readonly Line[];
  readonly cast: readonly ScenarioClient[];
}

// Certificates do not change, so they are read once.
function timesOf({ step }: Line, { times }: Glance): number {
  const isRecord = step.op === 'read' && (step.token ?? step.job) !== undefined;
  return isRecord && step.certificate === undefined ? times : 1;
}

function drawnFrom<T>(list: readonly T[], drawn: number): T | undefined {
  return list[Math.floor(drawn * list.length)];
}

function ofLabel(
  label: Label,
  { isCertificate, isDecision, isOfSeveral }: Glance,
  before: readonly Line[],
): Subject {
  if (!isCertificate) return isOfSeveral ? { ...label, ...othersOf(label, before) } : label;
  return { ...label, certificate: isDecision && label.job !== undefined ? 'decision' : 'creation' };
}

// A label that is created later may depend on this read: its creator may be the one who reads.
function othersOf({ token, job }: Label, before: readonly Line[]): Subject {
  const made = before.filter(isCreating).flatMap(labelsIn);
  const andTokens = others(
    token,
    made.flatMap((each) => each.token ?? []),
  );
  const andJobs = others(
    job,
    made.flatMap((each) => each.job ?? []),
  );
  return {
    ...(andTokens.length === 0 ? {} : { andTokens }),
    ...(andJobs.length === 0 ? {} : { andJobs }),
  };
}

function others(read: string | undefined, made: readonly string[]): readonly string[] {
  return read === undefined ? [] : [...new Set(made)].filter((each) => each !== read);
}

function ofAccount({ list, from, limit }: Glance): Subject {
  if (list === 'last') return { certificate: 'last' };
  return { certificates: from, ...(limit === undefined ? {} : { limit }) };
}

function isCreating(line: Line | undefined): boolean {
  if (line === undefined) return false;
  return operationsIn(line.step).some(({ op }) => op === 'create-token' || op === 'escrow-job');
}

type Label = Pick<Subject, 'token' | 'job'>;

function labelsIn(line: Line | undefined): readonly Label[] {
  return line === undefined ? [] : operationsIn(line.step).flatMap(labelIn);
}

function labelIn(operation: OperationStep): readonly Label[] {
  switch (operation.op) {
    case 'create-token':
      return [{ token: operation.as }];
    case 'pay':
    case 'burn':
    case 'mint':
    case 'manage-token':
      return operation.token === undefined ? [] : [{ token: operation.token }];
    case 'escrow-job':
      return [{ job: operation.as }];
    case 'escrow-submit':
    case 'escrow-reject':
    case 'escrow-complete':
      return [{ job: operation.job }];
    default:
      return [];
  }
}
