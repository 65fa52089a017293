import type { Stage } from '@quorate/byzantine';
import type { Signer } from '@quorate/crypto';
import type { Address } from '@quorate/protocol';
import type { Parties } from '../../world/parties.ts';
import type { BareGround } from '../bare-transaction.ts';

/** What the acts of a Byzantine validator work with. */
export interface ValidatorStage extends BareGround, Stage {
  readonly parties: Parties;
  /** Gives the address of a name. */
  readonly addressOf: (name: string) => Address;
  readonly signerOf: (name: string) => Signer;
}
