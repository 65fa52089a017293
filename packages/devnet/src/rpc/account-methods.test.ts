import type { Result } from '@quorate/core';
import { createSigner, loadEd25519 } from '@quorate/crypto';
import { expect, it } from 'vitest';
import { pays, signed } from '../../test/people.ts';
import type { Asker } from '../nodes/asker.ts';
import { accountInfoMethod } from './account-methods.ts';

const alice = createSigner(loadEd25519(), new Uint8Array(32).fill(7));

it('an account comes with no certificate that settled after it was looked at', async () => {
  const certificates = [0n, 1n, 2n].map((nonce) => ({
    envelope: signed(alice, nonce, pays(alice, 1n)),
    signatures: [],
  }));
  const info = {
    type: 'AccountInfo',
    address: alice.address,
    balance: 1n,
    nextNonce: 2n,
    pending: undefined,
    tokenBalances: [],
    stateCells: [],
  };
  const ask: Asker['ask'] = (_, { type }) => {
    const result = type === 'GetAccountInfo' ? info : { type: 'Certificates', certificates };
    return Promise.resolve(result as unknown as Result);
  };
  const method = accountInfoMethod({ asker: { ask, close: () => undefined }, node: 'p1' });
  const certificate_by_nonce = { start: 0, limit: 200 };
  const shown = await method({ address: alice.address, certificate_by_nonce }, undefined);
  expect(shown).toMatchObject({ next_nonce: 2, requested_certificates: [{}, {}] });
});
