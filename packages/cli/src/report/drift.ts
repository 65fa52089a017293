import type { Drift } from '../artefacts/drift.ts';
import type { TraceHeader } from '../artefacts/trace-file.ts';
import type { Colors } from '../output/terminal.ts';
import { labelWidth, type Pair, renderPairs } from './pairs.ts';

/** Says where a run differs from the recorded one, and what may be the reason. */
export function renderDrift(
  { event, line, recorded, now }: Drift,
  [then, today]: readonly [TraceHeader, TraceHeader],
  colors: Colors,
): string {
  const facts: readonly Pair[] = [
    ['recorded', recorded ?? 'nothing: it ends before'],
    ['now', now ?? 'nothing: the run ends before'],
    ...versions(then, today),
  ];
  const title = `the run is not the recorded one from event ${event} on, line ${line} of its trace`;
  return render(title, facts, colors);
}

/** Says that a run has the recorded events, and another trace hash than the recorded one. */
export function renderOtherHash(
  [then, today]: readonly [TraceHeader, TraceHeader],
  colors: Colors,
): string {
  const facts: readonly Pair[] = [
    ['recorded', then.traceHash],
    ['now', today.traceHash],
    ...versions(then, today),
  ];
  const title =
    'each event is the recorded one, but the hash in the first line is of another trace';
  return render(title, facts, colors);
}

function render(title: string, facts: readonly Pair[], colors: Colors): string {
  return `\n${colors.red('DRIFT')} ${title}\n${renderPairs(facts, labelWidth(facts))}`;
}

function versions(then: TraceHeader, today: TraceHeader): readonly Pair[] {
  return [
    ...compared('quorate', then.version, today.version),
    ...compared('Node.js', then.node, today.node),
    ...compared('seed', then.seed, today.seed),
  ];
}

function compared(label: string, then: string, today: string): readonly Pair[] {
  return then === today ? [] : [[label, `${then} then, ${today} now`]];
}
