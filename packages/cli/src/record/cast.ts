import {
  type Address,
  factsOf,
  type MultiSigConfig,
  multiSigAddress,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { type DevnetHistory, hasCounted, type RecordedEntry } from './read-devnet.ts';

/** A multisig account, by the names of its members. */
export interface CastAccount {
  readonly address: Address;
  readonly signers: readonly string[];
  readonly quorum: number;
  /** Distinguishes it from other accounts of the same signers and quorum. */
  readonly nonce: bigint;
}

/** Everybody who takes part in a recording, by a name that scenarios accept. */
export interface Cast {
  /** Gives the name of an address; a stranger gets one. */
  nameOf(address: Address): string;
  clients(): ReadonlyMap<string, Address>;
  accounts(): ReadonlyMap<string, CastAccount>;
  /** The name of the validator that each operator runs. */
  readonly operators: ReadonlyMap<Address, string>;
}

/** Creates the cast of a devnet's history, and takes over the names from it. */
export function createCast(
  { names: known, operators }: Pick<DevnetHistory, 'names' | 'operators'>,
  entries: readonly RecordedEntry[],
): Cast {
  const clients = new Map<string, Address>();
  const names = new Map<Address, string>();
  const accounts = new Map<string, CastAccount>();
  let strangers = 0;

  function nextStranger(): string {
    strangers += 1;
    return `c${strangers}`;
  }

  function nameOf(address: Address): string {
    const named = names.get(address);
    if (named !== undefined) return named;
    const name = known.get(address) ?? nextStranger();
    names.set(address, name);
    clients.set(name, address);
    return name;
  }

  function addAccount(address: Address, config: MultiSigConfig): void {
    const name = `shared-${accounts.size + 1}`;
    names.set(address, name);
    const { authorizedSigners, quorum, nonce } = config;
    const signers = authorizedSigners.map(nameOf);
    accounts.set(name, { address, signers, quorum: Number(quorum), nonce });
  }

  // Accounts come first, so that they are not taken for clients.
  for (const [address, config] of accountsIn(entries)) addAccount(address, config);
  return { nameOf, clients: () => clients, accounts: () => accounts, operators };
}

/** Lists the multisig accounts that send transactions, as far as scenarios can have them. */
function accountsIn(entries: readonly RecordedEntry[]): ReadonlyMap<Address, MultiSigConfig> {
  const counted = entries.filter(hasCounted).flatMap(({ envelope }) => ownAccount(envelope));
  const all = new Map(counted);
  // In a scenario the signers are clients, and nobody else.
  return new Map(
    [...all].filter(([, { authorizedSigners }]) => !authorizedSigners.some((one) => all.has(one))),
  );
}

/**
 * Gives the sender of an envelope, if it is a multisig account. Anybody can show any configuration
 * beside a sender: it is the sender's only if the address derives from it.
 */
function ownAccount({
  transaction,
  signature,
}: TransactionEnvelope): readonly (readonly [Address, MultiSigConfig])[] {
  if (signature.kind !== 'MultiSig') return [];
  const { sender } = factsOf(transaction).transaction;
  return multiSigAddress(signature.config) === sender ? [[sender, signature.config]] : [];
}
