import { factsOf, operationId } from '@quorate/protocol';
import { anyEnvelope } from '@quorate/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createdIds } from './created-ids.ts';

it('gives the ids of all that a transaction creates, of whatever release', () => {
  fc.assert(
    fc.property(anyEnvelope(), (envelope) => {
      const { id, transaction } = factsOf(envelope.transaction);
      const { sender, nonce, operations, tokenIdScheme } = transaction;
      const idsOf = (what: string) =>
        operations.flatMap((each, index) => {
          const kind = each.kind === 'Escrow' ? each.escrow.kind : each.kind;
          // The un-versioned shape names a token by the transaction that creates it.
          const own = tokenIdScheme === 'transaction' ? id : operationId(sender, nonce, index);
          return kind === what ? [own] : [];
        });
      expect(createdIds({ envelope, signatures: [] })).toEqual({
        tokens: idsOf('TokenCreation'),
        terms: idsOf('CreateConfig'),
        jobs: idsOf('CreateJob'),
      });
    }),
  );
});

it.each([
  [undefined, 'certificate: expected an object; got undefined'],
  [{ tokens: [] }, 'certificate.envelope: expected an object; got undefined'],
  [{ envelope: {} }, 'certificate.envelope.transaction: expected an object; got undefined'],
  [
    { envelope: { transaction: { Release20260407: {} } } },
    'certificate.envelope.transaction.release: expected text; got undefined',
  ],
])('names what is missing in something that is no certificate: %o', (given, message) => {
  expect(() => createdIds(given as never)).toThrow(
    expect.objectContaining({ name: 'DecodeError', message }),
  );
});
