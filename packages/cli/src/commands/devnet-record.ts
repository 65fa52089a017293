import { counted } from '@quorate/protocol';
import { type ExitCode, exitCodes, mostSevere } from '../exit-code.ts';
import { nowNanos } from '../now-nanos.ts';
import { readTime } from '../options/read-time.ts';
import { reportFileFault } from '../output/report-files.ts';
import type { Terminal } from '../output/terminal.ts';
import { writeOutput } from '../output/write-report.ts';
import { readDevnet } from '../record/read-devnet.ts';
import { record } from '../record/record.ts';
import { findNetwork } from '../wallet/network.ts';
import { refuseOutput } from './refuse.ts';

/** The options of `quorate devnet record`; an absent option was not given. */
export interface RecordOptions {
  /** The file to write; standard output if absent. */
  readonly output?: string;
  /** How far back, such as `5min`; as far as the devnet remembers if absent. */
  readonly last?: string;
  /** The URL of the REST interface. */
  readonly url?: string;
  readonly token?: string;
}

/**
 * Writes the history of a devnet as a scenario that does the same in the simulator.
 *
 * @throws CommandError, ClientError
 */
export async function recordDevnet(options: RecordOptions, terminal: Terminal): Promise<ExitCode> {
  const { output, last, token } = options;
  const { complain } = terminal;
  const past = last === undefined ? undefined : readTime('--last', last);
  const history = await readDevnet({ url: findNetwork(options).rest, token });
  const fault = reportFileFault({ '--output': output });
  if (fault !== undefined) return refuseOutput(fault, terminal);
  const since = past === undefined ? 0n : nowNanos() - past;
  const { text, result, leftOut } = await record(history, since);
  const head =
    '# Recorded from a devnet: what its clients did, and what went wrong, at the same times.\n';
  const unwritten = writeOutput(output, `${head}${text}`, terminal);
  for (const reason of leftOut) complain(`left out: ${reason}\n`);
  const different = result.failedExpectations;
  for (const { expectation, expected, actual } of different) {
    complain(`a replay differs: ${expectation} is ${actual}, on the devnet ${expected}\n`);
  }
  complain(
    `recorded ${counted(result.certificates.length, 'certificate')}, verdict ${result.verdict}\n`,
  );
  const isSame = different.length === 0 && result.verdict === 'pass';
  return mostSevere([...(isSame ? [] : [exitCodes.failed]), ...unwritten]);
}
