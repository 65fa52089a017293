import { parseAddress } from '@quorate/protocol';
import { type Admin, createAdmin, inForm } from '../committee/admin.ts';
import { findNetwork, type Named } from '../wallet/network.ts';

/** The options by which commands find a devnet; an absent one was not given. */
export interface RunningOptions {
  /** The URL of the REST interface. */
  readonly url?: string;
  readonly token?: string;
  readonly json?: true;
}

/** Gives the access to the admin interface of a running devnet. @throws CommandError */
export function adminOf(options: RunningOptions): Admin {
  return createAdmin(findNetwork(options).rest, options.token);
}

/** Gives the names that a running devnet has for accounts, wherever it runs. @throws ClientError */
export async function namesAt(admin: Admin): Promise<readonly Named[]> {
  const path = '/genesis';
  const told = await admin.get(path);
  return inForm(path, () => {
    const { accounts } = told as { accounts: readonly { name: string; address: string }[] };
    return accounts.map(({ name, address }) => ({ name, address: parseAddress(address) }));
  });
}
