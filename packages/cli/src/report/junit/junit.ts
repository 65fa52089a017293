import { type FailedRun, failuresOf, replayLine } from '../failure.ts';
import { failureBody, testCase, testSuite, testSuites } from './junit-parts.ts';

/** One case of a suite. */
interface Case {
  readonly name: string;
  readonly outcome: 'passed' | 'skipped' | { readonly type: string; readonly message: string };
  /** What the invariant says, if one was broken. */
  readonly mustHold?: string;
}

/**
 * Gives runs as a JUnit report: a suite for each scenario, in it a case for each invariant and for
 * what the scenario expects; invariants that had nothing to check are skipped.
 *
 * An element `failure` contains what the broken invariant says, and the command that shows the
 * failure again. `options` is what that command needs besides the seed.
 */
export function renderJUnit(runs: readonly FailedRun[], options: string): string {
  return testSuites(runs.map((run) => renderSuite(run, options)));
}

function renderSuite(run: FailedRun, options: string): string {
  const { result, file } = run;
  const { seed, traceHash, crypto } = result;
  const cases = casesOf(run);
  const counted = (isCounted: (outcome: Case['outcome']) => boolean) =>
    cases.filter(({ outcome }) => isCounted(outcome)).length;
  const head = {
    name: result.name,
    file,
    tests: cases.length,
    failures: counted((outcome) => typeof outcome !== 'string'),
    skipped: counted((outcome) => outcome === 'skipped'),
  };
  const replay = replayLine(run, options);
  const rendered = cases.map((each) => renderCase(result.name, each, replay));
  return testSuite(head, { seed, traceHash, crypto }, rendered);
}

function casesOf(run: FailedRun): readonly Case[] {
  const failures = failuresOf(run).map(
    ({ name, title, kind, mustHold }): Case => ({
      name,
      outcome: { type: kind, message: title },
      ...(mustHold === undefined ? {} : { mustHold }),
    }),
  );
  const failed = new Set(failures.map(({ name }) => name));
  const held = run.result.oracles
    .filter(({ name }) => !failed.has(name))
    .map(({ name, checks }): Case => ({ name, outcome: checks === 0 ? 'skipped' : 'passed' }));
  // A violation that the scenario asks for meets its expectation.
  const expected: readonly Case[] =
    failures.length === 0 ? [{ name: 'expectation', outcome: 'passed' }] : [];
  return [...failures, ...held, ...expected];
}

function renderCase(classname: string, { name, outcome, mustHold }: Case, replay: string): string {
  if (outcome === 'passed') return testCase(classname, name, '');
  if (outcome === 'skipped') return testCase(classname, name, '<skipped/>');
  const text = mustHold === undefined ? replay : `must hold: ${mustHold}\n${replay}`;
  return testCase(classname, name, failureBody(outcome, text));
}
