import type { NodeStore } from '../data/node-store.ts';
import {
  checkStores,
  type DataFindings,
  type NodeFindings,
  type StoreOrFault,
  type ValidatorFindings,
} from './check-stores.ts';
import { reading } from './data-fault.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';

/**
 * Checks the data of a devnet that is not running, as `checkStores` does; reads every page, too.
 *
 * @throws DevnetError if the folder holds no devnet or is in use
 */
export async function checkData(
  dataDir: string,
  onFindings: (findings: ValidatorFindings | NodeFindings) => void = () => undefined,
): Promise<DataFindings> {
  const folder = openDataFolder(dataDir);
  const opened: NodeStore[] = [];
  const storeOf = (name: string): StoreOrFault => {
    const found = reading(() => openIn(folder, name));
    if (typeof found === 'string') return found;
    opened.push(found);
    return found.store;
  };
  const storesOf = (names: readonly string[]) =>
    new Map(names.map((name) => [name, storeOf(name)] as const));
  try {
    // All stores are opened at once: what one validator has pruned, another may have.
    const validators = storesOf(folder.validators);
    const others = storesOf(folder.nodes.filter((name) => !validators.has(name)));
    const { founded, genesis, crypto } = folder;
    const { networkId } = founded;
    return await checkStores({ networkId, genesis, crypto, validators, others }, { onFindings });
  } finally {
    for (const { release } of opened) await release();
    folder.close();
  }
}

function openIn(folder: DataFolder, name: string): NodeStore | string {
  if (!folder.nodes.includes(name)) return 'it has no store';
  // Without the keys of a validator no devnet can start on the data.
  const lacksKeys = folder.validators.includes(name) && folder.keysOf(name) === undefined;
  return lacksKeys ? 'it has no file of keys' : folder.open(name);
}
