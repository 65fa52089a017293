import { formatDuration } from '@quorate/network';
import { bytesToHex, type EvaluationFee } from '@quorate/protocol';
import { present } from '../../present.ts';
import { mannerOf } from '../manner.ts';
import type { RawEscrowStep, RawOperation, RawStep, RawTokenStep } from '../raw-step.ts';
import type {
  ClaimStep,
  EscrowStep,
  OperationStep,
  TokenStep,
  TransactionStep,
  WorkloadStep,
} from '../step.ts';
import { filled, rawBytes32, rawInteger, rawOf } from './raw-values.ts';

/** Gives a step as a file states it; the inverse of `buildStep`. */
export function rawOfStep(step: WorkloadStep): RawStep {
  switch (step.op) {
    case 'transaction':
      return rawTransaction(step);
    case 'sign':
      return rawOf(step);
    case 'send':
      return step;
    case 'read':
      return rawOf({ ...step, cells: step.cells?.map(rawBytes32) });
    case 'wait':
      return { op: 'wait', for: formatDuration(step.duration) };
  }
}

function rawTransaction(step: TransactionStep): RawStep {
  const { operations, from, outcome, code } = step;
  const [first] = operations;
  const isAlone = operations.length === 1 && first !== undefined;
  const body =
    isAlone && (from === undefined || first.op === 'pay')
      ? rawOperation(first)
      : { op: 'batch' as const, steps: operations.map(rawOperation) };
  // Some operations have a key of this name themselves.
  const account = from === undefined ? {} : { from };
  const ending = { outcome, code };
  return present({
    ...body,
    ...account,
    await: step.await,
    ...mannerOf(step),
    ...ending,
  }) as RawStep;
}

function rawOperation(step: OperationStep): RawOperation {
  switch (step.op) {
    case 'pay':
    case 'create-token':
    case 'manage-token':
    case 'mint':
    case 'burn':
      return rawTokenStep(step);
    case 'set-state':
    case 'reset-state':
      return { op: step.op, key: rawBytes32(step.key), to: rawBytes32(step.to) };
    case 'update-state': {
      const { op, key, from, to } = step;
      return { op, key: rawBytes32(key), from: rawBytes32(from), to: rawBytes32(to) };
    }
    case 'claim':
      return rawClaim(step);
    case 'join-committee':
    case 'leave-committee':
      return step;
    default:
      return rawEscrowStep(step);
  }
}

function rawTokenStep(step: TokenStep): RawTokenStep {
  switch (step.op) {
    case 'pay':
    case 'mint':
    case 'burn':
      return rawOf(step);
    case 'create-token':
      return rawOf({
        ...step,
        name: step.name === step.as ? undefined : step.name,
        decimals: step.decimals === 0 ? undefined : step.decimals,
        mints: filled(step.mints),
      });
    case 'manage-token':
      return rawOf({ ...step, add: filled(step.add), remove: filled(step.remove) });
  }
}

function rawEscrowStep(step: EscrowStep): RawEscrowStep {
  switch (step.op) {
    case 'escrow-terms':
      return rawOf({ ...step, fee: rawFee(step.fee) });
    case 'escrow-job':
      return rawOf({
        ...step,
        description: step.description === '' ? undefined : step.description,
      });
    case 'escrow-submit':
      return { ...step, deliverable: rawBytes32(step.deliverable) };
    case 'escrow-reject':
    case 'escrow-complete':
      return step;
  }
}

function rawFee(fee: EvaluationFee) {
  return fee.kind === 'Bps' ? `${fee.bps / 100} %` : rawInteger(fee.amount);
}

function rawClaim({ data, ...claim }: ClaimStep): RawOperation {
  return { ...claim, data: `0x${bytesToHex(data)}` };
}
