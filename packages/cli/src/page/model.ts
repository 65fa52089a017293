import { signersOf } from './lineage.ts';
import type { Lane, Message, Moment, Onesided, RunData, Step } from './run-data.ts';

/** What a message is about, for filters and colours. */
export type Group = 'wishes' | 'signing' | 'certificates' | 'checks' | 'reads' | 'timers';

/** The groups, with the words for them. */
export const GROUPS: Readonly<Record<Group, string>> = {
  wishes: 'wishes of users',
  signing: 'signing',
  certificates: 'certificates',
  checks: 'dry runs',
  reads: 'reads',
  timers: 'timers',
};

/** What can be selected. */
export const WHATS = ['message', 'transaction', 'certificate', 'step', 'spell', 'breach'] as const;

/** What somebody looks at; `place` is that in the list of these things. */
export interface Selection {
  readonly what: (typeof WHATS)[number];
  readonly place: number;
}

/** Tells whether two selections are the same. */
export function isSelected(
  selection: Selection | undefined,
  what: Selection['what'],
  place: number,
): boolean {
  return selection?.what === what && selection.place === place;
}

/** Gives the group of a message; an answer belongs to that of its request. */
export function groupOf(data: RunData, message: Message): Group {
  const request = data.messages[message.answers ?? -1] ?? message;
  const kind = data.texts[request.kind] ?? '';
  if (kind === 'Execute') return 'wishes';
  if (kind === 'SubmitTransaction') return 'signing';
  if (kind === 'CheckTransaction') return 'checks';
  return kind.startsWith('Get') ? 'reads' : 'certificates';
}

/** Gives the group of a step; undefined for what happens to a node, which is always shown. */
export function groupOfStep(data: RunData, step: Step): Group | undefined {
  const message = data.messages[step.message ?? -1];
  if (message !== undefined) return groupOf(data, message);
  const kind = data.texts[step.kind] ?? '';
  return kind.startsWith('Timer') || kind === 'Loaded' ? 'timers' : undefined;
}

/** How a node took what it got. */
export type Answer = 'signed' | 'settled' | 'refused' | 'other' | 'none';

/** Tells what a node answered in a step. */
export function answerIn(data: RunData, { verdict }: Step): Answer {
  const text = data.texts[verdict ?? -1];
  if (text === undefined) return 'none';
  if (text === 'Signed') return 'signed';
  if (text === 'Settled' || text === 'Success') return 'settled';
  return text.split(' ').some((word) => word in data.meanings) ? 'refused' : 'other';
}

const SHORT: Readonly<Record<string, string>> = {
  Execute: 'wants this',
  SubmitTransaction: 'sign this',
  CheckTransaction: 'would you sign?',
  SubmitCertificate: 'certificate',
  AnnounceChange: 'committee change',
};

/** Says in a word or two what a kind of message asks a node for. */
function shortKind(kind: string, role: Lane['role'] | undefined): string {
  if (kind === 'SubmitTransaction' && role !== 'validator') return 'settle this';
  return SHORT[kind] ?? kind.replace(/^Response /, '').replace(/^Get/, 'read ');
}

/** What bands show. */
const FAULT = /^(Crash|Amnesia|(Pause|Slow|Clock|BitRot|FullDisk)(End)?)$/;

/** Gives what is written beside a step; empty if its arrow says enough. */
export function labelOf(data: RunData, step: Step): string {
  const { texts, lanes } = data;
  const verdict = texts[step.verdict ?? -1];
  if (verdict !== undefined) return [verdict, ...epochsIn(data, step)].join(', ');
  const kind = texts[step.kind] ?? '';
  if (kind.startsWith('Timer')) return kind.replace(/^Timer (\S+?)(:.*)?$/, '$1');
  if (kind.startsWith('Response') || FAULT.test(kind)) return '';
  return shortKind(kind, lanes[step.lane]?.role);
}

