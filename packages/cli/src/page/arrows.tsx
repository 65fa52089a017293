import type { VNode } from 'preact';
import type { Layout } from './layout.ts';
import { groupOf, onlyClasses, onlyText, titleOf } from './model.ts';
import type { Message, RunData } from './run-data.ts';

/** How a message is drawn besides its own looks. */
export interface Emphasis {
  readonly isLit: boolean;
  readonly isFaded: boolean;
  readonly isSelf: boolean;
}

interface ArrowProps {
  readonly data: RunData;
  readonly layout: Layout;
  readonly place: number;
  readonly message: Message;
  readonly emphasis: Emphasis;
}

interface Line {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** How far from a lane the head of an arrow ends. */
const REACH = 5;
/** How far a message gets that is lost as soon as it is sent. */
const LOST_AFTER = 0.55;
const LOST_DROP = 11;
/** How long the arrow is of what comes from the same lane. */
const OWN = 24;

/** Draws a message as an arrow for each arrival, or up to where it was lost. */
export function Arrow({ data, layout, place, message, emphasis }: ArrowProps): VNode | null {
  const paths = pathsOf(message, layout);
  if (paths === undefined) return null;
  const { lines, end } = paths;
  const classes = [
    'arrow',
    groupOf(data, message),
    colourOf(message.transaction),
    ...(message.answers === undefined ? [] : ['answer']),
    ...(message.isHeld ? ['held'] : []),
    ...(message.isAltered ? ['altered'] : []),
    ...(message.lost !== undefined && message.arrivals.length === 0 ? ['lost'] : []),
    ...onlyClasses(message),
    ...(emphasis.isSelf ? ['self'] : []),
    ...(emphasis.isFaded ? ['faded'] : []),
  ];
  return (
    <g class={classes.join(' ')} data-message={place} data-lit={emphasis.isLit ? '' : undefined}>
      <title>{titleOf(data, message)}</title>
      {lines.map((line, copy) => (
        <g key={line.y2} class={copy === 0 ? '' : 'copy'}>
          <path class="grip" d={pathOf(line)} />
          {message.only !== undefined && <path class="halo" d={pathOf(line)} />}
          <path class="line" d={pathOf(line)} />
          {end === 'head' && <path class="head" d={headOf(line)} />}
        </g>
      ))}
      <Signs {...{ lines, end, message, place }} />
    </g>
  );
}

interface SignsProps {
  readonly lines: readonly Line[];
  readonly end: End;
  readonly message: Message;
  readonly place: number;
}

function Signs({ lines, end, message, place }: SignsProps): VNode {
  const [line] = lines;
  const middle = line === undefined ? undefined : along(line, 0.5);
  // What is sent to many at once starts in one place, so the words do not.
  const start = line === undefined ? undefined : along(line, 0.25 + (place % 4) * 0.12);
  const only = onlyText(message);
  return (
    <>
      {end === 'cross' && line !== undefined && <path class="cross" d={crossAt(line)} />}
      {only !== undefined && start !== undefined && (
        <text class="sign onlyness" x={start.x} y={start.y - 3}>
          {only}
        </text>
      )}
      {message.isHeld && middle !== undefined && (
        <text class="sign" x={middle.x} y={middle.y - 4}>
          held
        </text>
      )}
      {message.isAltered && middle !== undefined && (
        <text class="sign" x={middle.x} y={middle.y - 4}>
          damaged
        </text>
      )}
      {lines.slice(1).map((copy) => (
        <text key={copy.y2} class="sign" x={along(copy, 0.7).x} y={along(copy, 0.7).y - 4}>
          copy
        </text>
      ))}
    </>
  );
}

/** Names the colour of a transaction. */
export function colourOf(transaction: number | undefined): string {
  return transaction === undefined ? 'tx-none' : `tx-${transaction % 8}`;
}

type End = 'head' | 'cross' | 'open';

/** Where the arrows of a message go; undefined if one of its ends is not shown. */
export function pathsOf(
  { from, to, sent, arrivals, lost }: Message,
  layout: Layout,
): { readonly lines: readonly Line[]; readonly end: End } | undefined {
  const [x1, x2] = [layout.laneX(from), layout.laneX(to)];
  if (x1 === undefined || x2 === undefined) return undefined;
  const y1 = layout.momentY(sent);
  const start = from === to ? x1 - OWN : x1 + Math.sign(x2 - x1) * REACH;
  const reach = from === to ? x2 - REACH : x2 - Math.sign(x2 - x1) * REACH;
  const whole = (y2: number): Line => ({ x1: start, y1, x2: reach, y2 });
  if (arrivals.length > 0) {
    const lines = arrivals.map((arrival) => whole(layout.momentY(arrival)));
    return { lines, end: 'head' };
  }
  const part = (share: number): Line => ({
    ...{ x1: start, y1, y2: y1 + LOST_DROP },
    x2: start + (reach - start) * share,
  });
  if (lost === undefined) return { lines: [part(LOST_AFTER)], end: 'open' };
  const isLate = lost[1] > sent[1] || lost[0] > sent[0];
  const line = isLate ? whole(layout.momentY([lost[0], lost[1]])) : part(LOST_AFTER);
  return { lines: [line], end: 'cross' };
}

function pathOf({ x1, y1, x2, y2 }: Line): string {
  return `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`;
}

const HEAD = 7;
const HALF = 3.2;

function headOf({ x1, y1, x2, y2 }: Line): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - dx * HEAD, y2 - dy * HEAD];
  const left = `${round(bx - dy * HALF)} ${round(by + dx * HALF)}`;
  const right = `${round(bx + dy * HALF)} ${round(by - dx * HALF)}`;
  return `M${round(x2)} ${round(y2)}L${left}L${right}Z`;
}

function crossAt({ x2, y2 }: Line): string {
  const size = 4.5;
  return [
    `M${round(x2 - size)} ${round(y2 - size)}L${round(x2 + size)} ${round(y2 + size)}`,
    `M${round(x2 + size)} ${round(y2 - size)}L${round(x2 - size)} ${round(y2 + size)}`,
  ].join('');
}

function along({ x1, y1, x2, y2 }: Line, share: number) {
  return { x: round(x1 + (x2 - x1) * share), y: round(y1 + (y2 - y1) * share) };
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
