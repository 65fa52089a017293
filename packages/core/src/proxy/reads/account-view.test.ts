import type { Address, State, StateKey, TokenId, TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { genesis, VERIFIER } from '../../../test/genesis.ts';
import { payment } from '../../../test/payments.ts';
import type { AccountInfo } from '../../message.ts';
import { PROXY_RULES } from '../rules.ts';
import { accountView, vouchedFor } from './account-view.ts';

const env = { rules: PROXY_RULES, verifier: VERIFIER, network: genesis() };
const address = addressOf('alice');

/** Gives the view of alice where f = 1 and validators say this of her. */
function viewOf(said: readonly Partial<AccountInfo>[]): AccountInfo {
  const nothing = { nextNonce: 0n, balance: 0n, tokenBalances: [], stateCells: [] };
  const standing = said.map((each, index) => ({
    validator: `v${index + 1}`,
    info: { type: 'AccountInfo', address, pending: undefined, ...nothing, ...each } as AccountInfo,
  }));
  return accountView(standing, 2, env);
}

const amounts = fc.array(fc.bigInt({ min: 0n, max: 9n }), { minLength: 1, maxLength: 7 });

it('P7 vouchedFor gives the most that so many hold or exceed', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 8 }), (held, needed) => {
      const vouched = vouchedFor(held, needed);
      const reaching = (amount: bigint) => held.filter((each) => each >= amount).length;
      if (held.length < needed) expect(vouched).toBe(0n);
      else expect(reaching(vouched)).toBeGreaterThanOrEqual(needed);
      expect(reaching(vouched + 1n)).toBeLessThan(needed);
    }),
  );
});

it('P7 lists cells and tokens by key, tokens of which two hold nothing not at all', () => {
  const keys = ['03', '01', '02'].map((byte) => byte.repeat(32));
  const stateCells = keys.map((key) => [key as StateKey, 'aa'.repeat(32) as State] as const);
  const tokenBalances = keys.map((key) => [key as TokenId, 5n] as const);
  const view = viewOf([
    { stateCells, tokenBalances },
    { stateCells, tokenBalances: tokenBalances.slice(0, 2) },
    {},
  ]);
  const [last, first, middle] = keys;
  expect(view.stateCells.map(([key]) => key)).toEqual([first, middle, last]);
  expect(view.tokenBalances).toEqual([
    [first, 5n],
    [last, 5n],
  ]);
});

it('P7 names whoever differs in one cell of several', () => {
  const cell = (key: string, state: string) =>
    [key.repeat(32) as StateKey, state.repeat(32) as State] as const;
  const agreed = [cell('01', 'aa'), cell('02', 'aa')];
  const view = viewOf([
    { stateCells: agreed },
    { stateCells: agreed },
    { stateCells: [cell('01', 'aa'), cell('02', 'bb')] },
    { stateCells: [cell('01', 'aa')] },
  ]);
  expect(view.stateCells).toEqual(agreed);
  expect(view.disagreements).toEqual(['v3' as Address]);
});

it('P7 tells of a cell what two validators say alike, and nothing where each says something else', () => {
  const saying = (state: string): Partial<AccountInfo> => ({
    stateCells: [['01'.repeat(32) as StateKey, state.repeat(32) as State]],
  });
  expect(viewOf([saying('aa'), saying('bb'), {}]).stateCells).toEqual([]);
  expect(viewOf([saying('aa'), saying('bb'), saying('aa')]).stateCells).toEqual(
    saying('aa').stateCells,
  );
});

it('P7 shows two rivals that one validator holds, and one of them where the other is damaged', () => {
  const [one, other] = [payment(), payment({ amount: 2n })];
  const damaged = { ...other, signature: one.signature };
  const showing = (envelopes: readonly TransactionEnvelope[]) =>
    viewOf([{}, { pending: { kind: 'contested', envelopes } } as Partial<AccountInfo>]).pending;
  expect(showing([one, other])).toEqual({ kind: 'contested', envelopes: [one, other] });
  expect(showing([damaged, one])).toEqual({
    ...{ kind: 'pending', envelope: one },
    ...{ validator: 'v2', signature: undefined },
  });
});
