import { counted } from '@quorate/protocol';
import type { Colors } from '../output/terminal.ts';
import type { JudgedRun } from '../runs/judge.ts';
import { groupByDigest, validatorsDown } from './settled-state.ts';
import { about, short } from './words.ts';

/** How a report looks. */
export interface ReportStyle {
  readonly colors: Colors;
  /** The number of columns that the longest name takes. */
  readonly nameWidth: number;
}

/** Says in one line how a run ended. */
export function renderVerdictLine(run: JudgedRun, { colors, nameWidth }: ReportStyle): string {
  const { result, causes } = run;
  const hasPassed = causes.length === 0;
  const label = hasPassed ? colors.green('PASS') : colors.red('FAIL');
  const facts = [
    ...(result.verdict === 'pass' ? [] : [result.verdict]),
    counted(result.certificates.length, 'certificate'),
    agreement(run),
    `${about(result.virtualNanos)} virtual`,
    `trace ${short(result.traceHash)}`,
    ...(hasPassed && run.repetition !== undefined ? ['the same twice'] : []),
  ];
  return `${label}  ${colors.bold(result.name.padEnd(nameWidth))}  ${facts.join(', ')}\n`;
}

function agreement({ result }: JudgedRun): string {
  const groups = groupByDigest(result);
  const up = groups.flatMap(({ names }) => names);
  const verb = up.length === 1 ? 'agrees' : 'agree';
  const agreed =
    groups.length > 1
      ? `${counted(up.length, 'validator')} in ${groups.length} states`
      : `${counted(up.length, 'validator')} ${verb}`;
  const down = validatorsDown(result);
  return down.length === 0 ? agreed : `${agreed}, ${down.join(' ')} down`;
}
