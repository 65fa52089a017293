import type { LinkReading } from './link-reading.ts';
import type { Stream } from './rng.ts';

/** What a network needs to know about the content of its messages. */
export interface Anatomy<M> {
  isResponse(message: M): boolean;
  /**
   * Gives the message that arrives when bits flip on the way; undefined when it cannot be read any
   * more. `hits` are the positions of the bits as fractions of the message's length, each below 1.
   */
  corrupt(message: M, hits: readonly number[]): M | undefined;
}

/** What was sent over a link, oldest first; `at` is in nanoseconds. */
export type History<M> = readonly { readonly at: bigint; readonly message: M }[];

/** What happens to one message besides its delay and its loss. */
export interface Troubles<M> {
  /** Whether it is an answer that is lost. */
  readonly isLost: boolean;
  /** The message that arrives; undefined when nobody could read it. */
  readonly message: M | undefined;
  /** The extra time that it travels, in nanoseconds. */
  readonly late: number;
  /** For each copy, how long after the message it arrives, in nanoseconds. */
  readonly copies: readonly number[];
  /** An earlier message that is sent again, and its delay in nanoseconds. */
  readonly replayed: { readonly message: M; readonly delay: number } | undefined;
}

/** What the troubles of one message depend on. */
export interface Circumstances<M> {
  readonly link: LinkReading;
  /** The message and the time at which it is sent, in nanoseconds. */
  readonly event: { readonly at: bigint; readonly message: M };
  readonly history: History<M>;
  /** Gives the stream for one kind of trouble. */
  readonly stream: (kind: string) => Stream;
}

/**
 * Draws what happens to a message.
 *
 * Each kind of trouble has its own stream and costs every message the same draws, so switching one
 * on or off shifts nothing else. An absent kind draws nothing.
 */
export function drawTroubles<M>(given: Circumstances<M>, anatomy: Anatomy<M>): Troubles<M> {
  return {
    isLost: drawLostResponse(given, anatomy),
    message: drawCorruption(given, anatomy),
    late: drawLateness(given),
    copies: drawCopies(given),
    replayed: drawReplay(given),
  };
}

function drawLostResponse<M>({ link, event, stream }: Circumstances<M>, anatomy: Anatomy<M>) {
  const { dropResponses } = link.model;
  if (dropResponses === undefined) return false;
  return stream('dropResponses').chance(dropResponses) && anatomy.isResponse(event.message);
}

function drawCorruption<M>({ link, event, stream }: Circumstances<M>, anatomy: Anatomy<M>) {
  const { corrupt } = link.model;
  if (corrupt === undefined) return event.message;
  const own = stream('corrupt');
  const isHit = own.chance(corrupt.probability);
  const hits: number[] = [];
  for (let bit = 0; bit < corrupt.bits; bit += 1) hits.push(own.unit());
  return isHit ? anatomy.corrupt(event.message, hits) : event.message;
}

function drawLateness<M>({ link: { lateness }, stream }: Circumstances<M>): number {
  if (lateness === undefined) return 0;
  const own = stream('reorder');
  const isLate = own.chance(lateness.probability);
  const late = lateness.by(own);
  return isLate ? late : 0;
}

function drawCopies<M>({ link, stream }: Circumstances<M>): readonly number[] {
  if (link.copies === undefined) return [];
  const { probability, copies, delay } = link.copies;
  const own = stream('duplicate');
  const isCopied = own.chance(probability);
  const delays: number[] = [];
  for (let copy = 0; copy < copies; copy += 1) delays.push(delay(own));
  return isCopied ? delays : [];
}

function drawReplay<M>({
  link,
  event,
  history,
  stream,
}: Circumstances<M>): Troubles<M>['replayed'] {
  const { replay } = link.model;
  if (replay === undefined) return undefined;
  const own = stream('replay');
  const isReplayed = own.chance(replay.probability);
  const choice = own.unit();
  const delay = link.delay(own);
  if (!isReplayed) return undefined;
  const { age } = replay;
  const found = age === undefined ? 0 : history.findIndex(({ at }) => at >= event.at - age);
  const first = found === -1 ? history.length : found;
  const message = history[first + Math.floor(choice * (history.length - first))]?.message;
  return message === undefined ? undefined : { message, delay };
}
