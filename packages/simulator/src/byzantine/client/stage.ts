import type { Message } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import type { Address, NetworkId, TransactionEnvelope } from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { VirtualClock } from '../../virtual-clock.ts';
import type { QuorumAmong } from '../../world/quorum-among.ts';

/** What one act of a Byzantine client works with. */
export interface ClientStage {
  /** Under which name the act speaks; it is the act's own. */
  readonly name: NodeName;
  readonly signer: Signer;
  readonly addressOf: (name: string) => Address;
  /** The signer of a name, for what is signed with a wrong key. */
  readonly signerOf: (name: string) => Signer;
  readonly clock: Pick<VirtualClock, 'now' | 'setTimer'>;
  readonly transport: Transport<Message>;
  readonly networkId: NetworkId;
  readonly validators: readonly NodeName[];
  readonly proxies: readonly NodeName[];
  /** How many signatures the validators of epoch 0 take for a quorum. */
  readonly quorum: number;
  readonly quorumAmong: QuorumAmong;
  /** Names the correct validators that hold the locks that an epoch ended with, in their order. */
  readonly mergedPast: (epoch: number) => readonly NodeName[];
  /** Gives the keys of an epoch once it has ended; from then on what they sign is nobody's word. */
  readonly leakedKeys: (epoch: number) => readonly Signer[];
  /** The nonce that the client's own software would use now. */
  readonly nextNonce: () => bigint;
  /** Notes a transaction that is handed out. */
  readonly hand: (envelope: TransactionEnvelope) => void;
}
