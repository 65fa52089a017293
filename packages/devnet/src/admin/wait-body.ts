import type { TransactionId } from '@quorate/protocol';
import { z } from 'zod';
import { inOurWords } from '../data/mistakes.ts';
import { idIn } from '../http/rest/query.ts';
import type { IdleWait, SettledWait } from './wait-conditions.ts';

/** What identifies a transaction in a request. */
export const ID_EXPECTED = 'expected 64 hex digits, with or without 0x';

/** The longest wait, in milliseconds. */
const TIMEOUT_MAX = 120_000;

const timeoutMs = z.int().min(0).max(TIMEOUT_MAX).default(10_000);

const transaction = z.string().transform((text, context): TransactionId => {
  const id = idIn<TransactionId>(text);
  if (id !== undefined) return id;
  context.addIssue({ code: 'custom', message: ID_EXPECTED });
  return z.NEVER;
});

/** A wait for a transaction. */
export const settledBody = z.strictObject({
  transaction,
  state: z.enum(['settled-quorum', 'settled-all']),
  timeoutMs,
}) satisfies z.ZodType<unknown, SettledWait>;
/** A wait until nothing happens any more. */
export const idleBody = z.strictObject({
  idleMs: z.int().min(1).max(TIMEOUT_MAX),
  timeoutMs,
}) satisfies z.ZodType<unknown, IdleWait>;

/** What a caller waits for, as it is read. */
export type WaitBody = z.infer<typeof settledBody> | z.infer<typeof idleBody>;

/** The shape of what a caller waits for: a union would not say which field is wrong. */
export const waitBody: z.ZodType<WaitBody> = z.looseObject({}).transform((body, context) => {
  const shape = shapeOf(body);
  if (shape === undefined) {
    context.addIssue({ code: 'custom', message: 'expected transaction and state, or idleMs' });
    return z.NEVER;
  }
  const { data, error } = shape.safeParse(body, { error: inOurWords });
  if (error === undefined) return data;
  for (const { path, message } of error.issues) {
    context.addIssue({ code: 'custom', path: [...path], message });
  }
  return z.NEVER;
});

function shapeOf(body: object): typeof settledBody | typeof idleBody | undefined {
  if ('idleMs' in body) return idleBody;
  return 'transaction' in body || 'state' in body ? settledBody : undefined;
}
