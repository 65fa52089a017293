import { type Asker, createAsker } from './asker.ts';
import type { Founded } from './constitution-file.ts';
import type { Listener } from './http/listen.ts';
import type { HostedValidator, LocalNetworkOptions, OwnValidator } from './local-network.ts';
import type { Log } from './log.ts';
import type { DevnetOptions } from './options.ts';
import { PATIENCE_MILLIS } from './patience.ts';
import type { Listeners } from './ports.ts';
import type { Roster } from './roster.ts';

/** A validator of a devnet, and where it answers. */
export interface PlacedValidator {
  readonly hosted: HostedValidator;
  /** The URL of its JSON-RPC. */
  readonly url: string;
  /** What serves it; absent where it serves itself, in a process of its own. */
  readonly own?: { readonly listener: Listener; readonly hosted: OwnValidator };
}

/** What validators are hosted from. */
export interface ValidatorsOptions {
  readonly network: LocalNetworkOptions;
  readonly founded: Founded;
  /** Without those of validators where each is in a process of its own: these bind themselves. */
  readonly listeners: Listeners;
  readonly log: Log;
  readonly roster: Pick<Roster, 'hadCome' | 'keep' | 'next' | 'add'>;
  readonly options: DevnetOptions;
}

/** One way to host validators. */
export interface Hosting {
  readonly asker: Asker;
  /** Hosts the one of this place on the roster, counted from 0. */
  place(name: string, index: number): Promise<PlacedValidator>;
  /** Lets those that are here reach this one, and be reached by it. */
  introduce(placed: PlacedValidator): void;
  close(): Promise<void>;
}

/** Creates what asks validators for callers over HTTP. */
export function askerOn({ bus, validatorNames }: LocalNetworkOptions): Asker {
  const name = 'http-validators';
  return createAsker({ transport: bus, name, timeout: PATIENCE_MILLIS, standIns: validatorNames });
}
