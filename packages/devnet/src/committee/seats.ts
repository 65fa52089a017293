import { type Message, signReadiness, type ValidatorState } from '@quorate/core';
import type { Address, Bytes32, NetworkId, SignedReadiness } from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import { createAsker } from '../nodes/asker.ts';
import { createCatchUp } from './catch-up.ts';
import type { KeyChain } from './key-chain.ts';
import { createMissedChange } from './missed-change.ts';

/** How a validator gets a seat in a later committee. */
export interface Seats {
  /** Derives a key that no committee has seen (rule C9); it is durable when this resolves. */
  freshKey(): Promise<Address>;
}

/** The seats of a validator of this process. */
export interface OwnSeats extends Seats {
  /**
   * Catches up with the committee, then answers a challenge with a key that is to get a seat (rule
   * C3). Undefined if the validator is down or does not hold the key.
   */
  prove(validator: Address, challenge: Bytes32): Promise<SignedReadiness | undefined>;
  /** Tells it of the next change of committee, if it has missed that. */
  lookForChange(): void;
  /** Ignores what it has caught up with: its store was put back. */
  forget(): void;
  close(): void;
}

/** What the seats of a validator work on. */
export interface SeatsOptions {
  readonly name: string;
  readonly bus: Transport<Message>;
  readonly keys: KeyChain;
  readonly state: () => ValidatorState | undefined;
  readonly networkId: NetworkId;
  /** The names of the validators that messages reach; they show it what a change depends on. */
  readonly validatorNames: () => readonly NodeName[];
}

/** After how many milliseconds a peer counts as down: there are others to catch up with. */
const PATIENCE = 3000;

/** Opens the seats of a validator. */
export function openSeats(options: SeatsOptions): OwnSeats {
  const { name, bus, keys, state, networkId } = options;
  const asker = createAsker({
    transport: bus,
    name: `${name}/catch-up`,
    timeout: PATIENCE,
    standIns: options.validatorNames,
  });
  const catchUp = createCatchUp({ asker, node: name, state });
  const missed = createMissedChange({ asker, node: name, state });
  return {
    freshKey: async () => keys.fresh(),
    async prove(validator, challenge) {
      const signer = keys.find(validator);
      if (signer === undefined) return undefined;
      const isCaughtUp = await catchUp.run();
      const present = state();
      if (present === undefined) return undefined;
      const epoch = present.committees.length - 1;
      return signReadiness({ networkId, epoch, challenge, validator, isCaughtUp }, signer);
    },
    lookForChange: () => void missed.look(),
    forget() {
      catchUp.forget();
      missed.forget();
    },
    close: () => asker.close(),
  };
}
