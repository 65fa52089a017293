import { StoreError } from '@quorate/storage';
import { DevnetError } from '../options.ts';
import { createComparison } from './comparison.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { replayStore } from './replay-store.ts';

/** What a check found of one validator. */
export interface ValidatorFindings {
  readonly name: string;
  /** How many certificates were verified and applied. */
  readonly certificates: number;
  /** The state digest that its history comes to, as hex digits; undefined where it could not be read. */
  readonly digest: string | undefined;
  /** Everything that is wrong, in a line each; the first hundred. */
  readonly problems: readonly string[];
}

/** What a check found of all the data of a devnet. */
export interface DataFindings {
  readonly networkId: string;
  readonly validators: readonly ValidatorFindings[];
  /** Whether nothing is wrong. */
  readonly isSound: boolean;
}

/** More than this many lines tell nobody more. */
const PROBLEMS_MAX = 100;

/**
 * Checks the data of a devnet that does not run: reads every page and row, verifies every certificate
 * anew, replays each validator's history from genesis, and compares what comes out with what the
 * validator holds and with what the others have settled.
 *
 * @throws DevnetError where the folder is no devnet's, or in use
 */
export async function checkData(
  dataDir: string,
  onValidator: (findings: ValidatorFindings) => void = () => undefined,
): Promise<DataFindings> {
  const folder = openDataFolder(dataDir);
  try {
    const compare = createComparison();
    const validators: ValidatorFindings[] = [];
    for (const name of folder.validators) {
      const findings = await checkValidator(folder, name, compare);
      validators.push(findings);
      onValidator(findings);
    }
    return {
      networkId: folder.founded.networkId,
      validators,
      isSound: validators.every(({ problems }) => problems.length === 0),
    };
  } finally {
    folder.close();
  }
}

async function checkValidator(
  folder: DataFolder,
  name: string,
  compare: ReturnType<typeof createComparison>,
): Promise<ValidatorFindings> {
  if (!folder.nodes.includes(name)) {
    return { name, certificates: 0, digest: undefined, problems: ['it has no store'] };
  }
  try {
    const { store, release } = folder.open(name);
    try {
      const { genesis, crypto } = folder;
      const { certificates, digest, problems, settled } = replayStore(store, { genesis, crypto });
      const all = [...problems, ...compare(name, { settled, digest })];
      return { name, certificates, digest, problems: all.slice(0, PROBLEMS_MAX) };
    } finally {
      await release();
    }
  } catch (failure) {
    if (!isOfTheData(failure)) throw failure;
    return { name, certificates: 0, digest: undefined, problems: [failure.message] };
  }
}

function isOfTheData(failure: unknown): failure is Error {
  return failure instanceof DevnetError
    ? failure.code === 'UnreadableData'
    : failure instanceof StoreError;
}
