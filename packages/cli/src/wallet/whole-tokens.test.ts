import { ClientError, createClient } from '@quorate/client';
import { NATIVE_TOKEN_ID, type TransactionId } from '@quorate/protocol';
import { expect, it } from 'vitest';
import { inWholeTokens } from './whole-tokens.ts';

const client = createClient({ url: 'http://localhost' });
const facts = { current_balance: '1', required: '2', token_id: NATIVE_TOKEN_ID };
const details = { InsufficientFunding: facts };
const refused = new ClientError('UPSTREAM_ERROR', 'too little', { details });

it('a refusal states amounts in whole tokens, but for one of a transaction that is kept, which says so', async () => {
  const told = (failure: ClientError) =>
    inWholeTokens(client, () => Promise.reject(failure)).catch((error) => error);
  expect((await told(refused)).message).toBe(
    'insufficient funding: the balance is 0.000000000000000001 FAST, 0.000000000000000002 FAST is required',
  );
  const kept = 'ab'.repeat(32) as TransactionId;
  const staying = new ClientError('UPSTREAM_ERROR', `${kept} is kept`, { details, kept });
  expect(await told(staying)).toBe(staying);
});
