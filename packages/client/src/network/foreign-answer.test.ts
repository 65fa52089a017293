import { NATIVE_TOKEN_ID } from '@quorate/protocol';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from './client.ts';
import type { ClientError } from './client-error.ts';

const URL_HERE = 'http://localhost:7400';

afterEach(() => {
  vi.useRealTimers();
});

/** Reads through a server that answers so; gives the error. */
async function failureOf(answer: Response): Promise<ClientError> {
  const client = createClient({ url: URL_HERE, fetch: async () => answer });
  return client.tokens([NATIVE_TOKEN_ID]).then(
    () => expect.fail('there is nothing to read'),
    (failure: ClientError) => failure,
  );
}

function page(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/html', ...headers } });
}

describe('an answer that is not of the interface', () => {
  it.each<[string, Response, string]>([
    [
      'the page of a reverse proxy',
      page(
        502,
        '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<hr><center>nginx</center></html>',
      ),
      'status 502, text/html, "502 Bad Gateway nginx"',
    ],
    ['nothing', new Response(null, { status: 500 }), 'status 500, no type, empty'],
    ['tags alone', page(200, '<br/>'), 'status 200, text/html, without words'],
    [
      'half an answer',
      new Response('{"data":{"req', { headers: { 'content-type': 'application/json' } }),
      'status 200, application/json, "{"data":{"req"',
    ],
    ['what moves a terminal', page(404, 'a\u001b[2Jb\u202ec'), 'status 404, text/html, "a?[2Jb?c"'],
    ['a long page', page(404, 'x'.repeat(500)), `status 404, text/html, "${'x'.repeat(120)}…"`],
    [
      'an error in another form',
      Response.json({ message: 'Endpoint request timed out' }, { status: 504 }),
      'status 504, application/json, "{"message":"Endpoint request timed out"}"',
    ],
  ])('names the server and shows %s', async (_, answer, told) => {
    expect(await failureOf(answer)).toMatchObject({
      code: 'UNREADABLE',
      status: answer.status,
      message: `${URL_HERE} gave an answer that is not of this interface: ${told}`,
    });
  });

  it.each([
    ['in seconds', '600', 600],
    ['as a date', 'Thu, 01 Jan 1970 00:01:30 GMT', 90],
    ['as a date in the past', 'Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ])('says when to ask again, where that is given %s', async (_, header, seconds) => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] });
    const failure = await failureOf(page(429, 'slow down', { 'retry-after': header }));
    expect(failure.retryAfter).toBe(seconds);
    expect(failure.message).toMatch(`; it wants to be asked again in ${seconds} seconds`);
  });

  it('does not say so without a time that can be read', async () => {
    for (const header of ['', 'soon', '-1', '1.5.5']) {
      const failure = await failureOf(page(429, 'slow down', { 'retry-after': header }));
      expect(failure).toMatchObject({ retryAfter: undefined, status: 429 });
    }
  });
});

it('a refusal has the time after which to ask again', async () => {
  const details = { retry_after_secs: 7 };
  const error = { code: 'IP_RATE_LIMITED', message: 'too many requests', details };
  const refusal = Response.json({ error }, { status: 429, headers: { 'retry-after': '8' } });
  expect(await failureOf(refusal)).toMatchObject({ code: 'IP_RATE_LIMITED', retryAfter: 7 });
});

it('a refusal says that the request was redirected, because another one may be meant', async () => {
  const error = { code: 'NOT_FOUND', message: 'there is no GET /x' };
  const refusal = Response.json({ error }, { status: 404 });
  Object.defineProperties(refusal, {
    redirected: { value: true },
    url: { value: 'https://localhost/x' },
  });
  expect((await failureOf(refusal)).message).toBe(
    'there is no GET /x; the request was redirected to https://localhost/x, use that server directly',
  );
});
