import { VALIDATOR_RULES } from '@quorate/core';
import { type Mutant, wrongValidator } from './mutant.ts';

const { operations } = VALIDATOR_RULES;

/** One payment in this many is settled wrongly, which makes about one generated run in 100 fail. */
const ONE_IN = 80n;

/**
 * The canary: it fails about one generated run in 100, so 1,500 runs that do not find it show that
 * the fuzzer is blind.
 *
 * Which transactions it gets wrong follows from their ids, which are as good as random.
 */
export const CANARY: Mutant = wrongValidator(
  {
    id: 'canary',
    rule: 'S5',
    title: 'loses one payment in eighty',
    isHard: true,
  },
  {
    operations: {
      TokenTransfer: {
        apply: (operation, scratch, context) => {
          operations.TokenTransfer.apply(operation, scratch, context);
          if (BigInt(`0x${context.facts.id}`) % ONE_IN !== 0n) return;
          scratch.debit(operation.recipient, operation.tokenId, operation.amount);
        },
      },
    },
  },
);
