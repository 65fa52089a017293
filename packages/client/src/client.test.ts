import { type Address, LIMITS, type TokenId } from '@quorate/protocol';
import { expect, it } from 'vitest';
import { createClient } from './client.ts';

it('says of a request that a server does not read to the end that it is too long', async () => {
  const fetch = async () => new Response('', { status: 431 });
  const client = createClient({ url: 'http://localhost', fetch });
  const asked = client.account('ab'.repeat(32) as Address);
  await expect(asked).rejects.toMatchObject({
    code: 'UNREADABLE',
    status: 431,
    message: expect.stringContaining('too long, ask for less at a time'),
  });
});

it('asks for as many tokens at a time as a network tells of, and gives all in their order', async () => {
  const ids = Array.from({ length: 1_234 }, (_, index) =>
    index.toString(16).padStart(64, '0'),
  ) as TokenId[];
  const pages: (readonly string[])[] = [];
  const fetch = async (url: unknown) => {
    const page = new URL(String(url)).searchParams.get('token_ids')?.split(',') ?? [];
    pages.push(page);
    const data = { requested_token_metadata: page.map((id) => [id, null]) };
    return Response.json({ data });
  };
  const client = createClient({ url: 'http://localhost', fetch });
  const { requestedTokenMetadata } = await client.tokens(ids);
  expect(requestedTokenMetadata).toEqual(ids.map((id) => [id, null]));
  expect(pages.length).toBe(13);
  expect(Math.max(...pages.map(({ length }) => length))).toBe(LIMITS.filterIds);
});
