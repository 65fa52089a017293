import type { FeeTable, Genesis } from '@quorate/core';
import { NATIVE_TOKEN_ID, operationId, type TokenId } from '@quorate/protocol';
import type { ScenarioClient, ScenarioCluster } from '../scenario/cluster/cluster.ts';
import type { ScenarioFees } from '../scenario/cluster/fees.ts';
import { operatorOf, type Parties } from './parties.ts';

/** The part of a cluster that its genesis depends on. */
type GenesisCluster = Pick<ScenarioCluster, 'validators' | 'accounts'> &
  Partial<Pick<ScenarioCluster, 'fees' | 'acceptsUnversioned' | 'requestAge'>> & {
    readonly clients: readonly Pick<ScenarioClient, 'name' | 'balance'>[];
  };

/**
 * Builds the genesis of a scenario's cluster: balances of native tokens for its clients and
 * accounts, and its fees.
 */
export function buildGenesis(
  {
    validators,
    clients,
    accounts,
    fees,
    acceptsUnversioned = true,
    requestAge = 0n,
  }: GenesisCluster,
  parties: Parties,
  start: bigint,
): Genesis {
  return {
    networkId: 'fast:localnet',
    committee: {
      epoch: 0,
      members: validators.map((name) => ({
        // Nodes of one process are reached by name.
        validator: { address: parties.signer(name).address, host: name, rpcPort: 0 },
        operator: operatorOf(parties, name).address,
      })),
    },
    accounts: [...clients, ...accounts].map(({ name, balance }) => ({
      address: parties.signer(name).address,
      balance,
    })),
    fees: fees && feeTable(fees, parties),
    acceptsUnversioned,
    genesisTimeNanos: start,
    minRequestAgeNanos: requestAge,
  };
}

function feeTable({ amount, account, token }: ScenarioFees, parties: Parties): FeeTable {
  const payee = parties.signer(account).address;
  const native = { [NATIVE_TOKEN_ID]: amount };
  if (token === undefined) {
    return { amounts: native, defaultToken: NATIVE_TOKEN_ID, account: payee };
  }
  const other = operationId(parties.signer(token.of).address, 0n, 0) as TokenId;
  return {
    amounts: { ...native, [other]: token.amount },
    defaultToken: token.isDefault ? other : NATIVE_TOKEN_ID,
    account: payee,
  };
}
