import { DRIFT_LIMITS } from '@quorate/actors';
import {
  DIRECTIONS,
  DURATION_UNITS,
  DurationError,
  LINK_LIMITS,
  linkMistakes,
  parseSignedDuration,
  type RawDelay,
  type RawLink,
} from '@quorate/network';
import { z } from 'zod';
import { expectShape } from '../admin/expect-shape.ts';
import { expectedOneOf } from '../data/mistakes.ts';
import { actsShape, LIST_MAX, type StatedAct } from './act-shape.ts';
import { HTTP } from './link-end.ts';
import { choiceShape } from './message-choice.ts';

/** The shape of the name of a snapshot. */
export const snapshotName = z
  .string()
  .regex(/^[a-z0-9-]{1,64}$/, 'expected 1 to 64 lower-case letters, digits and dashes');

/**
 * Checks the name for a new snapshot.
 *
 * @throws AdminError `INVALID_REQUEST` if it is invalid
 */
export function checkedName(name: string): string {
  return expectShape(name, snapshotName, 'name');
}

// The same form as in scenarios.
const id = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,63}$/,
    'expected a name: at most 64 lower-case letters, digits and dashes, a letter first',
  );

/** The longest duration that the simulator can express: 104 days. */
const LONGEST = BigInt(Number.MAX_SAFE_INTEGER);

function isDuration(text: string): boolean {
  try {
    const nanos = parseSignedDuration(text);
    return nanos <= LONGEST && -nanos <= LONGEST;
  } catch (failure) {
    if (failure instanceof DurationError) return false;
    throw failure;
  }
}

const DURATION_EXPECTED = `expected a duration with a unit (${DURATION_UNITS.join(', ')}), such as "2 s", of at most 104 days`;
// Its range is checked only if the text is a duration.
const abort = true;
const signedDuration = z
  .string(DURATION_EXPECTED)
  .refine(isDuration, { error: DURATION_EXPECTED, abort });
const duration = signedDuration.refine((text) => !text.startsWith('-'), {
  error: 'expected at least 0 ns',
  abort,
});
const PROBABILITY_EXPECTED = 'expected a probability from 0 to 1';
const probability = z
  .number(PROBABILITY_EXPECTED)
  .min(0, PROBABILITY_EXPECTED)
  .max(1, PROBABILITY_EXPECTED);

// Optional keys are absent or have a value: JSON has no undefined.
const distributions = [
  z.strictObject({ dist: z.literal('const'), mean: duration }),
  z.strictObject({ dist: z.literal('uniform'), min: duration, max: duration }),
  z.strictObject({ dist: z.literal('exp'), mean: duration, min: duration.optional() }),
  z.strictObject({ dist: z.literal('lognormal'), median: duration, p99: duration }),
  z.strictObject({
    dist: z.literal('pareto'),
    min: duration,
    alpha: z.number().positive().optional(),
    mean: duration.optional(),
  }),
] as const;
const distExpected = expectedOneOf(distributions, 'dist');
const delayExpected: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_type'
    ? 'expected a delay, such as {"dist": "const", "mean": "50 ms"}'
    : distExpected(issue);
const delay = z.discriminatedUnion('dist', distributions, {
  error: delayExpected,
}) as unknown as z.ZodType<RawDelay>;

const link = z
  .strictObject({
    delay: delay.optional(),
    drop: probability.optional(),
    burst: z.number().min(1).optional(),
    dropResponses: probability.optional(),
    duplicate: z
      .strictObject({
        probability,
        copies: z.int().min(1).max(LINK_LIMITS.copies).optional(),
        delay: delay.optional(),
      })
      .optional(),
    replay: z.strictObject({ probability, age: duration.optional() }).optional(),
    reorder: z.strictObject({ probability, by: duration }).optional(),
    corrupt: z
      .strictObject({ probability, bits: z.int().min(1).max(LINK_LIMITS.bits).optional() })
      .optional(),
  })
  .superRefine((given, context) => {
    for (const { path, message } of linkMistakes(given as RawLink, [])) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
  }) as unknown as z.ZodType<RawLink>;

/** The names of the nodes that faults can strike. */
export interface FaultNames {
  readonly nodes: readonly string[];
  /** Those of them that can lie. */
  readonly validators: readonly string[];
}

