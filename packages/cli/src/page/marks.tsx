import type { VNode } from 'preact';
import { colourOf } from './arrows.tsx';
import { BREACH_ROW, GUTTER, type Layout } from './layout.ts';
import { answerIn, labelOf, onlyClasses, onlyText, timeText, timeTexts } from './model.ts';
import type { Breach, PartingPoint, RunData, Spell, Step } from './run-data.ts';

interface StepMarkProps {
  readonly data: RunData;
  readonly layout: Layout;
  readonly place: number;
  readonly step: Step;
  readonly isFaded: boolean;
  /** How many characters fit beside the mark. */
  readonly room: number;
}

/** Draws what a node did: how it took what it got, or what happened to it. */
export function StepMark({
  data,
  layout,
  place,
  step,
  isFaded,
  room,
}: StepMarkProps): VNode | null {
  const x = layout.laneX(step.lane);
  const label = labelOf(data, step);
  if (x === undefined || (label === '' && step.message === undefined)) return null;
  const y = layout.momentY([step.event, step.at]);
  const answer = answerIn(data, step);
  const cut = label.length > room ? `${label.slice(0, Math.max(1, room - 1))}…` : label;
  const classes = ['step', answer, colourOf(step.transaction), ...onlyClasses(step)];
  const title = [
    data.lanes[step.lane]?.name,
    data.texts[step.kind],
    data.texts[step.verdict ?? -1],
  ];
  return (
    <g class={[...classes, ...(isFaded ? ['faded'] : [])].join(' ')} data-step={place}>
      <title>{[...title, onlyText(step)].filter((each) => each !== undefined).join(', ')}</title>
      {step.only !== undefined && <circle class="halo" cx={x} cy={y} r={9} />}
      <Dot x={x} y={y} answer={answer} />
      {cut !== '' && (
        <text x={x + 9} y={y + 3.5}>
          {cut}
        </text>
      )}
    </g>
  );
}

function Dot({ x, y, answer }: { x: number; y: number; answer: string }): VNode {
  if (answer === 'settled') return <rect class="dot" x={x - 5} y={y - 5} width={10} height={10} />;
  if (answer === 'refused') {
    return <path class="dot" d={`M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`} />;
  }
  return <circle class="dot" cx={x} cy={y} r={answer === 'signed' ? 5 : 3.2} />;
}

interface SpellBandProps {
  readonly layout: Layout;
  readonly place: number;
  readonly spell: Spell;
  /** How many others that are about the network go on at its beginning. */
  readonly column: number;
  readonly isSelected: boolean;
}

const BAND = 16;

/** Draws a time in which something is wrong as a band, and the moment of a lie as a flag. */
export function SpellBand({
  layout,
  place,
  spell,
  column,
  isSelected,
}: SpellBandProps): VNode | null {
  const { lane, sort, label, from, to } = spell;
  const x = lane === undefined ? GUTTER - 8 - column * 9 : layout.laneX(lane);
  if (x === undefined) return null;
  const top = layout.timeY(from);
  const classes = `spell ${sort}${isSelected ? ' self' : ''}`;
  const only = onlyText(spell);
  const said = only === undefined ? label : `${label} (${only})`;
  const title = <title>{`${said}: ${spell.meaning}`}</title>;
  if (sort === 'lie') {
    return (
      <g class={classes} data-spell={place}>
        {title}
        <path class="flag" d={`M${x - 22} ${top - 6}h13v12h-13l4 -6z`} />
        <text x={x - 25} y={top + 3.5}>
          {said}
        </text>
      </g>
    );
  }
  const bottom = to === undefined ? layout.bottom : layout.timeY(to);
  const width = lane === undefined ? 6 : BAND;
  return (
    <g class={classes} data-spell={place}>
      {title}
      <rect
        class="band"
        x={x - width / 2}
        y={top}
        width={width}
        height={Math.max(6, bottom - top)}
        rx={4}
      />
      {lane !== undefined && (
        <text x={x - width / 2 - 3} y={top + 10}>
          {said}
        </text>
      )}
    </g>
  );
}

interface BreachLineProps {
  readonly layout: Layout;
  readonly place: number;
  readonly breach: Breach;
  /** How many others are drawn at the same height before this one. */
  readonly above: number;
}

/** Draws where an invariant was found broken, across all lanes. */
export function BreachLine({ layout, place, breach, above }: BreachLineProps): VNode {
  const y = breachY(layout, breach);
  const only = onlyText(breach);
  return (
    <g class="breach" data-breach={place}>
      <title>{`${breach.name}: ${breach.message}`}</title>
      {above === 0 && <path d={`M0 ${y}H${layout.width}`} />}
      <text x={GUTTER} y={y + 13 + above * BREACH_ROW}>
        {`✗ ${breach.name}${only === undefined ? '' : ` (${only})`}: ${breach.message}`}
      </text>
    </g>
  );
}

/** The height at which an invariant broke: below all that happened in that event. */
export function breachY(layout: Layout, { event, at }: Breach): number {
  return event === undefined ? layout.bottom : layout.momentY([event, at]) + 8.5;
}

interface PartingProps {
  readonly layout: Layout;
  readonly parting: PartingPoint;
}

/** Draws where a run parts from another, across all lanes. */
export function PartingLine({ layout, parting }: PartingProps): VNode {
  const y = partingY(layout, parting);
  return (
    <g class="parting">
      <path d={`M0 ${y}H${layout.width}`} />
      <text x={GUTTER} y={y - 5}>
        {`the runs part here: ${parting.label}`}
      </text>
    </g>
  );
}

/** The height at which runs part: above all that only one of them has. */
export function partingY(layout: Layout, { moment }: PartingPoint): number {
  return moment === undefined ? layout.bottom : layout.momentY(moment) - 8.5;
}

/** Where times at the margin end. */
const TIME = 58;

/** Draws the times at the margin, and where time was cut short. */
export function Margin({ layout }: { readonly layout: Layout }): VNode {
  const texts = timeTexts(layout.ticks.map(({ at }) => at));
  return (
    <g class="margin">
      {layout.ticks.map(({ y }, index) => (
        <text key={`${y}`} x={TIME} y={y + 3.5}>
          {texts[index]}
        </text>
      ))}
      {layout.pauses.map(({ y, nanos }) => (
        <g key={`${y}`} class="pause">
          <path d={`M${TIME + 3} ${y}l3 -4l4 8l3 -4`} />
          <text x={TIME} y={y + 3.5}>{`+ ${timeText(nanos)}`}</text>
          <path class="gap" d={`M${GUTTER} ${y}H${layout.width}`} />
        </g>
      ))}
    </g>
  );
}
