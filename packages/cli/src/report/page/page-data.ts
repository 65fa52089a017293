import {
  byzantineNodes,
  drawScenario,
  partyOf,
  type RecordedEvent,
  type RecordedMessage,
  type RecordedRun,
  type RunResult,
  type Scenario,
} from '@quorate/simulator';
import type {
  Certificate,
  Conflict,
  Failure,
  Lane,
  Message,
  Moment,
  RunData,
  Step,
} from '../../page/run-data.ts';
import { ownVersion } from '../../version.ts';
import { accountNotes } from '../block.ts';
import { LOST } from '../events.ts';
import {
  excuse,
  type FailedRun,
  type Failure as FoundFailure,
  failuresOf,
  replayLine,
} from '../failure.ts';
import { firstBreaches } from '../occurrences.ts';
import { joinAlike } from '../two-runs/alike.ts';
import { whyText } from '../words.ts';
import { spellsOf } from './spells.ts';
import { type Word, wordsKnown } from './words-known.ts';

/** What a page is made from. */
export interface PageSource {
  readonly scenario: Scenario;
  readonly run: FailedRun;
  readonly recorded: RecordedRun;
  /** Options that a repetition must name, such as " --crypto stub". */
  readonly options: string;
}

/** Puts a text, a lane or a transaction into its list, and gives its place there. */
interface Places {
  readonly texts: readonly string[];
  readonly text: (text: string) => number;
  readonly lane: (node: string) => number;
  readonly transaction: (id: string | undefined) => number | undefined;
}

/** Gives a recorded run in the form in which its page shows it. */
export function pageData({
  scenario: stated,
  run: judged,
  recorded,
  options,
}: PageSource): RunData {
  const { result, events, forensics, excess } = recorded;
  const run = { ...judged, events, forensics, excess };
  const failures = failuresShown(run);
  const excused = forensics === undefined ? excuse(run, failures) : undefined;
  const scenario = drawScenario(stated, BigInt(result.seed));
  const lanes = lanesOf(scenario, recorded);
  const places = createPlaces(lanes, recorded);
  const words = new Map(wordsKnown().map((word) => [word.name, word]));
  const messages = messagesOf(recorded, places);
  const steps = stepsOf(recorded, lanes, places);
  return {
    head: headOf(run, recorded, options),
    failures: failures.map((failure) => cardOf(failure, run, words)),
    ...(excused === undefined ? {} : { excuse: excused }),
    conflicts: conflictsOf(recorded, places),
    operations: result.operations.map(({ client, summary, outcome, reason, ...more }) => ({
      ...{ client, summary, outcome },
      ...(reason === undefined ? {} : { reason, why: whyText(reason, more.shortfall) }),
      startedAt: Number(more.startedAt),
      endedAt: Number(more.endedAt),
    })),
    accounts: accountsOf(result),
    texts: places.texts,
    lanes,
    transactions: recorded.transactions.map(({ transactionId, sender, nonce, operations }) => ({
      id: transactionId,
      sender,
      nonce: `${nonce}`,
      does: operations,
    })),
    certificates: certificatesOf(recorded, places),
    messages,
    steps,
    spells: spellsOf(scenario, recorded, { laneOf: places.lane, meaningOf: meaningsIn(words) }),
    breaches: firstBreaches(result).map(({ oracle, message, at, event }) => ({
      ...{ name: oracle, message, at: Number(at) },
      ...(event === undefined ? {} : { event }),
    })),
    meanings: refusalsIn([...recorded.events, ...recorded.messages.map(asVerdict)], run, words),
  };
}

// A client that sends by hand attempts no operation.
function accountsOf(result: RunResult): RunData['accounts'] {
  const told = new Set(result.operations.map(({ client }) => client));
  return accountNotes(result)
    .filter(({ subject }) => !told.has(subject))
    .map(({ subject, text }) => ({ client: subject, text }));
}

function headOf(run: FailedRun, { result }: RecordedRun, options: string): RunData['head'] {
  const { name, description, seed, traceHash, crypto, events, virtualNanos } = result;
  return {
    ...{ name, description, seed, traceHash, crypto, events },
    verdict: result.verdict,
    expected: result.expectedVerdict,
    isFailure: run.causes.length > 0,
    version: ownVersion(),
    node: process.version,
    replay: replayLine(run, options),
    endedAt: Number(virtualNanos),
  };
}

