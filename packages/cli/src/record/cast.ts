import {
  type Address,
  type MultiSigConfig,
  multiSigAddress,
  type TransactionEnvelope,
} from '@quorate/protocol';

/** Hold a multisig account by the names of its members. */
export interface CastAccount {
  readonly address: Address;
  readonly signers: readonly string[];
  readonly quorum: number;
}

/** Know everybody who takes part in a recording by a name that scenarios accept. */
export interface Cast {
  /** Give the name of an address; a stranger gets one. */
  nameOf(address: Address): string;
  clients(): ReadonlyMap<string, Address>;
  accounts(): ReadonlyMap<string, CastAccount>;
}

/** Create the cast of these transactions; `known` are names that there are already. */
export function createCast(
  known: ReadonlyMap<Address, string>,
  envelopes: readonly TransactionEnvelope[],
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

  function addAccount(config: MultiSigConfig): void {
    const address = multiSigAddress(config);
    if (names.has(address)) return;
    const name = `shared-${accounts.size + 1}`;
    names.set(address, name);
    const signers = config.authorizedSigners.map(nameOf);
    accounts.set(name, { address, signers, quorum: Number(config.quorum) });
  }

  // First, so that nobody takes them for clients.
  for (const { signature } of envelopes) {
    if (signature.kind === 'MultiSig') addAccount(signature.config);
  }
  return { nameOf, clients: () => clients, accounts: () => accounts };
}
