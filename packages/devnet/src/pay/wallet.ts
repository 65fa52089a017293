import type { ClientState } from '@quorate/core';
import { LIMITS, NATIVE_TOKEN_ID } from '@quorate/protocol';
import type { Asker } from '../asker.ts';
import { FAUCET } from '../genesis.ts';
import { type HostedNode, hostClient, type LocalNetworkOptions, PROXY } from '../local-network.ts';
import { isUndecided } from '../transfer-batches.ts';
import { PayError } from './pay-error.ts';
import type { Wallet } from './send.ts';
import { busy, createSendQueue } from './send-queue.ts';

/** The client node of the wallet; its store lies beside those of the validators. */
export const WALLET = 'wallet';

/** How many payments may wait for those before them. */
const WAITING_MAX = 100;

/** A wallet, and the node that has to be closed with the devnet. */
export interface OpenWallet {
  readonly wallet: Wallet;
  readonly hosted: HostedNode<unknown>;
}

/** Opens the wallet of a key. */
export function openWallet(
  network: LocalNetworkOptions,
  asker: Asker,
  secretKey: Uint8Array,
): OpenWallet {
  const signer = network.crypto.signer(secretKey);
  const hosted = hostClient(network, WALLET, signer);
  const queue = createSendQueue({ room: WAITING_MAX, patience: LIMITS.clientTimeoutMillis });
  // Its store may hold one of an earlier run.
  let mayOwe = true;

  // Asked each time: a network that went back to a snapshot may not know of an earlier funding.
  async function fund(): Promise<void> {
    const info = await asker.ask(PROXY, {
      type: 'GetAccountInfo',
      address: signer.address,
      tokenBalances: 'none',
      stateKeys: 'none',
    });
    if (info?.type === 'AccountInfo' && info.balance > 0n) return;
    const given = await asker.ask(FAUCET, {
      type: 'Execute',
      operations: [
        {
          kind: 'TokenTransfer',
          tokenId: NATIVE_TOKEN_ID,
          recipient: signer.address,
          amount: LIMITS.faucetAmount,
          userData: null,
        },
      ],
    });
    if (given?.type === 'Success') return;
    throw new PayError(500, 'The wallet could not be funded.', 'TX_FAILED');
  }

  return {
    hosted,
    wallet: {
      address: signer.address,
      pay: (transfer) =>
        queue.take(async () => {
          if (mayOwe && !(await isFree(hosted, asker))) throw busy('an earlier one has no outcome');
          await fund();
          const result = await asker.ask(WALLET, { type: 'Execute', operations: [transfer] });
          mayOwe = isUndecided(result);
          return result;
        }),
    },
  };
}

/**
 * Tells whether a wallet can begin another transaction at once. One that was handed to it behind an
 * earlier one would be sent whenever that ends, long after whoever asked was told that it failed.
 */
async function isFree({ node, hampers }: HostedNode<ClientState>, asker: Asker): Promise<boolean> {
  const state = node.state();
  if (state === undefined || state.queue.length > 0 || hampers?.gate.isOpen() === false)
    return false;
  if (state.inFlight === undefined) return true;
  // It rests after some repetitions, until somebody asks for something.
  const { envelope } = state.inFlight;
  return !isUndecided(await asker.ask(WALLET, { type: 'SubmitTransaction', envelope }));
}
