import type { LocalNetworkOptions } from '../local-network.ts';
import { type OpenWallet, openWallet, type WalletOptions } from './wallet.ts';
import { freshKey, hasWalletKey, keepKey, walletKey, walletKeyPath } from './wallet-key.ts';

/**
 * Opens the wallet of a devnet by the key that lies in its data folder, or by a fresh one, which is kept there.
 *
 * @throws DevnetError where the key cannot be read or kept, or its store cannot be opened; StoreError where that takes
 * nothing
 */
export async function openKeptWallet(
  network: LocalNetworkOptions,
  options: Pick<WalletOptions, 'asker' | 'faucet'>,
): Promise<OpenWallet> {
  const path = walletKeyPath(network.dataDir);
  if (path !== undefined && hasWalletKey(path))
    return openWallet(network, { ...options, secretKey: walletKey(path), isNew: false });
  const secretKey = freshKey();
  const opened = openWallet(network, { ...options, secretKey, isNew: true });
  if (path === undefined) return opened;
  try {
    // The store before the key: of a key that is there, the store is taken to be its own.
    await opened.hosted.kept();
    keepKey(path, secretKey);
    return opened;
  } catch (failure) {
    await opened.hosted.close();
    throw failure;
  }
}
