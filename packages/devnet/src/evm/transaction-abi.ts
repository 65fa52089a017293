import type { TransactionFacts } from '@quorate/protocol';
import { bytes32, encodeFields } from './abi.ts';
import { operationBody } from './operation-bodies.ts';

const COMPONENTS = [
  { name: 'txId', type: 'bytes32' },
  { name: 'networkId', type: 'string' },
  { name: 'sender', type: 'bytes32' },
  { name: 'nonce', type: 'uint64' },
  { name: 'timestampNanos', type: 'uint128' },
  {
    name: 'claims',
    type: 'tuple[]',
    components: [
      { name: 'tag', type: 'uint8' },
      { name: 'body', type: 'bytes' },
    ],
  },
  { name: 'archival', type: 'bool' },
  { name: 'feeToken', type: 'bytes32' },
] as const;

/**
 * Encodes a transaction for smart contracts: `abi.encode` of one struct whose first field is the
 * transaction id, so that bytes 32 to 63 are the id (facts.md X7.17, X7.18; docs/evm.md).
 *
 * A transaction of the un-versioned shape has an empty network id.
 */
export function encodeForContracts({ id, transaction }: TransactionFacts): Uint8Array {
  const { networkId, sender, nonce, timestampNanos, operations, archival, feeToken } = transaction;
  const value = {
    txId: bytes32(id),
    networkId: networkId ?? '',
    sender: bytes32(sender),
    nonce,
    timestampNanos,
    claims: operations.map(operationBody),
    archival,
    feeToken: bytes32(feeToken),
  };
  return encodeFields([{ name: 'transaction', type: 'tuple', components: COMPONENTS, value }]);
}
