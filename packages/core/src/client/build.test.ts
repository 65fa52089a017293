import { factsOf, type Operation } from '@quorate/protocol';
import { anyLatestOperation, signerOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { START } from '../../test/genesis.ts';
import { buildEnvelope } from './build.ts';

const INTENT = { networkId: 'fast:localnet', nonce: 3n, timestampNanos: START } as const;

function isRename(operation: Operation): boolean {
  return operation.kind === 'TokenManagement' && operation.newTokenName !== null;
}

describe('buildEnvelope', () => {
  it('signs exactly the operations it was given, in the newest release only to rename a token', () => {
    fc.assert(
      fc.property(fc.array(anyLatestOperation(), { maxLength: 4 }), (operations) => {
        const { transaction } = buildEnvelope({ ...INTENT, operations }, signerOf('alice'));
        const facts = factsOf(transaction);
        expect(facts.transaction.operations).toEqual(operations);
        expect(transaction.release).toBe(
          operations.some(isRename) ? 'Release20260508' : 'Release20260407',
        );
      }),
    );
  });
});
