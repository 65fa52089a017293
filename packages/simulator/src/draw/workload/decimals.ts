import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { chance } from '../../arbitraries/values.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Draw } from '../draw.ts';

const decimals = fc.tuple(chance(0.1), fc.constantFrom(2, 18, 255));

/**
 * Gives the tokens of a few runs decimals: they mean nothing to the ledger, but the ledger reports
 * them.
 */
export function withDecimals(lines: readonly Line[], draw: Draw): readonly Line[] {
  const [takesPart, count] = draw('workload/decimals', decimals);
  if (!takesPart) return lines;
  // The same number for all tokens: members of a multisig account have to sign the same
  // transaction.
  const divided = (operation: OperationStep): OperationStep =>
    operation.op === 'create-token' ? { ...operation, decimals: count } : operation;
  return lines.map((line): Line => {
    const { client, step } = line;
    if (step.op !== 'transaction' || !step.operations.some(({ op }) => op === 'create-token'))
      return line;
    return { client, step: { ...step, operations: step.operations.map(divided) } };
  });
}
