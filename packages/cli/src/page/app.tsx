import type { VNode } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { type Place, placeInAddress, type View, type Views, writeAddress } from './address.ts';
import { Choices, Troubles } from './choices.tsx';
import { Details } from './details.tsx';
import { Diagram } from './diagram.tsx';
import { Filters } from './filters.tsx';
import { layOut } from './layout.ts';
import { type Causes, createCauses, type Lineage } from './lineage.ts';
import { mergeRuns } from './merged.ts';
import type { Selection } from './model.ts';
import { pick, USUAL_FILTER } from './pick.ts';
import type { RunData } from './run-data.ts';
import { Identity, Operations, Summary } from './summary.tsx';
import { TwoRuns } from './two-runs.tsx';

/** The least and the greatest distance between lanes. Units: pixels. */
const NARROW = 92;
const WIDE = 190;
/** How much of the window the diagram does not get. */
const BESIDE = 560;

/** The whole page. */
export function App({ data: own }: { readonly data: RunData }): VNode {
  const views = useMemo(() => viewsOf(own), [own]);
  const [place, setPlace] = useState(() => placeInAddress(views));
  const { view, selection } = place;
  const data = views[view] ?? own;
  const [filter, setFilter] = useState(USUAL_FILTER);
  const causes = useMemo(() => createCauses(data), [data]);
  const lineage = useMemo(() => lineageOf(data, causes, selection), [data, causes, selection]);
  const shown = useMemo(() => pick(data, filter), [data, filter]);
  const laneWidth = laneWidthFor(shown.lanes.length);
  const layout = useMemo(() => layOut(data, shown, laneWidth), [data, shown, laneWidth]);
  const select = useCallback(
    (next: Selection | undefined) => setPlace((now) => ({ ...now, selection: next })),
    [],
  );
  const walk = useCallback(
    (by: 1 | -1) =>
      setPlace((now) => ({ ...now, selection: nextStep(data, shown.steps, now.selection, by) })),
    [data, shown],
  );
  // Filters and selections name places, which are others in each view.
  const show = useCallback((next: View) => {
    setPlace({ view: next, selection: undefined });
    setFilter(USUAL_FILTER);
  }, []);
  useEscape(select);
  useAddress(place, views, setPlace);
  return (
    <>
      <header>
        <h1>{data.head.name}</h1>
        <span class={`pill ${data.head.isFailure ? 'bad' : 'good'}`}>{endingOf(data)}</span>
        <p>{data.head.description}</p>
      </header>
      <main>
        <div class="side">
          {selection !== undefined && (
            <Details data={data} selection={selection} onSelect={select} />
          )}
          {own.against !== undefined && <TwoRuns against={own.against} view={view} onView={show} />}
          <Summary data={data} />
          <Operations data={data} />
          <Identity data={data} />
          <Troubles data={data} selection={selection} onSelect={select} />
          <Choices data={data} selection={selection} onSelect={select} />
          <Filters data={data} filter={filter} onFilter={setFilter} />
          <Legend />
        </div>
        <Diagram
          {...{ data, layout, shown, laneWidth, selection, lineage }}
          onSelect={select}
          onWalk={walk}
        />
      </main>
    </>
  );
}

function viewsOf(own: RunData): Views {
  const other = own.against?.other;
  return other === undefined ? { own } : { own, other, both: mergeRuns(own, other) };
}

/** Keeps the address and what is looked at alike, whichever of them changes. */
function useAddress(place: Place, views: Views, setPlace: (place: Place) => void): void {
  useEffect(() => writeAddress(place, views), [place, views]);
  useEffect(() => {
    const read = () => setPlace(placeInAddress(views));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, [views, setPlace]);
}

/** Says how the run ended: what failed first or, if nothing did, the verdict unless it is usual. */
function endingOf({ head, failures: [first] }: RunData): string {
  if (head.isFailure) return `FAIL ${first?.name ?? head.verdict}`;
  return head.verdict === 'pass' ? 'PASS' : `PASS ${head.verdict}, as expected`;
}

function laneWidthFor(lanes: number): number {
  const room = (window.innerWidth - BESIDE) / Math.max(1, lanes);
  return Math.round(Math.min(WIDE, Math.max(NARROW, room)));
}

function useEscape(setSelection: (selection: undefined) => void): void {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setSelection(undefined);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [setSelection]);
}

/** Gives what lights up; undefined if nothing fades. */
function lineageOf(
  data: RunData,
  causes: Causes,
  selection: Selection | undefined,
): Lineage | undefined {
  if (selection === undefined) return undefined;
  const { what, place } = selection;
  switch (what) {
    case 'message':
      return causes.of([place]);
    case 'step': {
      const { message } = data.steps[place] ?? {};
      return message === undefined ? undefined : causes.of([message]);
    }
    case 'transaction':
      return withRoots(causes.about(place), causes);
    case 'certificate': {
      const { transaction = -1, signers = [] } = data.certificates[place] ?? {};
      return causes.of(causes.carriers(transaction, signers));
    }
    default:
      return undefined;
  }
}

/** A wish names no transaction: it is what the first message about one came from. */
function withRoots(about: readonly number[], causes: Causes): Lineage {
  const { before } = causes.of(about);
  return { before, self: new Set(), after: new Set(about) };
}

/** Gives the step after or before what is selected; the first or the last if nothing is. */
function nextStep(
  data: RunData,
  steps: readonly number[],
  selection: Selection | undefined,
  by: 1 | -1,
): Selection | undefined {
  const here =
    selection?.what === 'message'
      ? steps.findIndex((place) => data.steps[place]?.message === selection.place)
      : steps.findIndex((place) => selection?.what === 'step' && place === selection.place);
  const start = by === 1 ? -1 : steps.length;
  const next = steps[(here === -1 ? start : here) + by];
  return next === undefined ? selection : { what: 'step', place: next };
}

function Legend(): VNode {
  return (
    <section class="legend">
      <h2>How to read it</h2>
      <p>
        Time runs downwards. An arrow goes from where a message was sent to where it arrived; its
        colour is that of its transaction. Thick: a certificate. Thin: an answer. Dotted: a dry run
        or a read. Beads: a copy. A cross: lost. Where nothing happens, time is cut short, and the
        margin says by how much.
      </p>
      <p>
        ● signed ■ settled ◆ refused. Click on anything to see what led to it and what came of it.
        In the diagram ↑ and ↓ go from step to step; Esc shows everything again.
      </p>
    </section>
  );
}
