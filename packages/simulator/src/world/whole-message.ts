import type * as z from 'zod/mini';
import { MESSAGES, OWN_SUBMISSION, REJECTIONS, RESULTS } from './message-shapes.ts';

/**
 * Refuses a malformed message, whatever its type claims. Otherwise its receivers would fail, and
 * the cause would be unclear.
 *
 * @throws Error that names the part that is missing or has the wrong type.
 */
export function checkWhole(message: unknown, role: 'validator' | 'proxy' | 'client'): void {
  const type = lookUp(message, 'type');
  if (!isKeyOf(MESSAGES, type))
    throw new Error(`it sent something that is not a message: ${shown(message)}`);
  const isOwn = type === 'SubmitTransaction' && role === 'client';
  requireAll(message, isOwn ? OWN_SUBMISSION : MESSAGES[type], `a ${type}`);
  if (type !== 'Response') return;
  const result = lookUp(message, 'result');
  const kind = lookUp(result, 'type');
  if (!isKeyOf(RESULTS, kind))
    throw new Error(`it sent a Response with no result: ${shown(result)}`);
  requireAll(result, RESULTS[kind], `a Response with a result ${kind}`);
  if (kind !== 'Rejected') return;
  const refused = lookUp(result, 'rejection');
  const code = lookUp(refused, 'code');
  if (!isKeyOf(REJECTIONS, code))
    throw new Error(`it sent a Response with no rejection: code ${quoted(code)}`);
  requireAll(refused, REJECTIONS[code], `a Response with a rejection ${code}`);
}

function requireAll(value: unknown, shape: z.ZodMiniObject, what: string): void {
  const [issue] = shape.safeParse(value).error?.issues ?? [];
  if (issue === undefined) return;
  const path = issue.path.map(String);
  const found = path.reduce(lookUp, value);
  const part = `"${path.join('.')}"`;
  // Null counts as missing.
  if (found === undefined || found === null) throw new Error(`it sent ${what} without ${part}`);
  throw new Error(`it sent ${what} whose ${part} ${faultOf(issue, found)}`);
}

function faultOf(issue: z.core.$ZodIssue, found: unknown): string {
  const type = Array.isArray(found) ? 'array' : typeof found;
  const noneOf = (words: readonly unknown[]) =>
    `is none of ${words.join(', ')}: it is ${quoted(found)}`;
  switch (issue.code) {
    case 'invalid_type':
      return `is of type ${type}, not ${issue.expected}`;
    case 'invalid_value':
      return noneOf(issue.values);
    case 'custom':
      return issue.message;
    default:
      return 'options' in issue && issue.options !== undefined
        ? noneOf(issue.options)
        : `is not what it has to be: it is of type ${type}`;
  }
}

/** Gives a field of a value that may not be an object. */
function lookUp(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

function isKeyOf<K extends string>(table: Readonly<Record<K, unknown>>, key: unknown): key is K {
  return typeof key === 'string' && Object.hasOwn(table, key);
}

function shown(value: unknown): string {
  const type = lookUp(value, 'type') ?? undefined;
  return type === undefined ? String(value) : `type ${quoted(type)}`;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value);
}
