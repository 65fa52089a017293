import {
  type EscrowOperation,
  LIMITS,
  type Operation,
  type Rejection,
  type SignatureOrMultiSig,
  type TransactionFacts,
} from '@quorate/protocol';
import { type Result, rejected } from '../message.ts';
import type { Submission } from './rule-types.ts';

/**
 * V1: checks that sizes and counts are within the limits. Decoding has already succeeded by then.
 */
export function checkLimits({ facts, envelope }: Submission): Result | undefined {
  const rejection = limitFault(facts, envelope.signature);
  return rejection === undefined ? undefined : rejected(rejection);
}

/** Says which limit a transaction exceeds; undefined when it exceeds none (rule V1). */
export function limitFault(
  facts: TransactionFacts,
  signature: SignatureOrMultiSig,
): Rejection | undefined {
  const reason = exceeded(facts, signature);
  return reason === undefined ? undefined : { code: 'InvalidRequest', rule: 'V1', reason };
}

function exceeded(
  { size, transaction }: TransactionFacts,
  signature: SignatureOrMultiSig,
): string | undefined {
  const signers = signature.kind === 'MultiSig' ? signature.config.authorizedSigners.length : 0;
  return (
    above('the size of the transaction in bytes', size, LIMITS.transactionBytes) ??
    above('nonce', transaction.nonce, LIMITS.nonce) ??
    above('the count of operations', transaction.operations.length, LIMITS.operations) ??
    above('the count of authorised signers', signers, LIMITS.multiSigSigners) ??
    firstFault(transaction.operations)
  );
}

function firstFault(operations: readonly Operation[]): string | undefined {
  let index = -1;
  for (const operation of operations) {
    index += 1;
    const fault = operationFault(operation);
    if (fault !== undefined) return `operation ${index}: ${fault}`;
  }
  return undefined;
}

function operationFault(operation: Operation): string | undefined {
  switch (operation.kind) {
    case 'TokenCreation':
      return (
        tokenNameFault(operation.tokenName) ??
        above('the count of mints', operation.mints.length, LIMITS.mints)
      );
    case 'TokenManagement':
      return (
        (operation.newTokenName === null ? undefined : tokenNameFault(operation.newTokenName)) ??
        above('the count of mint changes', operation.mints.length, LIMITS.mints)
      );
    case 'ExternalClaim': {
      const { claim, signatures } = operation;
      return (
        above('the count of verifiers', claim.verifierCommittee.length, LIMITS.verifiers) ??
        above('the count of verifier signatures', signatures.length, LIMITS.verifiers) ??
        above('the size of claim_data in bytes', claim.claimData.length / 2, LIMITS.claimDataBytes)
      );
    }
    case 'JoinCommittee':
      return (
        above('the size of host in bytes', utf8Length(operation.config.host), LIMITS.hostBytes) ??
        above('rpc_port', operation.config.rpcPort, LIMITS.rpcPort)
      );
    case 'ChangeCommittee': {
      const { length } = operation.newCommittee.validators;
      return above('the size of the committee', length, LIMITS.committeeMembers);
    }
    case 'Escrow':
      return escrowFault(operation.escrow);
    default:
      return undefined;
  }
}

function escrowFault(escrow: EscrowOperation): string | undefined {
  if (escrow.kind !== 'CreateJob') return undefined;
  const size = utf8Length(escrow.description);
  return above('the size of description in bytes', size, LIMITS.descriptionBytes);
}

// The C0, DEL and C1 control characters have no place in a name that people read.
const CONTROL_CHARACTER = /\p{Cc}/u;

function tokenNameFault(name: string): string | undefined {
  if (name.length === 0) return 'the token name is empty';
  if (CONTROL_CHARACTER.test(name)) return 'the token name has a control character';
  return above('the size of the token name in bytes', utf8Length(name), LIMITS.tokenNameBytes);
}

function above(what: string, value: number | bigint, max: number | bigint): string | undefined {
  return value > max ? `${what} is at most ${max}, got ${value}` : undefined;
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
