import { findNetwork, type KnownNetwork, type NetworkOptions } from '../wallet/network.ts';
import { type Admin, createAdmin } from './admin.ts';
import { readGenesisTime } from './known-committees.ts';
import { type Operator, type OperatorOptions, openOperator } from './operator.ts';

/** Hold what every command of committees takes. */
export interface CommitteeOptions extends NetworkOptions {
  /** What a devnet asks for that has a token. */
  readonly token?: string;
  readonly json?: true;
}

/** Know the devnet whose committee it is about. */
export interface CommitteeGround {
  readonly network: KnownNetwork;
  readonly admin: Admin;
  /** Where is kept what operators of the devnet have on its way and have said. */
  readonly folder: string;
}

const FOLDER = '.quorate/operators';

/** Find the devnet. @throws CommandError where there is none */
export function groundOf(options: CommitteeOptions): CommitteeGround {
  const network = findNetwork(options);
  const admin = createAdmin(network.rest, options.token ?? process.env['QUORATE_TOKEN']);
  return { network, admin, folder: FOLDER };
}

/** Open the operator that a command acts for. @throws CommandError */
export async function operatorIn(
  { network, admin, folder }: CommitteeGround,
  options: OperatorOptions,
): Promise<Operator> {
  return openOperator({ network, folder, genesisTime: await readGenesisTime(admin) }, options);
}
