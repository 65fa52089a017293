import { type CertificateRow, certificateKey, isTombstone, type Origin } from '@quorate/core';
import { factsOf, type TransactionCertificate, type TransactionId } from '@quorate/protocol';
import type { Store } from '@quorate/storage';
import type { NodeStore } from '../node-store.ts';
import { readNode } from './check-node.ts';
import { type Compare, createComparison } from './comparison.ts';
import { reading, rowFault } from './data-fault.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { replayStore } from './replay-store.ts';

/** What a check found about one validator. */
export interface ValidatorFindings {
  readonly name: string;
  /** The number of certificates that were verified. */
  readonly certificates: number;
  /**
   * The number of certificates it has pruned. If another validator still has them, these were
   * verified instead.
   */
  readonly pruned: number;
  /**
   * Whether the whole history was replayed. If no validator has the pruned certificates, the digest
   * is that of the validator's records, and is only compared with validators that settled the same.
   */
  readonly isReplayed: boolean;
  /**
   * The digest of the state that its history leads to, as hex digits; undefined if it could not be
   * read.
   */
  readonly digest: string | undefined;
  /** Everything that is wrong, one line each; at most a hundred lines. */
  readonly problems: readonly string[];
}

/** What a check found about another node: the proxy, or a client of the devnet. */
export interface NodeFindings {
  readonly name: string;
  /** The number of rows that were read. */
  readonly rows: number;
  /** What is wrong; empty if nothing is. */
  readonly problems: readonly string[];
}

/** What a check found about all data of a devnet. */
export interface DataFindings {
  readonly networkId: string;
  readonly validators: readonly ValidatorFindings[];
  /** The other nodes that have stores. A node without a store starts anew, and lacks nothing. */
  readonly others: readonly NodeFindings[];
  /** Whether nothing is wrong. */
  readonly isSound: boolean;
}

/** More lines than this would tell nothing more. */
const PROBLEMS_MAX = 100;

/**
 * Checks the data of a devnet that is not running: reads every page and row, verifies every
 * certificate again, replays each validator's history from genesis, and compares the result with
 * what the validator holds and with what the others have settled. The other nodes must be able to
 * start from what they hold. `onFindings` is called after each node.
 *
 * @throws DevnetError if the folder holds no devnet or is in use
 */
export async function checkData(
  dataDir: string,
  onFindings: (findings: ValidatorFindings | NodeFindings) => void = () => undefined,
): Promise<DataFindings> {
  const folder = openDataFolder(dataDir);
  const stores = new Map<string, NodeStore | string>();
  try {
    openStores(folder, stores);
    const compare = createComparison();
    const validators: ValidatorFindings[] = [];
    for (const [name, opened] of stores) {
      const findings =
        typeof opened === 'string'
          ? { ...UNREADABLE, name, problems: [opened] }
          : checkValidator(name, { folder, stores, compare, store: opened.store });
      validators.push(findings);
      onFindings(findings);
    }
    const others: NodeFindings[] = [];
    for (const name of folder.nodes.filter((each) => !folder.validators.includes(each))) {
      const findings = await checkNode(name, folder);
      others.push(findings);
      onFindings(findings);
    }
    return {
      networkId: folder.founded.networkId,
      validators,
      others,
      isSound: [...validators, ...others].every(({ problems }) => problems.length === 0),
    };
  } finally {
    for (const opened of stores.values()) if (typeof opened !== 'string') await opened.release();
    folder.close();
  }
}

const UNREADABLE = { certificates: 0, pruned: 0, isReplayed: false, digest: undefined } as const;

/** The store of every validator, in order, or why it cannot be read. */
type Stores = ReadonlyMap<string, NodeStore | string>;

// All stores are opened at once: what one has pruned, another may have.
function openStores(folder: DataFolder, stores: Map<string, NodeStore | string>): void {
  for (const name of folder.validators) {
    const isThere = folder.nodes.includes(name);
    // Without the keys of a validator no devnet can start on the data.
    const open = () =>
      folder.keysOf(name) === undefined ? 'it has no file of keys' : folder.open(name);
    stores.set(name, isThere ? reading(open) : 'it has no store');
  }
}

async function checkNode(name: string, folder: DataFolder): Promise<NodeFindings> {
  const opened = reading(() => folder.open(name));
  if (typeof opened === 'string') return { name, rows: 0, problems: [opened] };
  try {
    const rows = reading(() => readNode(name, opened.store, folder), rowFault);
    return typeof rows === 'string'
      ? { name, rows: 0, problems: [rows] }
      : { name, rows, problems: [] };
  } finally {
    await opened.release();
  }
}

interface Checking {
  readonly folder: DataFolder;
  readonly stores: Stores;
  readonly store: Store<unknown>;
  readonly compare: Compare;
}

function checkValidator(
  name: string,
  { folder, stores, store, compare }: Checking,
): ValidatorFindings {
  const { genesis, crypto } = folder;
  // The validator's own store does not contain what it has pruned.
  const all = [...stores.values()].flatMap((each) =>
    typeof each === 'string' ? [] : [each.store],
  );
  const elsewhere = (at: Origin, id: TransactionId) => bodyIn(all, at, id);
  const checked = reading(() => {
    const { settled, problems, ...counts } = replayStore(store, { genesis, crypto, elsewhere });
    const found = [...problems, ...compare(name, { settled, digest: counts.digest })];
    return { name, ...counts, problems: found.slice(0, PROBLEMS_MAX) };
  }, rowFault);
  return typeof checked === 'string' ? { ...UNREADABLE, name, problems: [checked] } : checked;
}

/** Finds the certificate of a transaction in the first store that has it. */
export function bodyIn(
  stores: readonly Store<unknown>[],
  { sender, nonce }: Origin,
  id: TransactionId,
): TransactionCertificate | undefined {
  for (const store of stores) {
    const row = reading(() => store.get(certificateKey(sender, nonce)));
    if (typeof row === 'string' || row === undefined) continue;
    const held = row as CertificateRow;
    // A row that is no certificate is reported when its own validator is checked.
    if (isTombstone(held) || held.certificate === undefined) continue;
    if (factsOf(held.certificate.envelope.transaction).id === id) return held.certificate;
  }
  return undefined;
}
