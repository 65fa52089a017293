import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Arrow, pathsOf } from './arrows.tsx';
import { GUTTER, type Layout, type Shown } from './layout.ts';
import type { Lineage } from './lineage.ts';
import {
  BreachLine,
  breachY,
  Margin,
  PartingLine,
  partingY,
  SpellBand,
  StepMark,
} from './marks.tsx';
import { isSelected, type Selection } from './model.ts';
import type { RunData } from './run-data.ts';

interface DiagramProps {
  readonly data: RunData;
  readonly layout: Layout;
  readonly shown: Shown;
  readonly laneWidth: number;
  readonly selection: Selection | undefined;
  readonly lineage: Lineage | undefined;
  readonly onSelect: (selection: Selection | undefined) => void;
  /** Shows the next or the previous step. */
  readonly onWalk: (by: 1 | -1) => void;
}

/** A part of the diagram, from top to bottom. Units: pixels. */
interface Slice {
  readonly top: number;
  readonly bottom: number;
}

/** Draws the run: a lane for each node, time downwards, messages as arrows. */
export function Diagram(props: DiagramProps): VNode {
  const { data, layout, shown, laneWidth, selection, onSelect, onWalk } = props;
  const box = useRef<HTMLDivElement>(null);
  const slice = useSlice(box, layout.height);
  useScrolling(box, props);
  useHands(box, { onSelect, onWalk });
  return (
    <div class="diagram" ref={box}>
      <div class="heads" style={{ width: `${layout.width}px`, paddingLeft: `${GUTTER}px` }}>
        {shown.lanes.map((place) => {
          const lane = data.lanes[place];
          return (
            <div key={place} class={`head ${lane?.role}`} style={{ width: `${laneWidth}px` }}>
              <strong>{lane?.name}</strong>
              <small>{lane?.isLiar ? `Byzantine ${lane.role}` : lane?.role}</small>
            </div>
          );
        })}
      </div>
      <svg
        width={layout.width}
        height={layout.height}
        role="img"
        aria-label="Messages between nodes, in the order of time"
      >
        <Ground {...props} />
        {data.spells.map((spell, place) => (
          <SpellBand
            key={`${spell.label}${spell.from}`}
            {...{ layout, place, spell, column: columnOf(data, place) }}
            isSelected={isSelected(selection, 'spell', place)}
          />
        ))}
        {data.parting !== undefined && <PartingLine layout={layout} parting={data.parting} />}
        <Arrows {...props} slice={slice} />
        <Steps {...props} slice={slice} />
        {data.breaches.map((breach, place) => (
          <BreachLine
            key={breach.name}
            {...{ layout, place, breach }}
            above={
              data.breaches.slice(0, place).filter(({ event }) => event === breach.event).length
            }
          />
        ))}
      </svg>
    </div>
  );
}

/** Bands about the network stand beside each other, up to five, if they overlap. */
function columnOf({ spells }: RunData, place: number): number {
  const from = spells[place]?.from ?? 0;
  const around = spells
    .slice(0, place)
    .filter((other) => other.lane === undefined && (other.to ?? Infinity) > from);
  return around.length % 5;
}

function Ground({ data, layout, shown }: DiagramProps): VNode {
  return (
    <>
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M-1 7L7 -1" />
        </pattern>
      </defs>
      {shown.lanes.map((lane) => (
        <path
          key={lane}
          class={`lane${data.lanes[lane]?.isLiar ? ' liar' : ''}`}
          d={`M${layout.laneX(lane)} 0V${layout.bottom}`}
        />
      ))}
      <Margin layout={layout} />
    </>
  );
}

interface SlicedProps extends DiagramProps {
  readonly slice: Slice;
}

function Arrows({ data, layout, shown, lineage, slice }: SlicedProps): readonly VNode[] {
  return shown.messages.flatMap((place) => {
    const message = data.messages[place];
    const lines = message === undefined ? [] : (pathsOf(message, layout)?.lines ?? []);
    if (message === undefined || !lines.some((line) => touches(line.y1, line.y2, slice))) return [];
    const isSelf = lineage?.self.has(place) ?? false;
    const isLit = isIn(lineage, place);
    const emphasis = { isSelf, isLit, isFaded: lineage !== undefined && !isLit };
    return [<Arrow key={place} {...{ data, layout, place, message, emphasis }} />];
  });
}

/** Tells whether a message is part of a lineage. */
function isIn(lineage: Lineage | undefined, place: number | undefined): boolean {
  if (lineage === undefined || place === undefined) return false;
  const { before, self, after } = lineage;
  return before.has(place) || self.has(place) || after.has(place);
}

/** The width of a character beside a mark. Units: pixels. */
const CHARACTER = 6;

