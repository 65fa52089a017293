import { factsOf, type Operation } from '@quorate/protocol';
import { anyOperation, anyTransaction } from '@quorate/testkit';
import { AbiCoder, FunctionFragment, hexlify } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operationBody } from './operation-bodies.ts';
import { encodeForContracts } from './transaction-abi.ts';

/** The bodies as docs/evm.md lists them, by tag. */
const LAYOUTS = [
  'bytes32 tokenId, bytes32 recipient, uint256 amount, bytes32 userData',
  'string tokenName, uint8 decimals, uint256 initialAmount, bytes32[] mints, bytes32 userData',
  'bytes32 tokenId, uint64 updateId, bytes32 newAdmin, (uint8 change, bytes32 mint)[] mints, bytes32 userData, string newTokenName',
  'bytes32 tokenId, bytes32 recipient, uint256 amount',
  'bytes32 tokenId, uint256 amount',
  'bytes32 key, bytes32 initialState',
  'bytes32 key, bytes32 previousState, bytes32 nextState, bytes32 computeClaimTxHash, uint128 computeClaimTxTimestamp',
  'bytes32[] verifierCommittee, uint64 verifierQuorum, bytes claimData',
  'bytes32 key, bytes32 resetState',
  'bytes32 key, string host, uint32 rpcPort',
  undefined,
  '(bytes32 key, string host, uint32 rpcPort)[] validators, uint32 epoch',
  'uint8 kind, bytes body',
] as const;

const ESCROW_LAYOUTS = [
  'bytes32 tokenId, bytes32 evaluator, uint8 feeKind, uint256 fee, uint256 minEvaluatorFee',
  'bytes32 configId, bytes32 provider, uint256 providerFee, string description',
  'bytes32 jobId, bytes32 deliverable',
  'bytes32 jobId',
  'bytes32 jobId',
] as const;

const TRANSACTION =
  '(bytes32 txId, string networkId, bytes32 sender, uint64 nonce, uint128 timestampNanos, (uint8 tag, bytes body)[] claims, bool archival, bytes32 feeToken) transaction';

/** Decodes with an independent library, and sees to it that nothing is left over. */
function decode(layout: string, bytes: string): readonly unknown[] {
  const coder = AbiCoder.defaultAbiCoder();
  const parameters = FunctionFragment.from(`layout(${layout})`).inputs;
  const values = coder.decode(parameters, bytes);
  expect(coder.encode(parameters, values)).toBe(bytes);
  return values.toArray(true);
}

function decodeBody(operation: Operation): unknown {
  const { tag, body } = operationBody(operation);
  const layout = LAYOUTS[Number(tag)];
  if (layout === undefined) return expect(body).toHaveLength(0);
  const values = decode(layout, hexlify(body));
  if (operation.kind !== 'Escrow') return [tag, values];
  const [kind, inner] = values as readonly [bigint, string];
  return [tag, kind, decode(ESCROW_LAYOUTS[Number(kind)] ?? '', inner)];
}

/** What contracts read: without the signatures of verifiers, and with null as zero. */
function readable(operation: Operation): string {
  const zero = '0'.repeat(64);
  return JSON.stringify(operation, (key, value: unknown) => {
    if (key === 'signatures') return undefined;
    if (typeof value === 'bigint') return String(value);
    if (value === null) return key === 'newTokenName' ? '' : zero;
    return value;
  });
}

describe('operationBody', () => {
  it('is what docs/evm.md lists, for every kind of operation', () => {
    fc.assert(fc.property(anyOperation(), (operation) => void decodeBody(operation)));
  });

  it('tells operations apart that say different things', () => {
    fc.assert(
      fc.property(anyOperation(), anyOperation(), (one, other) => {
        const bodyOf = (operation: Operation) => {
          const { tag, body } = operationBody(operation);
          return `${tag} ${hexlify(body)}`;
        };
        expect(bodyOf(one) === bodyOf(other)).toBe(readable(one) === readable(other));
      }),
    );
  });
});

describe('encodeForContracts', () => {
  it('is one struct that begins with the transaction id (X7.17, X7.18)', () => {
    fc.assert(
      fc.property(anyTransaction(), (versioned) => {
        const facts = factsOf(versioned);
        const bytes = hexlify(encodeForContracts(facts));
        expect(bytes.slice(2 + 64, 2 + 128)).toBe(facts.id);
        const { networkId, sender, nonce, timestampNanos, operations, archival, feeToken } =
          facts.transaction;
        const claims = operations.map((operation) => {
          const { tag, body } = operationBody(operation);
          return [BigInt(tag), hexlify(body)];
        });
        expect(decode(TRANSACTION, bytes)).toEqual([
          [
            `0x${facts.id}`,
            networkId ?? '',
            `0x${sender}`,
            nonce,
            timestampNanos,
            claims,
            archival,
            `0x${feeToken ?? '0'.repeat(64)}`,
          ],
        ]);
      }),
    );
  });
});
