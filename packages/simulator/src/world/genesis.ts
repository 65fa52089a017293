import type { Genesis } from '@quorate/core';
import type { ScenarioClient, ScenarioCluster } from '../scenario/scenario.ts';
import { operatorOf, type Parties } from './parties.ts';

/** What of a cluster its genesis says. */
type GenesisCluster = Pick<ScenarioCluster, 'validators' | 'accounts'> & {
  readonly clients: readonly Pick<ScenarioClient, 'name' | 'balance'>[];
};

/** Builds the genesis of a scenario's cluster: no fees, native tokens for its clients and accounts. */
export function buildGenesis(
  { validators, clients, accounts }: GenesisCluster,
  parties: Parties,
  start: bigint,
): Genesis {
  return {
    networkId: 'fast:localnet',
    committee: {
      epoch: 0,
      members: validators.map((name) => ({
        // Between the nodes of one process a name is where a validator is reached.
        validator: { address: parties.signer(name).address, host: name, rpcPort: 0 },
        operator: operatorOf(parties, name).address,
      })),
    },
    accounts: [...clients, ...accounts].map(({ name, balance }) => ({
      address: parties.signer(name).address,
      balance,
    })),
    fees: undefined,
    acceptsUnversioned: true,
    genesisTimeNanos: start,
    minRequestAgeNanos: 0n,
  };
}
