import { type CertificateRow, certificateKey, isTombstone } from '@quorate/core';
import { factsOf, type TransactionCertificate, type TransactionId } from '@quorate/protocol';
import type { Store } from '@quorate/storage';
import type { NodeStore } from '../node-store.ts';
import { readNode } from './check-node.ts';
import { type Compare, createComparison } from './comparison.ts';
import { reading, rowFault } from './data-fault.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { type Position, replayStore } from './replay-store.ts';

/** What a check found of one validator. */
export interface ValidatorFindings {
  readonly name: string;
  /** How many certificates were verified. */
  readonly certificates: number;
  /** How many it has let go of; what another validator has of them was verified in their place. */
  readonly pruned: number;
  /**
   * Whether the whole history was replayed. Where nobody has what is pruned, the digest is that of its
   * records, and only compared with those who settled the same.
   */
  readonly isReplayed: boolean;
  /** The state digest that its history comes to, as hex digits; undefined where it could not be read. */
  readonly digest: string | undefined;
  /** Everything that is wrong, in a line each; the first hundred. */
  readonly problems: readonly string[];
}

/** What a check found of a node that is no validator: the proxy, or a client of the devnet. */
export interface NodeFindings {
  readonly name: string;
  /** How many rows were read. */
  readonly rows: number;
  /** What is wrong, if anything is. */
  readonly problems: readonly string[];
}

/** What a check found of all the data of a devnet. */
export interface DataFindings {
  readonly networkId: string;
  readonly validators: readonly ValidatorFindings[];
  /** The other nodes that have stores. One without begins anew, and lacks nothing. */
  readonly others: readonly NodeFindings[];
  /** Whether nothing is wrong. */
  readonly isSound: boolean;
}

/** More than this many lines tell nobody more. */
const PROBLEMS_MAX = 100;

/**
 * Checks the data of a devnet that does not run: reads every page and row, verifies every certificate
 * anew, replays each validator's history from genesis, and compares what comes out with what the
 * validator holds and with what the others have settled. The other nodes have to come up from what they hold.
 *
 * @throws DevnetError where the folder is no devnet's, or in use
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

/** The store of every validator, in order, or what keeps one from being read. */
type Stores = ReadonlyMap<string, NodeStore | string>;

// All at once: what one has pruned, another may have.
function openStores(folder: DataFolder, stores: Map<string, NodeStore | string>): void {
  for (const name of folder.validators) {
    const isThere = folder.nodes.includes(name);
    // Without its keys no devnet starts on the data.
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
  // Its own holds no body of what it has pruned.
  const all = [...stores.values()].flatMap((each) =>
    typeof each === 'string' ? [] : [each.store],
  );
  const elsewhere = (at: Position, id: TransactionId) => bodyIn(all, at, id);
  const checked = reading(() => {
    const { settled, problems, ...counts } = replayStore(store, { genesis, crypto, elsewhere });
    const found = [...problems, ...compare(name, { settled, digest: counts.digest })];
    return { name, ...counts, problems: found.slice(0, PROBLEMS_MAX) };
  }, rowFault);
  return typeof checked === 'string' ? { ...UNREADABLE, name, problems: [checked] } : checked;
}

/** Finds the certificate of a transaction in the first of some stores that has it. */
export function bodyIn(
  stores: readonly Store<unknown>[],
  { sender, nonce }: Position,
  id: TransactionId,
): TransactionCertificate | undefined {
  for (const store of stores) {
    const row = reading(() => store.get(certificateKey(sender, nonce)));
    if (typeof row === 'string' || row === undefined) continue;
    const held = row as CertificateRow;
    // What is no certificate either is said where that validator is looked at.
    if (isTombstone(held) || held.certificate === undefined) continue;
    if (factsOf(held.certificate.envelope.transaction).id === id) return held.certificate;
  }
  return undefined;
}
