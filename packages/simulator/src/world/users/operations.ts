import {
  type Address,
  bytesToHex,
  type EscrowConfigId,
  type EscrowJobId,
  type EscrowOperation,
  type HexBytes,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type State,
  type StateKey,
  type TokenId,
  type ValidatorConfig,
} from '@quorate/protocol';
import type { EscrowStep, OperationStep, StateStep, TokenStep } from '../../scenario/steps/step.ts';
import type { Parties } from '../parties.ts';
import { createdBy, isSameLabel, type Label, type LabelKind, type Labels } from './labels.ts';

/** The (sender, nonce) of a transaction, from which the ids of what it creates are derived. */
export interface Position {
  readonly sender: Address;
  readonly nonce: bigint;
}

/** The meaning of the names and labels in steps. */
export interface Meaning {
  readonly parties: Parties;
  readonly labels: Labels;
}

/** What one step may look up. */
interface Lookup {
  readonly sender: Address;
  readonly address: (name: string) => Address;
  readonly id: (kind: LabelKind, name: string) => string;
  readonly token: (name: string | undefined) => TokenId;
  readonly nextUpdate: (tokenId: TokenId) => bigint;
}

/** Gives the operations that steps describe; a later one may use what an earlier one creates. */
export function operationsOf(
  steps: readonly OperationStep[],
  position: Position,
  meaning: Meaning,
): readonly Operation[] {
  return steps.map((step, index) => {
    const lookup = lookupAt(steps.slice(0, index), position, meaning);
    return operationOf(step, lookup);
  });
}

function lookupAt(
  earlier: readonly OperationStep[],
  { sender, nonce }: Position,
  { parties, labels }: Meaning,
): Lookup {
  const id = (kind: LabelKind, name: string) => {
    const label: Label = { kind, name };
    const index = earlier.findIndex((step) => {
      const created = createdBy(step);
      return created !== undefined && isSameLabel(created, label);
    });
    return index < 0 ? labels.idOf(label) : operationId(sender, nonce, index);
  };
  const token = (name: string | undefined) =>
    name === undefined ? NATIVE_TOKEN_ID : (id('token', name) as TokenId);
  const managed = (tokenId: TokenId) =>
    earlier.filter((step) => step.op === 'manage-token' && token(step.token) === tokenId).length;
  return {
    sender,
    address: (name) => parties.signer(name).address,
    id,
    token,
    nextUpdate: (tokenId) => labels.nextUpdate(tokenId) + BigInt(managed(tokenId)),
  };
}

function operationOf(step: OperationStep, lookup: Lookup): Operation {
  switch (step.op) {
    case 'pay':
    case 'create-token':
    case 'manage-token':
    case 'mint':
    case 'burn':
      return tokenOperation(step, lookup);
    case 'set-state':
    case 'update-state':
    case 'reset-state':
      return stateOperation(step);
    case 'claim': {
      const claim = {
        verifierCommittee: step.verifiers.map(lookup.address),
        verifierQuorum: BigInt(step.quorum),
        claimData: bytesToHex(step.data) as HexBytes,
      };
      return { kind: 'ExternalClaim', claim, signatures: [] };
    }
    case 'join-committee':
      return { kind: 'JoinCommittee', config: validatorOf(lookup) };
    case 'leave-committee':
      return { kind: 'LeaveCommittee' };
    default:
      return { kind: 'Escrow', escrow: escrowOperation(step, lookup) };
  }
}

// A validator has a key of its own; the sender of the request is its operator.
function validatorOf({ sender, address }: Lookup): ValidatorConfig {
  const name = `validator/${sender}`;
  return { address: address(name), host: name, rpcPort: 0 };
}

function tokenOperation(step: TokenStep, { address, token, nextUpdate }: Lookup): Operation {
  switch (step.op) {
    case 'pay': {
      const { to, amount } = step;
      const recipient = address(to);
      return {
        kind: 'TokenTransfer',
        tokenId: token(step.token),
        recipient,
        amount,
        userData: null,
      };
    }
    case 'create-token': {
      const { name: tokenName, decimals, amount: initialAmount } = step;
      const mints = step.mints.map(address);
      return { kind: 'TokenCreation', tokenName, decimals, initialAmount, mints, userData: null };
    }
    case 'manage-token': {
      const tokenId = token(step.token);
      return {
        kind: 'TokenManagement',
        tokenId,
        updateId: step.update ?? nextUpdate(tokenId),
        newAdmin: step.admin === undefined ? null : address(step.admin),
        mints: [
          ...step.add.map((name) => ['Add', address(name)] as const),
          ...step.remove.map((name) => ['Remove', address(name)] as const),
        ],
        userData: null,
        newTokenName: step.name ?? null,
      };
    }
    case 'mint': {
      const { to, amount } = step;
      return { kind: 'Mint', tokenId: token(step.token), recipient: address(to), amount };
    }
    case 'burn':
      return { kind: 'Burn', tokenId: token(step.token), amount: step.amount };
  }
}

function stateOperation(step: StateStep): Operation {
  const key = step.key as StateKey;
  switch (step.op) {
    case 'set-state':
      return { kind: 'StateInitialization', key, initialState: step.to as State };
    case 'update-state':
      return {
        kind: 'StateUpdate',
        key,
        previousState: step.from as State,
        nextState: step.to as State,
        // The ledger records the proof of a step without checking it.
        computeClaimTxHash: '00'.repeat(32),
        computeClaimTxTimestamp: 0n,
      };
    case 'reset-state':
      return { kind: 'StateReset', key, resetState: step.to as State };
  }
}

function escrowOperation(
  step: EscrowStep,
  { sender, address, id, token }: Lookup,
): EscrowOperation {
  switch (step.op) {
    case 'escrow-terms':
      return {
        kind: 'CreateConfig',
        tokenId: token(step.token),
        evaluator: sender,
        evaluationFee: step.fee,
        minEvaluatorFee: step.minimum,
      };
    case 'escrow-job':
      return {
        kind: 'CreateJob',
        configId: id('terms', step.terms) as EscrowConfigId,
        provider: address(step.provider),
        providerFee: step.fee,
        description: step.description,
      };
    case 'escrow-submit': {
      const jobId = id('job', step.job) as EscrowJobId;
      return { kind: 'Submit', jobId, deliverable: step.deliverable };
    }
    case 'escrow-reject':
      return { kind: 'Reject', jobId: id('job', step.job) as EscrowJobId };
    case 'escrow-complete':
      return { kind: 'Complete', jobId: id('job', step.job) as EscrowJobId };
  }
}
