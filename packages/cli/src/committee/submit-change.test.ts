import { type Client, ClientError } from '@quorate/client';
import type { JsonValue, TransactionEnvelope } from '@quorate/protocol';
import { expect, it, vi } from 'vitest';
import { submitChange } from './submit-change.ts';

/** Submits a change that is refused once because something is missing; gives the error. */
async function complaint(kind: string): Promise<unknown> {
  const details: JsonValue = { MissingDependency: { missing: [{ kind, id: 'ab' }] } };
  const refusal = new ClientError('UPSTREAM_ERROR', 'missing it', { status: 502, details });
  const submit = vi.fn().mockRejectedValueOnce(refusal);
  const client = { submit } as unknown as Client;
  return submitChange(client, {} as TransactionEnvelope, 'the/books').catch((error) => error);
}

it('C3 a change that a restore has undone is refused with the books that still bind its operators', async () => {
  expect(await complaint('Request')).toMatchObject({
    code: 'UPSTREAM_ERROR',
    status: 502,
    message: expect.stringMatching(
      /^missing it: nobody knows of it any more; .* remove the\/books, /,
    ),
  });
  expect(await complaint('Epoch')).toMatchObject({ message: 'missing it' });
});
