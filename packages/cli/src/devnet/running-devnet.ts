import { ClientError } from '@quorate/client';
import { parseAddress } from '@quorate/protocol';
import { type Admin, createAdmin, inForm } from '../committee/admin.ts';
import { findNetwork, inNames, type KnownNetwork, type Named } from '../wallet/network.ts';

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

/**
 * Gives the names that a running devnet has, wherever it runs: those of accounts, and those of
 * validators for each key with which they have ever had a seat.
 *
 * @throws ClientError
 */
export async function namesAt(admin: Admin): Promise<readonly Named[]> {
  const [genesis, committees] = ['/genesis', '/committees'] as const;
  const [told, seats] = await Promise.all([admin.get(genesis), admin.get(committees)]);
  const accounts = inForm(genesis, () =>
    (told as unknown as { readonly accounts: readonly Told[] }).accounts.map(named),
  );
  const seated = inForm(committees, () =>
    (seats as unknown as readonly Committee[]).flatMap(({ members }) => members.map(named)),
  );
  return [...accounts, ...seated];
}

interface Committee {
  readonly members: readonly Told[];
}

interface Told {
  readonly name: string;
  readonly address: string;
}

function named({ name, address }: Told): Named {
  return { name, address: parseAddress(address) };
}

/**
 * Gives the names of these addresses: as the network knows them or, if it lacks some and is the
 * devnet of this folder, as that tells. One that does not tell leaves addresses without a name.
 */
export async function namesOf(
  { rest, seed, names }: Pick<KnownNetwork, 'rest' | 'seed' | 'names'>,
  addresses: readonly string[],
  token: string | undefined,
): Promise<readonly Named[]> {
  if (seed === undefined || addresses.every((each) => inNames(each, names) !== each)) return names;
  try {
    return [...names, ...(await namesAt(createAdmin(rest, token)))];
  } catch (failure) {
    if (!(failure instanceof ClientError)) throw failure;
    return names;
  }
}
