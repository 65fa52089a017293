import { hasExpectedVerdict, NODES_DO_NOT_BREAK, type RunResult } from '@quorate/simulator';

/**
 * Name why a run failed: the gravest invariant that broke and what it said, without names, numbers
 * and hashes, or what was expected and what it came to; undefined for a run that passed, that checked
 * nothing, or that broke only what its scenario lets break, which the code of a correct node never is.
 *
 * Runs with one cause show one bug, as far as anybody can tell without looking. No verdict is wrong for a
 * scenario that asks for `any`, as those with more than f liars do, unless the code of a correct node
 * breaks; whatever else it expects counts as in any other.
 */
export function causeOf(result: RunResult): string | undefined {
  const { verdict, expectedVerdict, failedExpectations } = result;
  if (verdict === expectedVerdict || expectedVerdict === 'any') {
    if (!hasExpectedVerdict(result)) return describe(NODES_DO_NOT_BREAK, result);
    const [first] = failedExpectations;
    return first === undefined ? undefined : `expectation: ${unmet(first)}`;
  }
  if (verdict === 'unknown') return undefined;
  if (verdict === 'pass') return `pass: ${expectedVerdict} was expected`;
  const [, oracle] = verdict.split(':');
  return describe(oracle, result) ?? verdict;
}

/** Name what the simulator itself threw: a bug of ours that no oracle had to find. */
export function causeOfError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `threw: ${withoutNumbers(text)}`;
}

/** Tell the invariant, or the kind of trouble, that a cause names first. */
export function headOfCause(cause: string): string {
  const [head = cause] = cause.split(':');
  return head;
}

/** Describes the first violation of an invariant, or of any where none is named. */
function describe(name: string | undefined, result: RunResult): string | undefined {
  const violations = result.oracles.flatMap((oracle) => oracle.violations);
  const first = violations.find(({ oracle }) => name === undefined || oracle === name);
  return first === undefined
    ? undefined
    : `${first.oracle}: ${withoutNames(first.message, result)}`;
}

type FailedExpectation = RunResult['failedExpectations'][number];

/**
 * Says what was expected of whom, and what it came to: of another client, or with another amount, it would
 * be something else that fails. Which validator holds it so, and which step it was, says nothing.
 */
function unmet({ expectation, expected, actual }: FailedExpectation): string {
  const place = expectation
    .replace(/ at v\d+$/, ' at _')
    .replace(/^workload\.[^.]+\.steps\[\d+\]/, 'workload._.steps[#]')
    .replace(/^thresholds\[\d+\]/, 'thresholds[#]');
  // By how much a run is too slow or too dear differs from run to run.
  const isMeasured = place.startsWith('thresholds');
  return isMeasured ? `${place} ${expected}` : `${place} ${actual} instead of ${expected}`;
}

function withoutNames(message: string, { accounts, validators }: RunResult): string {
  const names = [...accounts.map(({ client }) => client), ...validators.map(({ name }) => name)];
  // Who acts for a client or a validator has a longer name, and is one more who did it.
  const anyName = new RegExp(
    `\\b(operator/|direct:|user:)?(${[...names, 'p\\d+'].join('|')})\\b([/:][\\w-]+)*`,
    'g',
  );
  return withoutNumbers(message.split('\n', 1).join('').replace(anyName, '_'));
}

function withoutNumbers(text: string): string {
  return text
    .replace(/\b(0x)?[0-9a-f]{8,}\b/g, '#')
    .replace(/-?\b\d+\b/g, '#')
    .replace(/(_|#)([ ,]+\1)+/g, '$1');
}
