import { type Admin, createAdmin } from '../committee/admin.ts';
import { findNetwork } from '../wallet/network.ts';

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
