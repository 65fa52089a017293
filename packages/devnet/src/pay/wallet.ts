import { LIMITS, NATIVE_TOKEN_ID } from '@quorate/protocol';
import type { Asker } from '../asker.ts';
import { FAUCET } from '../genesis.ts';
import { type HostedNode, hostClient, type LocalNetworkOptions, PROXY } from '../local-network.ts';
import { PayError } from './pay-error.ts';
import type { Wallet } from './send.ts';

/** The client node of the wallet; its store lies beside those of the validators. */
export const WALLET = 'wallet';

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
  let funding: Promise<void> | undefined;

  async function fundOnce(): Promise<void> {
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
      node: WALLET,
      // Asked each time: a network that went back to a snapshot may not know of an earlier funding.
      fund: () => {
        funding ??= fundOnce().finally(() => {
          funding = undefined;
        });
        return funding;
      },
    },
  };
}
