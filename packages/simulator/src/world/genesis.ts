import type { FeeTable, Genesis } from '@quorate/core';
import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import type { ScenarioFees } from '../scenario/fees.ts';
import type { ScenarioClient, ScenarioCluster } from '../scenario/scenario.ts';
import { operatorOf, type Parties } from './parties.ts';

/** What of a cluster its genesis says. */
type GenesisCluster = Pick<ScenarioCluster, 'validators' | 'accounts'> &
  Partial<Pick<ScenarioCluster, 'fees' | 'requestAge'>> & {
    readonly clients: readonly Pick<ScenarioClient, 'name' | 'balance'>[];
  };

/** Builds the genesis of a scenario's cluster: native tokens for its clients and accounts, and its fees. */
export function buildGenesis(
  { validators, clients, accounts, fees, requestAge = 0n }: GenesisCluster,
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
    fees: fees && feeTable(fees, parties),
    acceptsUnversioned: true,
    genesisTimeNanos: start,
    minRequestAgeNanos: requestAge,
  };
}

function feeTable({ amount, account }: ScenarioFees, parties: Parties): FeeTable {
  return {
    amounts: { [NATIVE_TOKEN_ID]: amount },
    defaultToken: NATIVE_TOKEN_ID,
    account: parties.signer(account).address,
  };
}
