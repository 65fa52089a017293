import type { RunResult } from '@quorate/simulator';
import type { JudgedRun, Repetition } from '../judge.ts';
import type { Colors } from '../terminal.ts';
import { about } from './words.ts';

/** Say how failures look, and which crypto backend a replay must name. */
export interface FailureStyle {
  readonly colors: Colors;
  readonly crypto: string | undefined;
}

/** Hold one thing that went wrong. */
interface Failure {
  readonly title: string;
  readonly kind: 'safety' | 'liveness' | 'expectation' | 'determinism';
  readonly facts: readonly string[];
}

/** Explain every run that failed, and say how to see it again. */
export function renderFailures(runs: readonly JudgedRun[], style: FailureStyle): string {
  return runs.map((run) => `\n${renderFailure(run, style)}\n`).join('');
}

function renderFailure(run: JudgedRun, { colors, crypto }: FailureStyle): string {
  const { file, result } = run;
  const { name, seed, traceHash } = result;
  const blocks = failuresOf(run).map(({ title, kind, facts }) =>
    [
      `${colors.red('FAIL')} ${title}  ${colors.red(`[${kind}]`)}\n`,
      ...facts.map((fact) => `  ${fact}\n`),
    ].join(''),
  );
  const option = crypto === undefined ? '' : ` --crypto ${crypto}`;
  return [
    ...blocks,
    `  scenario ${name}, seed ${seed}, crypto ${result.crypto}\n`,
    `  trace:   ${traceHash}\n`,
    `  replay:  npx quorate run ${quote(file)} --seed ${seed}${option}`,
  ].join('');
}

function failuresOf({ result, repetition }: JudgedRun): readonly Failure[] {
  return [
    ...(result.verdict === result.expectedVerdict ? [] : verdictFailures(result)),
    ...result.failedExpectations.map(({ expectation, expected, actual }) => ({
      title: `${expectation} expected ${expected}, got ${actual}`,
      kind: 'expectation' as const,
      facts: [],
    })),
    ...(repetition === undefined ? [] : divergence(result, repetition)),
  ];
}

/** Explain a verdict by the violations behind it; without any, the verdict itself is the news. */
function verdictFailures({ verdict, expectedVerdict, oracles }: RunResult): readonly Failure[] {
  const violations = oracles.flatMap((oracle) => oracle.violations);
  if (verdict === 'pass' || violations.length === 0) {
    const kind = verdict === 'liveness' ? verdict : 'expectation';
    return [{ title: `verdict expected ${expectedVerdict}, got ${verdict}`, kind, facts: [] }];
  }
  return violations.map(({ oracle, kind, at, message, facts }) => ({
    title: `${oracle} ${message}`,
    kind,
    facts: [
      `at ${about(at)}`,
      ...Object.entries(facts).map(([fact, value]) => `${fact}: ${value}`),
    ],
  }));
}

function divergence({ traceHash }: RunResult, repetition: Repetition): readonly Failure[] {
  const { differences } = repetition;
  if (differences.length === 0) return [];
  const facts = [`first trace ${traceHash}`, `second trace ${repetition.traceHash}`];
  const title = `two runs of one seed differ in ${differences.join(', ')}`;
  return [{ title, kind: 'determinism', facts }];
}

/** Quote a path that the shell would take apart. */
function quote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
