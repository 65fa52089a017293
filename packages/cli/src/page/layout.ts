import { compareMoments, countFirst } from './moments.ts';
import type { Message, Moment, RunData, Step } from './run-data.ts';

/** What is drawn: places in the lists of messages, steps and lanes. */
export interface Shown {
  readonly messages: readonly number[];
  readonly steps: readonly number[];
  readonly lanes: readonly number[];
}

/** A stretch of time that is drawn shorter than the others. Units: nanoseconds and pixels. */
export interface Pause {
  readonly y: number;
  readonly nanos: number;
}

/** Where everything is. Units: pixels from the top left. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Where the run ends, and the lanes with it. */
  readonly bottom: number;
  /** The middle of a lane; undefined if it is not shown. */
  readonly laneX: (lane: number) => number | undefined;
  readonly momentY: (moment: Moment) => number;
  /** For what has no event of its own. */
  readonly timeY: (at: number) => number;
  readonly pauses: readonly Pause[];
  /** Times to write at the margin. */
  readonly ticks: readonly { readonly y: number; readonly at: number }[];
}

/** The margin with the times, on the left. */
export const GUTTER = 104;
/** The room for words on the right of the last lane. */
const LABEL = 40;
const TOP = 18;
const BOTTOM = 40;
/** How far apart two moments are at least, and at most. */
const ROW = 17;
const LONGEST = 54;
/** The height of the words on a broken invariant. */
export const BREACH_ROW = 16;
/** How far apart times at the margin are. */
const TICK = 70;

/**
 * Lays out a run: lanes side by side, time downwards.
 *
 * Half of all gaps between moments get no more than their due at one scale; each moment still has a
 * row of its own, and a long gap is cut short, which makes it a pause.
 */
export function layOut(data: RunData, shown: Shown, laneWidth: number): Layout {
  const moments = momentsIn(data, shown);
  const room = roomFor(data);
  const end = moments.at(-1)?.[0] ?? 0;
  const late = data.breaches.filter(({ event }) => event === undefined || event >= end);
  const perPixel = scaleOf(moments);
  const ys: number[] = [];
  const pauses: Pause[] = [];
  let y = TOP;
  for (const [index, moment] of moments.entries()) {
    const before = moments[index - 1];
    const nanos = before === undefined ? 0 : moment[1] - before[1];
    const due = nanos / perPixel;
    const gap = Math.min(LONGEST, Math.max(ROW, due));
    if (before !== undefined) {
      if (due > LONGEST) pauses.push({ y: y + gap / 2, nanos });
      y += gap + room(before, moment);
    }
    ys.push(y);
  }
  const columns = new Map(
    shown.lanes.map((lane, column) => [lane, GUTTER + (column + 0.5) * laneWidth] as const),
  );
  const find = (moment: Moment) => yOf(moment, moments, ys);
  return {
    width: GUTTER + shown.lanes.length * laneWidth + LABEL,
    height: y + BOTTOM + late.length * BREACH_ROW,
    bottom: y + ROW,
    laneX: (lane) => columns.get(lane),
    momentY: find,
    timeY: (at) => find([0, at]),
    pauses,
    ticks: ticksOf(moments, ys),
  };
}

/**
 * Gives the room between two moments for the words on what broke in the first of them, and on runs
 * that part at the second.
 */
function roomFor({ breaches, parting }: RunData) {
  const parted = parting?.moment;
  return (here: Moment, next: Moment): number => {
    const broken = breaches.filter(({ event, at }) => {
      if (event === undefined) return false;
      const moment: Moment = [event, at];
      return compareMoments(here, moment) <= 0 && compareMoments(moment, next) < 0;
    });
    const isBetween =
      parted !== undefined && compareMoments(here, parted) < 0 && compareMoments(parted, next) <= 0;
    return (broken.length + (isBetween ? 1 : 0)) * BREACH_ROW;
  };
}

function momentsIn({ messages, steps }: RunData, shown: Shown): readonly Moment[] {
  const all: Moment[] = [
    ...shown.messages.flatMap((place) => momentsOf(messages[place])),
    ...shown.steps.flatMap((place) => momentOf(steps[place])),
  ];
  all.sort(compareMoments);
  return all.filter((moment, index) => {
    const before = all[index - 1];
    return before === undefined || compareMoments(before, moment) !== 0;
  });
}

function momentsOf(message: Message | undefined): readonly Moment[] {
  if (message === undefined) return [];
  const { sent, arrivals, lost } = message;
  return lost === undefined ? [sent, ...arrivals] : [sent, ...arrivals, [lost[0], lost[1]]];
}

function momentOf(step: Step | undefined): readonly Moment[] {
  return step === undefined ? [] : [[step.event, step.at]];
}

/** Gives how many nanoseconds a pixel stands for: half of the gaps then fit into a row. */
function scaleOf(moments: readonly Moment[]): number {
  const gaps = moments
    .map(([, at], index) => at - (moments[index - 1]?.[1] ?? at))
    .filter((gap) => gap > 0)
    .toSorted((a, b) => a - b);
  const median = gaps[gaps.length >> 1] ?? 1;
  return Math.max(1, median) / ROW;
}

/** Gives the height of a moment; between two that are drawn, in proportion. */
function yOf(moment: Moment, moments: readonly Moment[], ys: readonly number[]): number {
  const place = countFirst(moments, (each) => compareMoments(each, moment) < 0);
  const [next, before] = [moments[place], moments[place - 1]];
  const [nextY = TOP, beforeY = TOP] = [ys[place], ys[place - 1]];
  if (next === undefined) return beforeY;
  if (before === undefined || next[1] === before[1]) return nextY;
  return beforeY + ((nextY - beforeY) * (moment[1] - before[1])) / (next[1] - before[1]);
}

function ticksOf(moments: readonly Moment[], ys: readonly number[]) {
  const ticks: { readonly y: number; readonly at: number }[] = [];
  for (const [index, [, at]] of moments.entries()) {
    const y = ys[index] ?? 0;
    const last = ticks.at(-1);
    if (last === undefined || y - last.y >= TICK) ticks.push({ y, at });
  }
  return ticks;
}
