import type { Message, ValidatorEnv, ValidatorState } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { Say, Startable } from './bend.ts';

/** Gives the names that scopes use. */
export interface Names {
  /** Names the end to which a node of the network belongs. */
  readonly peer: (node: NodeName) => string;
  /** Names an account; undefined if it has no name. */
  readonly account: (address: Address) => string | undefined;
}

/** What the deeds of a validator work with. */
export interface Stage {
  readonly name: NodeName;
  readonly names: Names;
  readonly say: Say;
  /** Gives the address of a validator; undefined if it has none at present. */
  readonly addressOf: (name: string) => Address | undefined;
  /** The state of the honest part; undefined while it is down. */
  readonly state: () => ValidatorState | undefined;
  readonly env: () => ValidatorEnv;
  /** Creates another honest validator with the same name and key, and with a store of its own. */
  readonly another: (transport: Transport<Message>) => Startable;
}
