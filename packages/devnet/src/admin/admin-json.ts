import {
  type Committee,
  type Genesis,
  type GenesisAccount,
  nodeNameOf,
  quorumSize,
} from '@quorate/core';
import {
  type Address,
  envelopeToJson,
  formatAddress,
  type JsonObject,
  type JsonValue,
} from '@quorate/protocol';
import type { Standing } from '../committee/standing.ts';
import type { DataFindings } from '../db/check-stores.ts';
import type { Faults } from '../faults/faults.ts';
import type { PlacedValidator } from '../hosting.ts';
import type { JournalEntry } from './journal.ts';
import type { RecentTransaction } from './recent.ts';
import type { TransactionTrace } from './traces.ts';

/**
 * Writes the status of a validator, its state between epochs as far as it has reported that, and
 * what faults make it do wrong.
 */
export function validatorJson(
  { hosted, url, isBeyondHttp }: PlacedValidator,
  { actsOf }: Pick<Faults, 'actsOf'>,
): JsonValue {
  const { node, performance, pid } = hosted;
  const acts = actsOf(node.name);
  const { signedTransactions, settledTransactions } = performance();
  const standing = hosted.standing();
  return {
    name: node.name,
    status: node.status(),
    rpc: url,
    over_http: isBeyondHttp,
    ...(standing === undefined ? {} : standingJson(standing)),
    signed: signedTransactions,
    settled: settledTransactions,
    ...(acts.length === 0 ? {} : { acts }),
    ...(pid === undefined ? {} : { pid: pid() ?? null }),
  };
}

function standingJson({ status, committees, served, seat }: Standing): JsonObject {
  return {
    seat: status,
    epoch: committees.length - 1,
    served,
    key: seat === undefined ? null : formatAddress(seat),
  };
}

/** Writes what a check found. */
export function findingsJson({ validators, others, ...whole }: DataFindings): JsonValue {
  return {
    ...whole,
    validators: validators.map(({ digest, ...found }) => ({ ...found, digest: digest ?? null })),
    others: others.map((found) => ({ ...found })),
  };
}

/** Writes a committee with its quorum. */
export function committeeJson({ epoch, members }: Committee): JsonObject {
  return {
    epoch,
    quorum: quorumSize(members.length),
    members: members.map(({ validator, operator }) => ({
      name: nodeNameOf(validator),
      address: formatAddress(validator.address),
      host: validator.host,
      rpc_port: validator.rpcPort,
      operator: operator === undefined ? null : formatAddress(operator),
    })),
  };
}

/** Writes what happened to a transaction. */
export function traceJson({ transactionId, signed, settled }: TransactionTrace): JsonObject {
  return {
    transaction_id: transactionId,
    signed_at_nanos: Object.fromEntries(signed),
    settled_at_nanos: Object.fromEntries(settled),
  };
}

/**
 * Writes the genesis of the network. Named accounts that are not in the genesis have no balance
 * there.
 */
export function genesisJson(
  { networkId, committee, accounts, tokens = [], genesisTimeNanos }: Genesis,
  names: ReadonlyMap<Address, string>,
): JsonValue {
  const funded = new Set(accounts.map(({ address }) => address));
  const later = [...names.keys()].filter((address) => !funded.has(address));
  const nothing = later.map((address) => ({ address, balance: 0n }));
  return {
    network_id: networkId,
    genesis_time_nanos: genesisTimeNanos,
    validators: committee.members.length,
    accounts: [...accounts, ...nothing].map((account) => heldJson(account, names)),
    tokens: tokens.map(({ id, name, decimals, admin, accounts: holders }) => ({
      token_id: id,
      name,
      decimals,
      admin: formatAddress(admin),
      accounts: holders.map((account) => heldJson(account, names)),
    })),
  };
}

function heldJson(
  { address, balance }: GenesisAccount,
  names: ReadonlyMap<Address, string>,
): JsonObject {
  return {
    name: names.get(address) ?? null,
    address: formatAddress(address),
    balance: String(balance),
  };
}

/** Writes what was submitted to the proxy. */
export function journalJson({ at, from, envelope, ending }: JournalEntry): JsonObject {
  return {
    at,
    from,
    envelope: envelopeToJson(envelope, 'rest'),
    outcome: ending?.outcome ?? null,
    ...(ending?.code === undefined ? {} : { code: ending.code }),
  };
}

/** Writes what is known of one of the latest transactions. */
export function recentJson({ trace, entry }: RecentTransaction): JsonValue {
  return { ...traceJson(trace), submitted: entry === undefined ? null : journalJson(entry) };
}
