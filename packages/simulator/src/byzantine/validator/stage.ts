import type { Message, ValidatorEnv, ValidatorState } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import type { Address } from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { Parties } from '../../world/parties.ts';
import type { BareGround } from '../bare-transaction.ts';
import type { Say, Startable } from '../bend.ts';

/** What the acts of a Byzantine validator work with. */
export interface ValidatorStage extends BareGround {
  readonly name: NodeName;
  readonly parties: Parties;
  readonly say: Say;
  /** Gives the address of a name. */
  readonly addressOf: (name: string) => Address;
  readonly signerOf: (name: string) => Signer;
  /** The state of the honest part; undefined while it is down. */
  readonly state: () => ValidatorState | undefined;
  readonly env: () => ValidatorEnv;
  /** Creates another honest validator with the same name and key, and with a store of its own. */
  readonly another: (transport: Transport<Message>) => Startable;
}
