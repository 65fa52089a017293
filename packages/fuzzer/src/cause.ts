import { hasExpectedVerdict, NODES_DO_NOT_BREAK, type RunResult } from '@quorate/simulator';

/**
 * Names why a run failed: the most serious invariant that broke and its message without names,
 * numbers and hashes; or the expectation that failed and the actual value. Undefined for a run that
 * passed, that checked nothing, or that broke only what its scenario allows to break. A scenario
 * cannot allow the code of a correct node to break.
 *
 * Runs with the same cause show the same bug, as far as this can be told automatically. A scenario
 * may expect the verdict `any`, as those with more than f liars do. Then no verdict is wrong unless
 * the code of a correct node breaks; its other expectations count as usual.
 */
export function causeOf(result: RunResult): string | undefined {
  const { verdict, expectedVerdict, failedExpectations } = result;
  if (verdict === expectedVerdict || expectedVerdict === 'any') {
    if (!hasExpectedVerdict(result)) return describe(NODES_DO_NOT_BREAK, result);
    const [first] = failedExpectations;
    return first === undefined ? undefined : `${EXPECTATION}: ${unmet(first)}`;
  }
  if (verdict === 'unknown') return undefined;
  if (verdict === 'pass') return `${NO_VIOLATION}: ${expectedVerdict} was expected`;
  const [, oracle] = verdict.split(':');
  return describe(oracle, result) ?? verdict;
}

/**
 * Names an error that the simulator itself threw: a bug in this code that no oracle had to find.
 */
export function causeOfError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `threw: ${withoutNumbers(text)}`;
}

/** Gives the first part of a cause: the invariant, or the kind of failure. */
export function headOfCause(cause: string): string {
  const [head = cause] = cause.split(':');
  return head;
}

/** Tells whether a cause is an expectation that failed, and no invariant. */
export function isExpectation(cause: string): boolean {
  return headOfCause(cause) === EXPECTATION;
}

/**
 * Tells whether a cause is that a violation was expected and nothing broke. Such a failure cannot
 * be shrunk: with every part that is taken out, less happens, and in the end nothing would.
 */
export function isNoViolation(cause: string): boolean {
  return headOfCause(cause) === NO_VIOLATION;
}

const EXPECTATION = 'expectation';
const NO_VIOLATION = 'pass';

/** Describes the first violation of an invariant, or of any invariant when none is named. */
function describe(name: string | undefined, result: RunResult): string | undefined {
  const violations = result.oracles.flatMap((oracle) => oracle.violations);
  const first = violations.find(({ oracle }) => name === undefined || oracle === name);
  return first === undefined
    ? undefined
    : `${first.oracle}: ${withoutNames(first.message, result)}`;
}

type FailedExpectation = RunResult['failedExpectations'][number];

/**
 * Describes a failed expectation and the actual value.
 *
 * The client and the amount belong to the cause: with others, something else has failed. The
 * validator, the workload and the step are left out, because runs that differ only in these show
 * the same bug.
 */
function unmet({ expectation, expected, actual }: FailedExpectation): string {
  const place = expectation
    .replace(/ at v\d+$/, ' at _')
    .replace(/^workload\.[^.]+\.steps\[\d+\]/, 'workload._.steps[#]')
    .replace(/^thresholds\[\d+\]/, 'thresholds[#]');
  // The amount by which a run is too slow or too expensive differs between runs, so it is left out.
  const isMeasured = place.startsWith('thresholds');
  return isMeasured ? `${place} ${expected}` : `${place} ${actual} instead of ${expected}`;
}

/** A client called `a`, and not the article, after which another word comes. */
const BARE_A = '(?:^a|a(?! [a-z]))';

function withoutNames(message: string, { accounts, validators }: RunResult): string {
  const names = [...accounts.map(({ client }) => client), ...validators.map(({ name }) => name)];
  // Names also occur with a prefix or suffix, for whoever acts on behalf of a client or validator.
  // A name may begin with another one and a dash.
  const all = [...names, 'p\\d+'];
  const bare = all.map((name) => (name === 'a' ? BARE_A : name));
  const anyName = new RegExp(
    `(?<![\\w-])((operator/|direct:|user:)(${all.join('|')})|${bare.join('|')})(?![\\w-])([/:][\\w-]+)*`,
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
