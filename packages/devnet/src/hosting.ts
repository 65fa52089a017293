import type { Founded } from './data/constitution-file.ts';
import type { Roster } from './data/roster.ts';
import type { Listener } from './http/listen.ts';
import type { Log } from './log.ts';
import { type Asker, createAsker } from './nodes/asker.ts';
import type { LocalNetworkOptions } from './nodes/host-node.ts';
import type { HostedValidator, OwnValidator } from './nodes/local-network.ts';
import type { DevnetOptions } from './options.ts';
import type { Listeners } from './ports.ts';
import { PATIENCE_MILLIS } from './timing/patience.ts';

/** A validator of a devnet, and its address. */
export interface PlacedValidator {
  readonly hosted: HostedValidator;
  /** The URL of its JSON-RPC interface. */
  readonly url: string;
  /** Whether everybody reaches it over HTTP: validators, and callers at its port. */
  readonly isBeyondHttp: boolean;
  /** Its server in this process; absent if the validator serves itself in its own process. */
  readonly own?: {
    readonly listener: Listener;
    readonly hosted: OwnValidator;
    /** As in `ValidatorServing`. */
    readonly era?: () => number;
  };
}

/** What validators are hosted from. */
export interface ValidatorsOptions {
  readonly network: LocalNetworkOptions;
  readonly founded: Founded;
  /**
   * Without listeners of validators that run in their own processes: these bind their ports
   * themselves.
   */
  readonly listeners: Listeners;
  readonly log: Log;
  readonly roster: Pick<Roster, 'hadCome' | 'keep' | 'next' | 'add'>;
  readonly options: DevnetOptions;
}

/** A way to host validators. */
export interface Hosting {
  readonly asker: Asker;
  /**
   * Hosts the validator at this place of the roster, counted from 0. A process that does not come
   * to serve within this many milliseconds is killed; without them it may take its time.
   */
  place(name: string, index: number, within?: number): Promise<PlacedValidator>;
  /** Connects a validator with those that are already hosted, in both directions. */
  introduce(placed: PlacedValidator): void;
  /** Drops what is on its way between the proxy and the validators over HTTP. */
  forget(): void;
  close(): Promise<void>;
}

/** Creates the asker that sends the requests of HTTP callers to validators. */
export function askerOn({ bus, validatorNames }: LocalNetworkOptions): Asker {
  const name = 'http-validators';
  return createAsker({ transport: bus, name, timeout: PATIENCE_MILLIS, standIns: validatorNames });
}
