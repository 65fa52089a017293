import { AMOUNT_MAX, counted } from '@quorate/protocol';
import {
  loadScenario,
  printScenario,
  type RunResult,
  runScenario,
  type Scenario,
  ScenarioError,
} from '@quorate/simulator';
import { CommandError } from '../command-error.ts';
import { createCast } from './cast.ts';
import { finalStateOf } from './final-state.ts';
import { rawFaults } from './raw-faults.ts';
import { rawScenario, type Script } from './raw-scenario.ts';
import type { DevnetHistory } from './read-devnet.ts';
import { deedsOf } from './transactions.ts';

/** The history of a devnet as a scenario. */
export interface Recording {
  /** The text of the file. */
  readonly text: string;
  readonly scenario: Scenario;
  /** The result of a run of the scenario. */
  readonly result: RunResult;
  /** Why some transactions and faults are left out; one line for each. */
  readonly leftOut: readonly string[];
}

/**
 * Turns the history of a devnet since a moment into a scenario that does the same.
 *
 * The balances at that moment are the present ones less what the transactions since have changed,
 * which a first run shows.
 *
 * @throws CommandError if there is nothing to record, or nothing that a scenario can express
 */
export async function record(history: DevnetHistory, since: bigint): Promise<Recording> {
  const entries = history.entries.filter(({ at }) => at >= since);
  const [first] = entries;
  if (first === undefined) {
    throw new CommandError(
      'nothing was submitted in that time; a devnet remembers the last ten minutes, and nothing from before a restart, restore or reset',
    );
  }
  const cast = createCast(history, entries);
  const done = deedsOf(entries, cast);
  const { deeds, certificates, leftOut } = done;
  if (deeds.length === 0) throw allLeftOut(leftOut);
  const span = { start: first.at, end: entries.at(-1)?.at ?? first.at };
  const { validators } = history;
  // More than anybody can spend: with it nothing is refused, and it shows what everybody spent. The
  // sum of all these balances is still a valid supply.
  const plenty = AMOUNT_MAX / BigInt(cast.clients().size + cast.accounts().size);
  const suffered = rawFaults(history.faults, span, { cast, validators });
  const script: Script = {
    name: 'recorded',
    description: `What a devnet went through: ${counted(certificates, 'transaction')} settled.`,
    validators,
    cast,
    deeds,
    faults: suffered.faults,
    byzantine: suffered.byzantine,
    start: first.at,
    initial: () => plenty,
    expect: { certificates },
  };
  const final = await finalStateOf(history, cast, done);
  const rehearsed = runScenario(
    scenarioOf({
      ...script,
      faults: [],
      byzantine: [],
      deeds: deeds.filter((deed) => deed.isFinal),
    }),
  );
  const initial = initialBalances(rehearsed, { plenty, final: final.balances });
  const replayed: Script = {
    ...script,
    initial: (name) => initial.get(name) ?? 0n,
    expect: { certificates, ...final.expect },
  };
  const scenario = scenarioOf(replayed);
  return {
    text: printScenario(scenario),
    scenario,
    result: runScenario(scenario),
    leftOut: [...leftOut, ...suffered.leftOut],
  };
}

/**
 * Reports that nothing could be recorded: if no client does anything, a run has nothing to check.
 */
function allLeftOut([first = '', ...others]: readonly string[]): CommandError {
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return new CommandError(
    `nothing that was submitted in that time can be recorded: ${first}${more}`,
  );
}

function scenarioOf(script: Script): Scenario {
  try {
    return loadScenario(JSON.stringify(rawScenario(script)), 'recording');
  } catch (failure) {
    if (!(failure instanceof ScenarioError)) throw failure;
    // Lines and columns are those of a text that nobody sees.
    const mistakes = failure.diagnostics.map(({ path, message }) => `${path}: ${message}`);
    throw new CommandError(`a scenario cannot say what happened: ${mistakes.join('; ')}`);
  }
}

/**
 * Gives the initial balances: what accounts hold in the end, less what a run has changed of the
 * balances with which it began.
 */
function initialBalances(
  { accounts }: RunResult,
  { plenty, final }: { readonly plenty: bigint; readonly final: ReadonlyMap<string, bigint> },
): ReadonlyMap<string, bigint> {
  return new Map(
    accounts.map(({ client, balance }) => {
      const before = (final.get(client) ?? 0n) - (balance - plenty);
      return [client, before < 0n ? 0n : before];
    }),
  );
}