function Steps(props: SlicedProps): readonly VNode[] {
  const { data, layout, shown, lineage, selection, laneWidth, slice } = props;
  return shown.steps.flatMap((place) => {
    const step = data.steps[place];
    if (step === undefined) return [];
    const y = layout.momentY([step.event, step.at]);
    if (!touches(y, y, slice)) return [];
    const isLit = isIn(lineage, step.message) || isSelected(selection, 'step', place);
    const isFaded = lineage !== undefined && !isLit;
    const room = Math.floor((laneWidth - 16) / CHARACTER);
    return [<StepMark key={place} {...{ data, layout, place, step, isFaded, room }} />];
  });
}

function touches(one: number, other: number, { top, bottom }: Slice): boolean {
  return Math.max(one, other) >= top && Math.min(one, other) <= bottom;
}

type Box = { readonly current: HTMLDivElement | null };

/** Below this height all is drawn, so that browsers find and print all of it. */
const SMALL = 20_000;
const STRIDE = 600;

/** Gives the part of a long diagram that can be seen, with some room above and below. */
function useSlice(box: Box, height: number): Slice {
  const [stride, setStride] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = () => setStride(Math.floor(element.scrollTop / STRIDE));
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, []);
  if (height < SMALL) return { top: 0, bottom: height };
  const seen = box.current?.clientHeight ?? 0;
  return { top: (stride - 2) * STRIDE, bottom: (stride + 3) * STRIDE + seen };
}

/** Shows at first where runs part or, of a run on its own, where it broke; later what is selected. */
function useScrolling(box: Box, { data, layout, selection }: DiagramProps): void {
  useEffect(() => {
    const y = firstHeight(data, layout);
    if (box.current === null || y === undefined) return;
    box.current.scrollTop = y - box.current.clientHeight * 0.6;
  }, [data]);
  useEffect(() => {
    const y = selection === undefined ? undefined : heightOf(data, layout, selection);
    if (box.current === null || y === undefined) return;
    const { scrollTop, clientHeight } = box.current;
    const isSeen = y > scrollTop + 20 && y < scrollTop + clientHeight - 60;
    if (!isSeen) box.current.scrollTop = y - clientHeight / 2;
  }, [selection]);
}

function firstHeight({ parting, breaches: [first] }: RunData, layout: Layout) {
  if (parting !== undefined) return partingY(layout, parting);
  return first === undefined ? undefined : breachY(layout, first);
}

function heightOf(
  { messages, steps, breaches, spells, certificates }: RunData,
  layout: Layout,
  { what, place }: Selection,
): number | undefined {
  const [message, step, breach] = [messages[place], steps[place], breaches[place]];
  if (what === 'message' && message !== undefined) {
    return layout.momentY(message.arrivals[0] ?? message.sent);
  }
  if (what === 'step' && step !== undefined) return layout.momentY([step.event, step.at]);
  if (what === 'breach' && breach !== undefined) return breachY(layout, breach);
  if (what === 'certificate') return layout.timeY(certificates[place]?.certifiedAt ?? 0);
  if (what === 'spell') return layout.timeY(spells[place]?.from ?? 0);
  const first = messages.find(({ transaction }) => transaction === place);
  return first === undefined ? undefined : layout.momentY(first.sent);
}

const KINDS = ['message', 'step', 'spell', 'breach'] as const;

/**
 * Listens to mouse and keys on the whole diagram: with thousands of arrows, none can be a stop of
 * the tab key, so arrow keys go from step to step.
 */
function useHands(box: Box, { onSelect, onWalk }: Pick<DiagramProps, 'onSelect' | 'onWalk'>) {
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    element.tabIndex = 0;
    const click = ({ target }: Event) => onSelect(selectionAt(target));
    const press = (event: KeyboardEvent) => {
      const by = STEPS[event.key];
      if (by === undefined) return;
      event.preventDefault();
      onWalk(by);
    };
    element.addEventListener('click', click);
    element.addEventListener('keydown', press);
    return () => {
      element.removeEventListener('click', click);
      element.removeEventListener('keydown', press);
    };
  }, [onSelect, onWalk]);
}

const STEPS: Readonly<Record<string, 1 | -1 | undefined>> = {
  ArrowDown: 1,
  j: 1,
  ArrowUp: -1,
  k: -1,
};

function selectionAt(target: EventTarget | null): Selection | undefined {
  if (!(target instanceof Element)) return undefined;
  for (const what of KINDS) {
    const place = target.closest(`[data-${what}]`)?.getAttribute(`data-${what}`);
    if (place !== undefined && place !== null) return { what, place: Number(place) };
  }
  return undefined;
}
