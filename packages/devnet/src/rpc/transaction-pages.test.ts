import { createSigner, loadEd25519 } from '@quorate/crypto';
import type { JsonObject, JsonValue, PrunedCertificate } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { pays, signed } from '../../test/people.ts';
import type { Asker } from '../nodes/asker.ts';
import { type ValidatorGround, validatorMethods } from './validator-methods.ts';

const alice = createSigner(loadEd25519(), new Uint8Array(32).fill(7));
const envelope = signed(alice, 0n, pays(alice, 1n));

/** A validator with this many certificates, which keeps those at certain places. */
function validatorOf(count: number, kept: readonly number[]) {
  let asked = 0;
  const ask: Asker['ask'] = (_, request) => {
    asked += 1;
    if (request.type !== 'GetCertificates' || request.select.by !== 'Sequence') {
      throw new TypeError(request.type);
    }
    const { from, limit } = request.select;
    const places = Array.from({ length: count }, (_, place) => place);
    const within = places.slice(Number(from), Number(from) + limit);
    const shown = within.filter((place) => kept.includes(place));
    return Promise.resolve({
      type: 'Certificates',
      certificates: shown.map(() => ({ envelope, signatures: [] })),
      pruned: within.slice(shown.length).map(() => ({}) as PrunedCertificate),
    });
  };
  const ground = { asker: { ask, close: () => undefined }, node: 'v1' };
  const methods = validatorMethods(ground as unknown as ValidatorGround);
  return {
    async page(limit: number, token: JsonValue) {
      const shown = await methods['getTransactions']?.({ page: { limit, token } }, undefined);
      const { data, next_page_token: next } = shown as JsonObject;
      return { size: (data as readonly JsonValue[]).length, next: Number(next) };
    },
    asked: () => asked,
  };
}

describe('a page of transactions, where some were pruned', () => {
  it('is empty only at the end', async () => {
    const validator = validatorOf(9, [4, 7]);
    expect(await validator.page(1, 0)).toEqual({ size: 1, next: 5 });
    expect(await validator.page(2, 0)).toEqual({ size: 1, next: 6 });
    expect(await validator.page(1, 5)).toEqual({ size: 1, next: 8 });
    expect(await validator.page(1, 8)).toEqual({ size: 0, next: 9 });
    expect(await validator.page(200, 0)).toEqual({ size: 2, next: 9 });
    expect(await validator.page(0, 0)).toEqual({ size: 0, next: 0 });
  });

  it('is found in strides, however small a page is asked for', async () => {
    const validator = validatorOf(10_001, [10_000]);
    expect(await validator.page(50, 0)).toEqual({ size: 1, next: 10_001 });
    expect(validator.asked()).toBeLessThan(60);
  });
});
