import { setImmediate } from 'node:timers/promises';
import {
  type CertificateRow,
  certificateKey,
  type Genesis,
  isTombstone,
  type Origin,
} from '@quorate/core';
import type { CryptoSuite } from '@quorate/crypto';
import {
  type Address,
  factsOf,
  type TransactionCertificate,
  type TransactionId,
} from '@quorate/protocol';
import type { Store } from '@quorate/storage';
import { readNode } from './check-node.ts';
import { type Compare, createComparison } from './comparison.ts';
import { reading, rowFault } from './data-fault.ts';
import { type Replayed, replayStore } from './replay-store.ts';

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

/** The store of a node, or why it cannot be read. */
export type StoreOrFault = Store<unknown> | string;

/** The stores of a network at one moment, by the names of their nodes, and what they are checked with. */
export interface NetworkStores {
  readonly networkId: string;
  readonly genesis: Genesis;
  readonly crypto: CryptoSuite;
  /** In the order of the roster. */
  readonly validators: ReadonlyMap<string, StoreOrFault>;
  /** Of the proxy and of the clients of the devnet, as far as they have stores. */
  readonly others: ReadonlyMap<string, StoreOrFault>;
}

/** How a check is followed. */
export interface CheckOptions {
  /** Called after each node. */
  readonly onFindings?: (findings: ValidatorFindings | NodeFindings) => void;
  /** Ends the check, which then rejects with the reason. */
  readonly signal?: AbortSignal;
}

/** More lines than this would tell nothing more. */
const PROBLEMS_MAX = 100;
/** How many milliseconds a check works before others get a turn. */
const TURN = 5;

/**
 * Reads every row, verifies every certificate again, replays each validator's history from genesis,
 * and compares the result with what the validator holds and with what the others have settled. The
 * other nodes must be able to start from what they hold. Lets others work in between.
 */
export async function checkStores(
  network: NetworkStores,
  { onFindings = () => undefined, signal }: CheckOptions = {},
): Promise<DataFindings> {
  // The validator's own store does not contain what it has pruned.
  const all = [...network.validators.values()].filter((each) => typeof each !== 'string');
  const compare = createComparison((place, id) => signersIn(all, place, id));
  const validators: ValidatorFindings[] = [];
  for (const [name, store] of network.validators) {
    const findings =
      typeof store === 'string'
        ? { ...UNREADABLE, name, problems: [store] }
        : await checkValidator({ name, store }, { network, all, compare, signal });
    validators.push(findings);
    onFindings(findings);
  }
  const others: NodeFindings[] = [];
  for (const [name, store] of network.others) {
    const findings = checkNode({ name, store }, network.genesis);
    others.push(findings);
    onFindings(findings);
  }
  return {
    networkId: network.networkId,
    validators,
    others,
    isSound: [...validators, ...others].every(({ problems }) => problems.length === 0),
  };
}

const UNREADABLE = { certificates: 0, pruned: 0, isReplayed: false, digest: undefined } as const;

interface Named<S> {
  readonly name: string;
  readonly store: S;
}

function checkNode({ name, store }: Named<StoreOrFault>, genesis: Genesis): NodeFindings {
  if (typeof store === 'string') return { name, rows: 0, problems: [store] };
  const rows = reading(() => readNode(name, store, genesis), rowFault);
  return typeof rows === 'string'
    ? { name, rows: 0, problems: [rows] }
    : { name, rows, problems: [] };
}

interface Checking {
  readonly network: NetworkStores;
  readonly all: readonly Store<unknown>[];
  readonly compare: Compare;
  readonly signal: AbortSignal | undefined;
}

async function checkValidator(
  { name, store }: Named<Store<unknown>>,
  { network, all, compare, signal }: Checking,
): Promise<ValidatorFindings> {
  const { genesis, crypto } = network;
  const elsewhere = (at: Origin, id: TransactionId) => bodyIn(all, at, id);
  const compared = ({ settled, names, problems, ...counts }: Replayed): ValidatorFindings => {
    const found = [...problems, ...compare(name, { settled, names, digest: counts.digest })];
    return { name, ...counts, problems: found.slice(0, PROBLEMS_MAX) };
  };
  const replayed = await inTurns(replayStore(store, { genesis, crypto, elsewhere }), signal);
  const findings =
    typeof replayed === 'string' ? replayed : reading(() => compared(replayed), rowFault);
  return typeof findings === 'string' ? { ...UNREADABLE, name, problems: [findings] } : findings;
}

/** Carries out all steps; gives the fault of the data if one prevents that. */
async function inTurns<T>(
  steps: Iterator<void, T>,
  signal: AbortSignal | undefined,
): Promise<T | string> {
  for (let end = 0; ; ) {
    if (performance.now() >= end) {
      await setImmediate();
      signal?.throwIfAborted();
      end = performance.now() + TURN;
    }
    const step = reading(() => steps.next(), rowFault);
    if (typeof step === 'string') return step;
    if (step.done === true) return step.value;
  }
}

function signersIn(
  stores: readonly Store<unknown>[],
  place: string,
  id: TransactionId,
): readonly Address[] {
  const [sender, nonce] = place.split('/') as [Address, string];
  const certificate = bodyIn(stores, { sender, nonce: BigInt(nonce) }, id);
  return certificate?.signatures.map(([key]) => key) ?? [];
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
