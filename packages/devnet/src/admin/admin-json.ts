import { type Committee, quorumSize } from '@quorate/core';
import { formatAddress, type JsonValue } from '@quorate/protocol';
import type { HostedValidator } from '../local-network.ts';
import type { TransactionTrace } from './traces.ts';

/** Writes how a validator is. */
export function validatorJson({ node, performance }: HostedValidator): JsonValue {
  const { signedTransactions, settledTransactions } = performance();
  return {
    name: node.name,
    status: node.status(),
    signed: signedTransactions,
    settled: settledTransactions,
  };
}

/** Writes a committee with its quorum. */
export function committeeJson({ epoch, members }: Committee): JsonValue {
  return {
    epoch,
    quorum: quorumSize(members.length),
    members: members.map(({ validator, operator }) => ({
      name: validator.host,
      address: formatAddress(validator.address),
      operator: formatAddress(operator),
    })),
  };
}

/** Writes what became of a transaction. */
export function traceJson({ transactionId, signed, settled }: TransactionTrace): JsonValue {
  return {
    transaction_id: transactionId,
    signed_at_nanos: Object.fromEntries(signed),
    settled_at_nanos: Object.fromEntries(settled),
  };
}
