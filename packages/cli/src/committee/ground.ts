import { findNetwork, type NetworkOptions } from '../wallet/network.ts';
import { type Admin, createAdmin } from './admin.ts';
import { readGenesis } from './known-committees.ts';
import type { OperatorGround } from './operator.ts';

/** The options of every command on committees. */
export interface CommitteeOptions extends Pick<NetworkOptions, 'url'> {
  /** The token that the devnet was started with. */
  readonly token?: string;
  readonly json?: true;
}

/** The devnet whose committee a command shows or changes. */
export interface CommitteeGround extends OperatorGround {
  readonly admin: Admin;
  /** Called with what a command waits for, if that takes long. */
  readonly tell?: (line: string) => void;
}

const FOLDER = '.quorate/operators';

/** Finds the devnet, and asks it which network it is. @throws CommandError, ClientError */
export async function groundOf(options: CommitteeOptions): Promise<CommitteeGround> {
  const found = findNetwork(options);
  const admin = createAdmin(found.rest, options.token);
  const { networkId, genesisTime } = await readGenesis(admin);
  return { network: { ...found, networkId }, admin, genesisTime, folder: FOLDER };
}
