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
import { filled, rawBytes32, rawInteger } from './raw-values.ts';

/** Gives a step as a file states it; the inverse of `buildStep`. */
export function rawOfStep(step: WorkloadStep): RawStep {
  switch (step.op) {
    case 'transaction':
      return rawTransaction(step);
    case 'sign': {
      const nonce = step.nonce === undefined ? undefined : rawInteger(step.nonce);
      return present({ ...step, amount: rawInteger(step.amount), nonce }) as RawStep;
    }
    case 'send':
      return step;
    case 'read': {
      const { certificates, cells } = step;
      const from = certificates === undefined ? undefined : rawInteger(certificates);
      const keys = cells?.map(rawBytes32);
      return present({ ...step, certificates: from, cells: keys }) as RawStep;
    }
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
      return present({ ...step, amount: rawInteger(step.amount) }) as RawTokenStep;
    case 'create-token': {
      const { op, as, name, decimals, amount, mints } = step;
      return present({
        op,
        as,
        name: name === as ? undefined : name,
        decimals: decimals === 0 ? undefined : decimals,
        amount: rawInteger(amount),
        mints: filled(mints),
      }) as RawTokenStep;
    }
    case 'manage-token': {
      const { add, remove, update, ...rest } = step;
      return present({
        ...rest,
        add: filled(add),
        remove: filled(remove),
        update: update === undefined ? undefined : rawInteger(update),
      }) as RawTokenStep;
    }
  }
}

function rawEscrowStep(step: EscrowStep): RawEscrowStep {
  switch (step.op) {
    case 'escrow-terms': {
      const { fee, minimum, ...rest } = step;
      return present({
        ...rest,
        fee: rawFee(fee),
        minimum: rawInteger(minimum),
      }) as RawEscrowStep;
    }
    case 'escrow-job': {
      const { fee, description, ...rest } = step;
      const about = description === '' ? undefined : description;
      return present({ ...rest, fee: rawInteger(fee), description: about }) as RawEscrowStep;
    }
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