/** Refuses a fault that would have no effect although its author expects one. */
function expectLink({ from, to }: Ends, context: z.core.$RefinementCtx): void {
  const [name, ...others] = new Set([from, to].flat());
  if (name === undefined || name === '*' || others.length > 0) return;
  const message = `expected another node: no link leads from ${name} to itself`;
  context.addIssue({ code: 'custom', path: ['to'], message });
}

/** Refuses a validator that gives its own signature for its own. */
function expectOtherName({ node, acts }: Liar, context: z.core.$RefinementCtx): void {
  for (const [index, act] of acts.entries()) {
    if (act.act !== 'wrong-name' || act.as !== node) continue;
    const message = `expected another validator: it is ${node} itself`;
    context.addIssue({ code: 'custom', path: ['acts', index, 'as'], message });
  }
}

interface Liar {
  readonly node: string;
  readonly acts: readonly StatedAct[];
}

interface Ends {
  readonly from: string | readonly string[];
  readonly to: string | readonly string[];
}

/**
 * The shape of a fault as callers state it: the keys of the simulator's scenarios, without a
 * moment, because the fault begins when it is posted.
 *
 * Two keys differ, since disks are real here: a crash keeps what was written, and amnesia names the
 * snapshot that the node goes back to; without one, the node forgets everything.
 */
export function faultShape({ nodes, validators }: FaultNames) {
  const head = { id: id.optional() };
  const node = z.enum(nodes as [string, ...string[]]);
  const end = z.enum(['*', HTTP, ...nodes] as [string, ...string[]]);
  const ends = z
    .union([end, z.array(end).min(1).max(LIST_MAX)], {
      error: `expected one of ${end.options.join(', ')}, or a list of at most ${LIST_MAX} of them`,
    })
    .default('*');
  const between = {
    from: ends,
    to: ends,
    direction: z.enum(DIRECTIONS).default('two-way'),
    for: duration.optional(),
  };
  const lasting = { node, for: duration.optional() };
  const kinds = [
    z.strictObject({ ...head, kind: z.literal('cut'), ...between }).superRefine(expectLink),
    z
      .strictObject({ ...head, kind: z.literal('clog'), ...between, only: choiceShape.optional() })
      .superRefine(expectLink),
    z
      .strictObject({ ...head, kind: z.literal('degrade'), ...between, link })
      .superRefine(expectLink),
    z.strictObject({
      ...head,
      kind: z.literal('crash'),
      node,
      disk: z
        .literal('keep', { error: 'expected keep: what a devnet has written is on a real disk' })
        .default('keep'),
      restartAfter: duration.optional(),
    }),
    z.strictObject({
      ...head,
      kind: z.literal('amnesia'),
      node,
      snapshot: snapshotName.optional(),
      restartAfter: duration.optional(),
    }),
    z.strictObject({ ...head, kind: z.literal('pause'), ...lasting }),
    z.strictObject({ ...head, kind: z.literal('slow'), ...lasting, delay: duration }),
    z.strictObject({
      ...head,
      kind: z.literal('clock'),
      ...lasting,
      offset: signedDuration.default('0 ms'),
      drift: z.int().min(DRIFT_LIMITS.min).max(DRIFT_LIMITS.max).default(0),
    }),
    z
      .strictObject({
        ...head,
        kind: z.literal('byzantine'),
        ...lasting,
        node: z.enum(validators as [string, ...string[]]),
        acts: actsShape({ nodes, validators }),
      })
      .superRefine(expectOtherName),
  ] as const;
  return z.discriminatedUnion('kind', kinds, { error: expectedOneOf(kinds, 'kind') });
}

/** A fault as a caller stated it; times are durations with units. */
export type StatedFault = z.output<ReturnType<typeof faultShape>>;

/** A fault of links. */
export type LinkFault = Extract<StatedFault, { readonly kind: 'cut' | 'clog' | 'degrade' }>;
/** A fault that takes a node down. */
export type DownFault = Extract<StatedFault, { readonly kind: 'crash' | 'amnesia' }>;
/** A fault of a validator that breaks the rules. */
export type ByzantineFault = Extract<StatedFault, { readonly kind: 'byzantine' }>;
/** A fault of a node that is up. */
export type HamperFault = Extract<StatedFault, { readonly kind: 'pause' | 'slow' | 'clock' }>;
