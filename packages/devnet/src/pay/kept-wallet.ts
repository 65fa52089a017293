import { generateSecretKey } from '@quorate/client';
import type { LocalNetworkOptions } from '../nodes/host-node.ts';
import { type OpenWallet, openWallet, type WalletOptions } from './wallet.ts';
import { hasWalletKey, keepKey, walletKey, walletKeyPath } from './wallet-key.ts';

/**
 * Opens the wallet of a devnet with the key in its data folder, or with a fresh key, which is
 * stored there.
 *
 * @throws DevnetError if the key cannot be read or stored, or if its store cannot be opened
 * @throws StoreError if the store cannot be written
 */
export async function openKeptWallet(
  network: LocalNetworkOptions,
  options: Pick<WalletOptions, 'asker' | 'faucet'>,
): Promise<OpenWallet> {
  const path = walletKeyPath(network.dataDir);
  if (path !== undefined && hasWalletKey(path))
    return openWallet(network, { ...options, secretKey: walletKey(path), isNew: false });
  const secretKey = generateSecretKey();
  const opened = openWallet(network, { ...options, secretKey, isNew: true });
  if (path === undefined) return opened;
  try {
    // The store comes before the key: if a key exists, the store is taken to belong to it.
    await opened.hosted.kept();
    keepKey(path, secretKey);
    return opened;
  } catch (failure) {
    await opened.hosted.close();
    throw failure;
  }
}
