import type { DataFindings } from '@quorate/devnet';
import { type JsonValue, stringifyJson } from '@quorate/protocol';
import { createAdmin, inForm } from '../committee/admin.ts';
import { renderFindings, renderVerdict } from '../db/findings.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { findNetwork } from '../wallet/network.ts';
import { printable } from '../wallet/printable.ts';

/** The options of `quorate devnet check`; an absent option was not given. */
export interface CheckOptions {
  /** The URL of the REST interface. */
  readonly url?: string;
  readonly token?: string;
  readonly json?: true;
}

/** Milliseconds for the answer: a check takes up to a few seconds for every thousand transactions. */
const PATIENCE = 1_800_000;

const REMEDY =
  'take a snapshot and export it (POST /_devnet/v1/snapshots) before anything else is settled';

/**
 * Checks what the nodes of a running devnet hold; the exit code is 1 if anything is wrong.
 *
 * @throws ClientError
 */
export async function checkDevnet(options: CheckOptions, terminal: Terminal): Promise<ExitCode> {
  const { token, json } = options;
  const answer = await createAdmin(findNetwork(options).rest, token, PATIENCE).post('/check');
  const findings = inForm('/check', () => findingsIn(answer));
  if (json === true) terminal.print(`${stringifyJson(answer)}\n`);
  else {
    for (const each of [...findings.validators, ...findings.others]) {
      terminal.print(renderFindings(each, terminal));
    }
    terminal.print(renderVerdict(findings, REMEDY, terminal));
  }
  return findings.isSound ? exitCodes.passed : exitCodes.failed;
}

type Keys = Readonly<Record<string, JsonValue>>;

function findingsIn(answer: JsonValue): DataFindings {
  const { networkId, validators, others, isSound } = answer as Keys;
  return {
    networkId: String(networkId),
    validators: (validators as readonly Keys[]).map((found) => ({
      ...namedIn(found),
      certificates: Number(found['certificates']),
      pruned: Number(found['pruned']),
      isReplayed: found['isReplayed'] === true,
      digest: found['digest'] === null ? undefined : String(found['digest']),
    })),
    others: (others as readonly Keys[]).map((found) => ({
      ...namedIn(found),
      rows: Number(found['rows']),
    })),
    isSound: isSound === true,
  };
}

function namedIn({ name, problems }: Keys): { readonly name: string; readonly problems: string[] } {
  return { name: String(name), problems: (problems as readonly string[]).map(printable) };
}