/** Lists what went wrong; if nothing did, the violations for which the scenario asks. */
function failuresShown(run: FailedRun): readonly FoundFailure[] {
  const { result } = run;
  const failedExpectations = joinAlike(result.failedExpectations);
  const failures = failuresOf({ ...run, result: { ...result, failedExpectations } });
  if (failures.length > 0 || result.verdict === 'pass') return failures;
  return failuresOf({ ...run, result: { ...result, expectedVerdict: 'pass' } });
}

function cardOf(
  { name, title, kind, mustHold, facts }: FoundFailure,
  { causes }: FailedRun,
  words: ReadonlyMap<string, Word>,
): Failure {
  return {
    ...{ name, title, facts },
    kind: causes.length === 0 ? `${kind}, as the scenario expects` : kind,
    holds: words.get(name)?.paragraphs ?? (mustHold === undefined ? [] : [mustHold]),
  };
}

function lanesOf({ cluster, byzantine }: Scenario, { events, messages, result }: RecordedRun) {
  const liars = byzantineNodes({ byzantine });
  const seen = new Set(
    [...messages.flatMap(({ from, to }) => [from, to]), ...events.map(({ to }) => to)].map(partyOf),
  );
  const status = new Map(result.validators.map((each) => [each.name, each.status]));
  const proxies = new Set(cluster.proxies);
  const faults = new Set(result.faults.map(({ id }) => id));
  const roleOf = (name: string): Lane['role'] => {
    if (status.has(name)) return 'validator';
    return proxies.has(name) ? 'proxy' : 'client';
  };
  const named = [...seen].filter((name) => !faults.has(name) || status.has(name));
  const lanes = named.map((name) => {
    const ended = status.get(name);
    return {
      ...{ name, role: roleOf(name) },
      ...(liars.has(name) ? { isLiar: true as const } : {}),
      ...(ended === undefined ? {} : { status: ended }),
    };
  });
  const order = [...status.keys()];
  return (['client', 'proxy', 'validator'] as const).flatMap((role) =>
    lanes
      .filter((lane) => lane.role === role)
      .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
  );
}

function createPlaces(lanes: readonly Lane[], { transactions }: RecordedRun): Places {
  const texts: string[] = [];
  const textPlaces = new Map<string, number>();
  const lanePlaces = new Map(lanes.map(({ name }, place) => [name, place]));
  const known = new Map(transactions.map(({ transactionId }, place) => [transactionId, place]));
  return {
    texts,
    text(text) {
      const place = textPlaces.get(text) ?? texts.push(text) - 1;
      textPlaces.set(text, place);
      return place;
    },
    lane: (node) => lanePlaces.get(partyOf(node)) ?? -1,
    transaction: (id) => known.get(id ?? ''),
  };
}

function messagesOf({ messages }: RecordedRun, places: Places): readonly Message[] {
  return messages.map((message) => {
    const { from, to, kind, signers, sent, answers, arrivals } = message;
    const request = messages[answers ?? -1];
    return {
      ...given({
        from: places.lane(from),
        to: places.lane(to),
        sender: partOf(from, places),
        receiver: partOf(to, places),
        kind: places.text(kind),
        transaction: places.transaction(message.transactionId ?? request?.transactionId),
        signers: signers && places.text(signers.join(' ')),
        sent: momentOf(sent),
        answers,
        arrivals: arrivals.map(momentOf),
      }),
      ...fateOf(message, places),
    };
  });
}

function fateOf(
  { lost, isHeld, isAltered }: RecordedMessage,
  { text }: Places,
): Pick<Message, 'lost' | 'isHeld' | 'isAltered'> {
  return given({
    lost: lost && ([...momentOf(lost), text(LOST[lost.reason])] as const),
    isHeld,
    isAltered,
  });
}

/** Leaves out what is undefined. */
function given<T extends object>(record: T): Given<T> {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}

type Given<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> };

function partOf(node: string, { text }: Places): number | undefined {
  return partyOf(node) === node ? undefined : text(node);
}

function momentOf({ event, at }: RecordedMessage['sent']): Moment {
  return [event, Number(at)];
}

