import { parseDuration } from '@quorate/network';
import { type EvaluationFee, hexToBytes } from '@quorate/protocol';
import { mannerOf } from './manner.ts';
import { paddedHex } from './padded-hex.ts';
import type { RawInteger } from './raw.ts';
import type {
  RawEscrowStep,
  RawOperation,
  RawStep,
  RawTokenStep,
  RawTransaction,
} from './raw-step.ts';
import type { OperationStep, TransactionStep, WorkloadStep } from './step.ts';
import { subjectOf } from './subject.ts';

/**
 * Converts a checked step: units become nanoseconds, amounts become bigint, defaults are filled in.
 */
export function buildStep(step: RawStep): WorkloadStep {
  switch (step.op) {
    case 'sign': {
      const nonce = optional(step.nonce);
      return { op: 'sign', as: step.as, to: step.to, amount: BigInt(step.amount), nonce };
    }
    case 'send':
      return { op: 'send', transaction: step.transaction, validators: step.validators };
    case 'read':
      return { op: 'read', of: step.of, ...subjectOf(step) };
    case 'wait':
      return { op: 'wait', duration: parseDuration(step.for) };
    case 'batch':
      return transaction(step, step.steps, step.from);
    case 'pay': {
      const paid = transaction(step, [step], step.from);
      return step.await === false ? { ...paid, await: false } : paid;
    }
    default:
      return transaction(step, [step], undefined);
  }
}

function transaction(
  { outcome, code, ...manner }: RawTransaction,
  operations: readonly RawOperation[],
  from: string | undefined,
): TransactionStep {
  return {
    op: 'transaction',
    operations: operations.map(buildOperation),
    from,
    ...mannerOf(manner),
    outcome,
    code,
  };
}

function buildOperation(step: RawOperation): OperationStep {
  switch (step.op) {
    case 'pay':
    case 'create-token':
    case 'manage-token':
    case 'mint':
    case 'burn':
      return buildTokenStep(step);
    case 'set-state':
    case 'reset-state':
      return { op: step.op, key: paddedHex(step.key), to: paddedHex(step.to) };
    case 'update-state': {
      const [key, from, to] = [step.key, step.from, step.to].map(paddedHex) as Three;
      return { op: step.op, key, from, to };
    }
    case 'claim': {
      const { data, verifiers = [], signers = verifiers, quorum = verifiers.length } = step;
      return { op: 'claim', data: hexToBytes(data.slice(2)), verifiers, signers, quorum };
    }
    case 'join-committee':
    case 'leave-committee':
      return { op: step.op };
    default:
      return buildEscrowStep(step);
  }
}

type Three = [string, string, string];
function buildTokenStep(step: RawTokenStep): OperationStep {
  switch (step.op) {
    case 'pay':
      return { op: 'pay', to: step.to, amount: BigInt(step.amount), token: step.token };
    case 'create-token': {
      const { as, name = as, decimals = 0, amount = 0, mints = [] } = step;
      return { op: 'create-token', as, name, decimals, amount: BigInt(amount), mints };
    }
    case 'manage-token': {
      const { token, admin, name, add = [], remove = [] } = step;
      return { op: 'manage-token', token, admin, name, add, remove, update: optional(step.update) };
    }
    case 'mint':
      return { op: 'mint', token: step.token, to: step.to, amount: BigInt(step.amount) };
    case 'burn':
      return { op: 'burn', token: step.token, amount: BigInt(step.amount) };
  }
}

function buildEscrowStep(step: RawEscrowStep): OperationStep {
  switch (step.op) {
    case 'escrow-terms': {
      const { as, token, minimum = 0 } = step;
      return { op: step.op, as, token, fee: buildFee(step.fee), minimum: BigInt(minimum) };
    }
    case 'escrow-job': {
      const { as, terms, provider, fee, description = '' } = step;
      return { op: step.op, as, terms, provider, fee: BigInt(fee), description };
    }
    case 'escrow-submit':
      return { op: step.op, job: step.job, deliverable: paddedHex(step.deliverable) };
    case 'escrow-reject':
    case 'escrow-complete':
      return { op: step.op, job: step.job };
  }
}

/**
 * Reads a fee: an amount, or a percentage such as "10 %" with at most two decimal places, which
 * becomes basis points.
 */
function buildFee(fee: RawInteger): EvaluationFee {
  const percent = /^(\d+)(?:\.(\d{1,2}))? ?%$/.exec(String(fee));
  if (percent === null) return { kind: 'Fixed', amount: BigInt(fee) };
  const [, whole = '0', places = ''] = percent;
  return { kind: 'Bps', bps: Number(whole) * 100 + Number(places.padEnd(2, '0')) };
}

function optional(value: RawInteger | undefined): bigint | undefined {
  return value === undefined ? undefined : BigInt(value);
}
