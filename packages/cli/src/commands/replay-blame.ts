import type { RecordedRun, Scenario, Violation } from '@quorate/simulator';
import { firstViolations, traceBlame } from '../blame/trace-blame.ts';
import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import { createProgress } from '../fuzz/progress.ts';
import { interruptible } from '../interruptible.ts';
import type { Terminal } from '../output/terminal.ts';
import { renderShares } from '../report/blame.ts';
import { occurrencesIn } from '../report/occurrences.ts';
import { judge, toJson } from '../runs/judge.ts';

/** The options of `quorate replay` that concern blame; an absent option was not given. */
export interface BlameCommandOptions {
  readonly fullCrypto?: true;
  /** Shows from which event on the failure was likely. */
  readonly blame?: true;
  /** The broken invariant to examine; by default the first. */
  readonly invariant?: string;
  /** How many runs continue with other random choices from each point. */
  readonly branches?: number;
  readonly json?: true;
}

/** The default number of runs that continue with other random choices from each point. */
const BRANCHES = 20;

/** Names the options that contradict each other; undefined if none do. */
export function blameFault(
  options: BlameCommandOptions & { readonly until?: string; readonly step?: true },
): string | undefined {
  const { blame, invariant, branches, until, step } = options;
  if (blame === undefined) {
    const beside = { '--invariant': invariant, '--branches': branches };
    const alone = Object.entries(beside).find(([, given]) => given !== undefined)?.[0];
    return alone === undefined ? undefined : `${alone} needs --blame`;
  }
  if (until === undefined && step === undefined) return undefined;
  return `--blame looks at the whole run: leave out --${until === undefined ? 'step' : 'until'}`;
}

/**
 * Shows how likely a recorded run was to break its invariant from each of its points on.
 *
 * @throws what `runScenario` throws.
 */
export async function replayBlame(
  { file, scenario }: { readonly file: string; readonly scenario: Scenario },
  recorded: RecordedRun,
  { invariant, branches = BRANCHES, json, fullCrypto }: BlameCommandOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { result } = recorded;
  const violations = firstViolations(recorded);
  const violation = violations.find(({ oracle }) => oracle === (invariant ?? oracle));
  if (violation === undefined) {
    const what = whatElse(recorded, { invariant, violations });
    terminal.complain(`${result.name} ${what}: there is nothing to blame\n`);
    return exitCodes.noViolation;
  }
  const progress = createProgress(terminal);
  const blame = await interruptible((interrupt) =>
    traceBlame(violation, {
      scenario,
      recorded,
      crypto: fullCrypto === undefined ? 'stub' : 'full',
      branches,
      interrupt,
      say: progress.say,
    }),
  );
  progress.end();
  const { name, seed } = result;
  const happened = occurrencesIn(recorded).filter(({ event }) => event === blame.rise?.to.event);
  terminal.print(
    json === undefined
      ? renderShares(blame, happened, terminal.colors)
      : `${toJson({ file, name, seed, ...blame, happened })}\n`,
  );
  if (!blame.isWhole) terminal.complain('interrupted: these are the points examined so far\n');
  const interrupted = blame.isWhole ? [] : [exitCodes.interrupted];
  return mostSevere([...judge(file, result, undefined).causes, ...interrupted]);
}

/** The invariant that was looked for, and the violations that were found instead. */
interface Asked {
  readonly invariant: string | undefined;
  readonly violations: readonly Violation[];
}

/** Says what a run breaks instead of an invariant, or that its violation of that one is excused. */
function whatElse({ result }: RecordedRun, { invariant, violations }: Asked): string {
  const others = violations.map(({ oracle }) => oracle).join(', ');
  if (others === '') return 'breaks no invariant';
  const isExcused = result.oracles.some(
    (each) => each.name === invariant && each.violations.length > 0,
  );
  return isExcused
    ? `breaks ${invariant}, which it may, and ${others}, which it may not`
    : `does not break ${invariant}, but ${others}`;
}