function stepsOf(
  { events, messages }: RecordedRun,
  lanes: readonly Lane[],
  places: Places,
): readonly Step[] {
  const answerOf = answersOfLiars(messages, lanes, places);
  return events.flatMap((step) => {
    const { event, at, to, kind, message, transactionId, verdict, changes } = step;
    const lane = places.lane(to);
    const request = messages[messages[message ?? -1]?.answers ?? -1];
    const about = places.transaction(transactionId ?? request?.transactionId);
    if (lane === -1) return [];
    const answer = verdict ?? answerOf(step);
    return given({
      ...{ event, at: Number(at), lane, kind: places.text(kind), message },
      transaction: about,
      verdict: answer === undefined ? undefined : places.text(answer),
      changes: changes.length === 0 ? undefined : changes.map(places.text),
    });
  });
}

/**
 * Gives what liars answered in a step: their steps are not recorded, but their messages are. A
 * validator decides as it gets a request; a proxy or a client answers when it has heard others.
 */
function answersOfLiars(messages: RecordedRun['messages'], lanes: readonly Lane[], places: Places) {
  const byStep = new Map<string, string>();
  for (const { from, kind, sent, answers } of messages) {
    const { isLiar = false, role } = lanes[places.lane(from)] ?? {};
    if (!isLiar || answers === undefined) continue;
    byStep.set(role === 'validator' ? `${answers}` : `${from} ${sent.event}`, answerIn(kind));
  }
  return ({ event, to, message }: RecordedEvent) =>
    byStep.get(`${message}`) ?? byStep.get(`${to} ${event}`);
}

function answerIn(kind: string): string {
  return kind.replace(/^Response /, '');
}

/** Lists each certificate that was formed or sent; a certificate is its transaction and signers. */
function certificatesOf({ messages, result }: RecordedRun, places: Places): readonly Certificate[] {
  const found = new Map<string, Certificate>();
  const add = (id: string | undefined, names: readonly string[], times: Partial<Certificate>) => {
    const transaction = places.transaction(id);
    const signers = names.toSorted((a, b) => (a < b ? -1 : 1));
    const key = JSON.stringify([transaction, signers]);
    if (transaction === undefined || found.has(key)) return;
    found.set(key, { certifiedAt: 0, ...times, transaction, signers });
  };
  for (const { transactionId, signers, certifiedAt, finalAt } of result.certificates) {
    const final = finalAt === undefined ? {} : { finalAt: Number(finalAt) };
    add(transactionId, signers, { certifiedAt: Number(certifiedAt), ...final });
  }
  for (const { transactionId, signers, sent } of messages) {
    if (signers !== undefined) add(transactionId, signers, { certifiedAt: Number(sent.at) });
  }
  return [...found.values()];
}

function conflictsOf({ forensics }: RecordedRun, places: Places): readonly Conflict[] {
  const at = (id: string) => places.transaction(id) ?? -1;
  return (forensics?.conflicts ?? []).map(({ sender, nonce, verdict, rivals, culprits }) => ({
    ...{ sender, nonce: `${nonce}`, verdict },
    rivals: rivals.map(({ transactionId, signers, hasQuorum }) => ({
      ...{ transaction: at(transactionId), signers, hasQuorum },
    })),
    culprits: culprits.map(({ name, key, isFaulty, signatures }) => ({
      ...{ name, key, isFaulty },
      signatures: signatures.map(({ transactionId, signature }) => ({
        transaction: at(transactionId),
        hex: signature,
      })),
    })),
  }));
}

function meaningsIn(words: ReadonlyMap<string, Word>) {
  return (name: string) => words.get(name)?.paragraphs[0] ?? '';
}

function asVerdict({ kind }: RecordedMessage) {
  return { verdict: answerIn(kind) };
}

/** Explains the refusals that occur. */
function refusalsIn(
  answers: readonly { readonly verdict?: string }[],
  { result }: FailedRun,
  words: ReadonlyMap<string, Word>,
): Readonly<Record<string, string>> {
  const codes = new Set([
    ...answers.flatMap(({ verdict = '' }) => verdict.split(' ')),
    ...result.operations.flatMap(({ reason }) => reason ?? []),
  ]);
  return Object.fromEntries(
    [...codes].flatMap((code) => {
      const word = words.get(code);
      return word?.kind === 'error' ? [[code, word.paragraphs.join(' ')]] : [];
    }),
  );
}
