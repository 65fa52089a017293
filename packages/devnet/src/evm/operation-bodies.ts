import {
  type EscrowOperation,
  hexToBytes,
  type Operation,
  type OperationKind,
  type ValidatorConfig,
} from '@quorate/protocol';
import { type AbiField, bytes32, encodeFields } from './abi.ts';

/** The ABI encoding of one operation: its BCS tag and its fields in BCS order. */
interface Body<O> {
  readonly tag: number;
  readonly fields: (operation: O) => readonly AbiField[];
}

const CONFIG_PARTS = [
  { name: 'key', type: 'bytes32' },
  { name: 'host', type: 'string' },
  { name: 'rpcPort', type: 'uint32' },
] as const;

const CHANGE_PARTS = [
  { name: 'change', type: 'uint8' },
  { name: 'mint', type: 'bytes32' },
] as const;

/** The body of every kind of operation. Source: docs/evm.md. */
const BODIES: { readonly [K in OperationKind]: Body<Extract<Operation, { readonly kind: K }>> } = {
  TokenTransfer: {
    tag: 0,
    fields: ({ tokenId, recipient, amount, userData }) => [
      id('tokenId', tokenId),
      id('recipient', recipient),
      uint256('amount', amount),
      id('userData', userData),
    ],
  },
  TokenCreation: {
    tag: 1,
    fields: ({ tokenName, decimals, initialAmount, mints, userData }) => [
      text('tokenName', tokenName),
      { name: 'decimals', type: 'uint8', value: BigInt(decimals) },
      uint256('initialAmount', initialAmount),
      ids('mints', mints),
      id('userData', userData),
    ],
  },
  TokenManagement: {
    tag: 2,
    fields: ({ tokenId, updateId, newAdmin, mints, userData, newTokenName }) => [
      id('tokenId', tokenId),
      uint64('updateId', updateId),
      id('newAdmin', newAdmin),
      {
        name: 'mints',
        type: 'tuple[]',
        components: CHANGE_PARTS,
        value: mints.map(([change, mint]) => ({
          change: change === 'Add' ? 0n : 1n,
          mint: bytes32(mint),
        })),
      },
      id('userData', userData),
      text('newTokenName', newTokenName ?? ''),
    ],
  },
  Mint: {
    tag: 3,
    fields: ({ tokenId, recipient, amount }) => [
      id('tokenId', tokenId),
      id('recipient', recipient),
      uint256('amount', amount),
    ],
  },
  Burn: {
    tag: 4,
    fields: ({ tokenId, amount }) => [id('tokenId', tokenId), uint256('amount', amount)],
  },
  StateInitialization: {
    tag: 5,
    fields: ({ key, initialState }) => [id('key', key), id('initialState', initialState)],
  },
  StateUpdate: {
    tag: 6,
    fields: (update) => [
      id('key', update.key),
      id('previousState', update.previousState),
      id('nextState', update.nextState),
      id('computeClaimTxHash', update.computeClaimTxHash),
      { name: 'computeClaimTxTimestamp', type: 'uint128', value: update.computeClaimTxTimestamp },
    ],
  },
  // Signatures of verifiers are not part of the signed bytes (rule V10).
  ExternalClaim: {
    tag: 7,
    fields: ({ claim }) => [
      ids('verifierCommittee', claim.verifierCommittee),
      uint64('verifierQuorum', claim.verifierQuorum),
      { name: 'claimData', type: 'bytes', value: hexToBytes(claim.claimData) },
    ],
  },
  StateReset: {
    tag: 8,
    fields: ({ key, resetState }) => [id('key', key), id('resetState', resetState)],
  },
  JoinCommittee: {
    tag: 9,
    fields: ({ config }) => [
      id('key', config.address),
      text('host', config.host),
      { name: 'rpcPort', type: 'uint32', value: BigInt(config.rpcPort) },
    ],
  },
  LeaveCommittee: { tag: 10, fields: () => [] },
  ChangeCommittee: {
    tag: 11,
    fields: ({ newCommittee, epoch }) => [
      {
        name: 'validators',
        type: 'tuple[]',
        components: CONFIG_PARTS,
        value: newCommittee.validators.map(configParts),
      },
      { name: 'epoch', type: 'uint32', value: BigInt(epoch) },
    ],
  },
  Escrow: {
    tag: 12,
    fields: ({ escrow }) => {
      const { tag, fields } = escrowBody(escrow);
      return [
        { name: 'kind', type: 'uint8', value: BigInt(tag) },
        { name: 'body', type: 'bytes', value: encodeFields(fields) },
      ];
    },
  },
};

/** Encodes one operation: its tag, and the ABI encoding of its fields. */
export function operationBody(operation: Operation): {
  readonly tag: bigint;
  readonly body: Uint8Array;
} {
  // The table pairs each kind with its own body, so the cast is correct.
  const { tag, fields } = BODIES[operation.kind] as Body<Operation>;
  return { tag: BigInt(tag), body: encodeFields(fields(operation)) };
}

function escrowBody(escrow: EscrowOperation): {
  readonly tag: number;
  readonly fields: readonly AbiField[];
} {
  switch (escrow.kind) {
    case 'CreateConfig': {
      const { evaluationFee: fee } = escrow;
      const fields = [
        id('tokenId', escrow.tokenId),
        id('evaluator', escrow.evaluator),
        { name: 'feeKind', type: 'uint8', value: fee.kind === 'Fixed' ? 0n : 1n },
        uint256('fee', fee.kind === 'Fixed' ? fee.amount : BigInt(fee.bps)),
        uint256('minEvaluatorFee', escrow.minEvaluatorFee),
      ];
      return { tag: 0, fields };
    }
    case 'CreateJob': {
      const fields = [
        id('configId', escrow.configId),
        id('provider', escrow.provider),
        uint256('providerFee', escrow.providerFee),
        text('description', escrow.description),
      ];
      return { tag: 1, fields };
    }
    case 'Submit':
      return { tag: 2, fields: [id('jobId', escrow.jobId), id('deliverable', escrow.deliverable)] };
    case 'Reject':
      return { tag: 3, fields: [id('jobId', escrow.jobId)] };
    case 'Complete':
      return { tag: 4, fields: [id('jobId', escrow.jobId)] };
  }
}

function configParts({ address, host, rpcPort }: ValidatorConfig) {
  return { key: bytes32(address), host, rpcPort: BigInt(rpcPort) };
}

/** 32 zero bytes represent an absent value. */
function id(name: string, hex: string | null): AbiField {
  return { name, type: 'bytes32', value: bytes32(hex) };
}

function ids(name: string, list: readonly string[]): AbiField {
  return { name, type: 'bytes32[]', value: list.map(bytes32) };
}

function text(name: string, value: string): AbiField {
  return { name, type: 'string', value };
}

function uint64(name: string, value: bigint): AbiField {
  return { name, type: 'uint64', value };
}

function uint256(name: string, value: bigint): AbiField {
  return { name, type: 'uint256', value };
}
