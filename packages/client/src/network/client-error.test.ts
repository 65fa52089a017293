import type { JsonValue } from '@quorate/protocol';
import { expect, it } from 'vitest';
import { ClientError, mayRetry } from './client-error.ts';

const FACTS = { UnexpectedNonce: { expected_nonce: 1 } };

it.each<[code: string, status: number | undefined, details: JsonValue, again: boolean]>([
  ['UNREACHABLE', undefined, null, true],
  ['IP_RATE_LIMITED', 429, null, true],
  ['SERVICE_UNAVAILABLE', 503, null, true],
  ['QUORUM_UNREACHABLE', 503, null, true],
  ['INTERNAL_ERROR', 500, null, true],
  ['UPSTREAM_ERROR', 502, null, true],
  ['UPSTREAM_ERROR', 502, FACTS, false],
  ['UNREADABLE', undefined, null, true],
  ['UNREADABLE', 200, null, true],
  ['UNREADABLE', 400, null, false],
  ['UNREADABLE', 404, null, false],
  ['UNREADABLE', 429, null, true],
  ['UNREADABLE', 500, null, true],
  ['UNREADABLE', 502, null, true],
  ['UNEXPECTED_NONCE', 400, FACTS, false],
  ['INVALID_REQUEST', 400, null, false],
  ['UNTRUSTED', undefined, null, false],
])(
  'after %s %s with facts %j it is worth sending the same again: %s',
  (code, status, details, again) => {
    const facts = { details, ...(status === undefined ? {} : { status }) };
    expect(mayRetry(new ClientError(code, 'no', facts))).toBe(again);
  },
);

it('sending the same again is pointless if the server wants more than a minute', () => {
  const limited = (retryAfter: number) =>
    mayRetry(new ClientError('IP_RATE_LIMITED', 'no', { status: 429, retryAfter }));
  expect([0, 60, 61].map(limited)).toEqual([true, true, false]);
});

it('sending the same again is pointless if code has thrown something else', () => {
  expect(mayRetry(new TypeError('no'))).toBe(false);
});
