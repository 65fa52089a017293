import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/**
 * Says what was expected where a value does not have its shape; a message of the shape itself has
 * precedence.
 *
 * The given value is described only by its kind: it may be secret, or long.
 */
export const inOurWords: z.core.$ZodErrorMap = (issue) => wordsOf(issue);

/**
 * Lists mistakes, each after its field; `whole` names what has the mistakes that are in no field.
 */
export function mistakesIn({ issues }: z.core.$ZodError, whole: string): string {
  return issues
    .map(({ path, message }) => `${path.length === 0 ? whole : path.join('.')}: ${message}`)
    .join('; ');
}

/** Lists the known forms if a value has none of them. */
export function expectedOneOf<K extends string>(
  forms: readonly { readonly shape: Readonly<Record<K, z.ZodLiteral<string>>> }[],
  key: K,
): z.core.$ZodErrorMap {
  const known = forms.map(({ shape }) => shape[key].value).join(', ');
  return ({ code }) => (code === 'invalid_union' ? `expected one of ${known}` : undefined);
}

function wordsOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${KINDS[issue.expected] ?? issue.expected}, got ${kindOf(issue.input)}`;
    case 'invalid_value':
      return `expected ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return bound(issue, ['at least', 'more than'], issue.minimum);
    case 'too_big':
      return bound(issue, ['at most', 'less than'], issue.maximum);
    case 'unrecognized_keys':
      return `${unknownKeys(issue.keys)}${keysOf(issue.inst)}`;
    default:
      return undefined;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isInteger(value)) return 'a fraction';
  return KINDS[Array.isArray(value) ? 'array' : typeof value] ?? typeof value;
}

function bound(
  { origin, inclusive }: Extract<Issue, { readonly code: 'too_small' | 'too_big' }>,
  [within, beyond]: readonly [string, string],
  limit: number | bigint,
): string {
  const entries = { array: ['entry', 'entries'], string: ['character', 'characters'] }[
    origin as string
  ];
  const unit = entries === undefined ? '' : ` ${entries[Number(limit) === 1 ? 0 : 1]}`;
  return `expected ${inclusive === false ? beyond : within} ${limit}${unit}`;
}

/** Says which keys a shape has. */
function keysOf(shape: unknown): string {
  const keys = shape instanceof z.ZodObject ? Object.keys(shape.shape) : [];
  return keys.length === 0 ? '' : `; expected ${keys.join(', ')}`;
}

function unknownKeys(keys: readonly string[]): string {
  return `unknown key${keys.length > 1 ? 's' : ''} ${keys.map((key) => `"${key}"`).join(', ')}`;
}
