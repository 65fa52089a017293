import type { Devnet } from '@quorate/devnet';
import { formatAddress } from '@quorate/protocol';

/** Where commands look for the devnet that runs in this folder. */
export const readyFilePath = '.quorate/devnet.json';

/** What `--json` and `--ready-file` tell programs about a devnet that answers: one JSON object. */
export interface ReadyEvent {
  readonly schema: 'quorate.devnet.ready/1';
  readonly event: 'ready';
  readonly pid: number;
  /** From the start of the process until every port answered. */
  readonly milliseconds: number;
  readonly networkId: string;
  readonly seed: string;
  /** When the network began, in nanoseconds since the Unix epoch, as decimal text. */
  readonly genesisTimeNanos: string;
  readonly quorum: number;
  readonly rest: string;
  readonly proxyRpc: string;
  readonly paySend: string;
  readonly admin: string;
  /** The names of the members of the current committee. */
  readonly committee: readonly string[];
  /** All validators, also those without a seat. */
  readonly validators: readonly {
    readonly name: string;
    readonly address: string;
    readonly rpc: string;
  }[];
  readonly accounts: readonly {
    readonly name: string;
    /** As REST prints it; `publicKey` is the same in hex digits. */
    readonly address: string;
    readonly publicKey: string;
    /** 64 hex digits. */
    readonly secretKey: string;
    /** The balance at the start, in least units of the native token, as decimal text. */
    readonly balance: string;
  }[];
  /**
   * The tokens that exist from the start besides the native one; each account begins with as many
   * whole ones of each as of that.
   */
  readonly tokens: readonly {
    /** 64 hex digits. */
    readonly tokenId: string;
    readonly name: string;
    readonly decimals: number;
  }[];
  /** The number of current faults. */
  readonly faults: number;
  readonly persistence:
    | { readonly kind: 'none' }
    | { readonly kind: 'disk'; readonly path: string };
}

/** Describes a devnet that answers. */
export function readyEvent(devnet: Devnet, milliseconds: number): ReadyEvent {
  const { networkId, seed, quorum, rest, proxyRpc, admin, committee, validators } = devnet;
  const { accounts, tokens, dataDir, genesisTimeNanos } = devnet;
  return {
    schema: 'quorate.devnet.ready/1',
    event: 'ready',
    pid: process.pid,
    milliseconds: Math.round(milliseconds),
    networkId,
    seed,
    genesisTimeNanos: String(genesisTimeNanos),
    quorum,
    rest,
    proxyRpc,
    paySend: `${rest}/api/pay/send`,
    admin,
    committee,
    validators: validators.map(({ name, address, rpc }) => ({
      name,
      address: formatAddress(address),
      rpc,
    })),
    accounts: accounts.map(({ name, address, secretKey, balance }) => ({
      name,
      address: formatAddress(address),
      publicKey: address,
      secretKey,
      balance: String(balance),
    })),
    tokens: tokens.map(({ id: tokenId, name, decimals }) => ({ tokenId, name, decimals })),
    faults: devnet.faults().length,
    persistence: dataDir === undefined ? { kind: 'none' } : { kind: 'disk', path: dataDir },
  };
}