/** Names the epochs whose committees a validator has learnt of in a step. */
function epochsIn({ texts }: RunData, { changes = [] }: Step): readonly string[] {
  return changes.flatMap((change) => {
    const [, epoch] = /^the committee of (epoch \d+) is named$/.exec(texts[change] ?? '') ?? [];
    return epoch === undefined ? [] : [epoch];
  });
}

/** Describes a message in a line. */
export function titleOf(data: RunData, message: Message): string {
  const { lanes, texts, transactions } = data;
  const { from, to, kind, transaction } = message;
  const route = `${lanes[from]?.name} → ${lanes[to]?.name}`;
  const about = aboutOf(transactions[transaction ?? -1]);
  const signers = signersOf(data, message);
  return [
    `${route}: ${texts[kind]}`,
    ...(about === undefined ? [] : [about]),
    ...(signers.length === 0 ? [] : [`signed by ${signers.join(' ')}`]),
    ...fateOf(data, message),
    ...[onlyText(message) ?? []].flat(),
  ].join(', ');
}

/** Says what the network did to a message, if it did anything. */
export function fateOf({ texts }: RunData, message: Message): readonly string[] {
  const { arrivals, lost, isHeld, isAltered } = message;
  return [
    ...(isHeld ? ['held back by the network'] : []),
    ...(isAltered ? ['damaged on the way'] : []),
    ...(arrivals.length > 1 ? [`arrived ${arrivals.length} times`] : []),
    ...(lost === undefined ? [] : [texts[lost[2]] ?? 'lost']),
    ...(arrivals.length === 0 && lost === undefined ? ['still under way at the end'] : []),
  ];
}

/** Says who does what with a transaction. */
export function aboutOf(transaction: RunData['transactions'][number] | undefined) {
  return transaction === undefined
    ? undefined
    : `${transaction.sender} ${transaction.does.join(', ')}`;
}

/** Says that only one of two compared runs has something; undefined for what both have. */
export function onlyText({ only, isOther }: Onesided): string | undefined {
  if (only === undefined) return undefined;
  const run = isOther ? 'the other run' : 'this run';
  return only === 'has' ? `only ${run}` : `${only} only in ${run}`;
}

/** Names the looks of what only one of two compared runs has. */
export function onlyClasses({ only, isOther }: Onesided): readonly string[] {
  return only === undefined ? [] : ['only', isOther ? 'of-other' : 'of-own'];
}

/** Says when something was; what another run adds to an event has half a number more. */
export function whenText([event, at]: Moment): string {
  return `${timeText(at)}, event ${Math.floor(event)}`;
}

const UNITS = [
  { name: 's', power: 9 },
  { name: 'ms', power: 6 },
  { name: 'µs', power: 3 },
] as const;

/** Gives a time for people, as reports do: three digits or more, cut and not rounded. */
export function timeText(nanos: number, digits = 3): string {
  const unit = UNITS.find(({ power }) => nanos >= 10 ** power);
  if (unit === undefined) return `${nanos} ns`;
  const { name, power } = unit;
  const whole = Math.floor(nanos / 10 ** power);
  const places = Math.min(power, Math.max(0, digits - String(whole).length));
  // Parts of seconds are no binary fractions, so they are counted in whole nanoseconds.
  const part = Math.floor((nanos % 10 ** power) / 10 ** (power - places));
  return `${whole}${places === 0 ? '' : `.${String(part).padStart(places, '0')}`} ${name}`;
}

/** No time of a run has more digits. */
const ALL_DIGITS = 15;

/** Gives times for people, in order, with as many digits as tell each from the one before. */
export function timeTexts(times: readonly number[]): readonly string[] {
  return times.map((at, index) => {
    const before = times[index - 1] ?? at;
    const isAlike = (digits: number) => timeText(at, digits) === timeText(before, digits);
    let digits = 3;
    while (at !== before && isAlike(digits) && digits < ALL_DIGITS) digits += 1;
    return timeText(at, digits);
  });
}
