import { ERROR_CATALOGUE } from '@quorate/protocol';
import { OUTCOMES } from '../../run-result.ts';

/** Shapes of steps that several keys share. */
export const stepDefinitions = {
  bytes32: {
    title: 'text of at most 32 bytes, or 0x and hexadecimal digits, in quotes',
    type: 'string',
    format: 'quorate-bytes32',
  },
  fee: {
    title: 'an amount, or a percentage such as "10 %"',
    type: ['integer', 'string'],
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    pattern: '^([0-9]+|[0-9]+(\\.[0-9]{1,2})? ?%)$',
    format: 'quorate-fee',
  },
  decimals: { title: 'a whole number from 0 to 255', type: 'integer', minimum: 0, maximum: 255 },
  label: { title: 'a label', type: 'string', minLength: 1 },
  release: {
    title: 'Unversioned, the shape that names no release and no network',
    enum: ['Unversioned'],
  },
  form: { title: 'full, which is all that is submitted', enum: ['full'] },
  outcome: {
    title: 'final, incomplete, refused, unknown or locked-by-mint-removal',
    enum: OUTCOMES.filter((each) => each !== 'locked-by-own-equivocation'),
  },
  code: {
    title: 'the code of a refusal, such as InsufficientFunding',
    enum: Object.keys(ERROR_CATALOGUE),
  },
} as const;
