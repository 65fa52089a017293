import type { Message } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import type { Address, NetworkId, TransactionEnvelope } from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { VirtualClock } from '../../virtual-clock.ts';
import type { QuorumAmong } from '../../world/quorum-among.ts';

/** What one act of a Byzantine client works with. */
export interface ClientStage {
  /** The name under which the act sends; each act has its own. */
  readonly name: NodeName;
  readonly signer: Signer;
  readonly addressOf: (name: string) => Address;
  /** The signer of any name, for signatures with a wrong key. */
  readonly signerOf: (name: string) => Signer;
  readonly clock: Pick<VirtualClock, 'now' | 'setTimer'>;
  readonly transport: Transport<Message>;
  readonly networkId: NetworkId;
  readonly validators: readonly NodeName[];
  readonly proxies: readonly NodeName[];
  /** The quorum of epoch 0. */
  readonly quorum: number;
  readonly quorumAmong: QuorumAmong;
  /** Names the correct validators that hold the locks of the end of this epoch, in their order. */
  readonly mergedPast: (epoch: number) => readonly NodeName[];
  /**
   * Gives the keys of an epoch once it has ended. From then on the keys count as leaked, so what
   * they sign proves nothing.
   */
  readonly leakedKeys: (epoch: number) => readonly Signer[];
  /** The nonce that the client's own software would use now. */
  readonly nextNonce: () => bigint;
  /** Records that the act takes effect only now, after its moment. */
  readonly acted: () => void;
  /** Records a transaction that is sent. */
  readonly hand: (envelope: TransactionEnvelope) => void;
}
