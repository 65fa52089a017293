import { type Address, NATIVE_TOKEN_ID, type TokenId } from '@quorate/protocol';
import { addressOf, errorOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { committee, genesis, nativeFee } from '../../test/genesis.ts';
import { certified, payment, signedBy, transaction } from '../../test/payments.ts';
import { createTestValidator } from '../../test/validator.ts';
import type { Genesis } from '../genesis.ts';
import { balanceKey } from '../ledger/ledger.ts';
import { FROZEN_KEY, SERVED_KEY } from '../store-keys.ts';
import { GenesisMismatch, ledgerChanges, recoverValidator } from './recover.ts';
import { epochOf } from './state.ts';

const GOLD = 'ab'.repeat(32) as TokenId & Address;

describe('recoverValidator', () => {
  it('begins an empty store with genesis, and an old one with what it holds', () => {
    const fresh = recoverValidator(genesis(), []);
    const rows = fresh.writes.map(({ key, value }) => ({ key, value }));
    const again = recoverValidator(genesis(), rows);
    expect(again.writes).toEqual([]);
    expect(again.state).toEqual(fresh.state);
    expect(epochOf(again.state)).toBe(0);
  });

  it('comes up with locks, nonces and balances as they were', () => {
    const validator = createTestValidator();
    validator.deliver(certified(payment({ amount: 30n })));
    validator.submit(payment({ nonce: 1n }));
    expect(createTestValidator({ store: validator.store }).state()).toEqual(validator.state());
  });

  it('C5 has fixed its snapshot only if that is of the epoch whose locks it holds', () => {
    const rows = createTestValidator().store.rows();
    const isFrozen = (served: number, frozen?: number) => {
      const beside = [
        { key: SERVED_KEY, value: served },
        ...(frozen === undefined ? [] : [{ key: FROZEN_KEY, value: frozen }]),
      ];
      return recoverValidator(genesis(), [...rows, ...beside]).state.handover.isFrozen;
    };
    expect([isFrozen(0), isFrozen(0, 0)]).toEqual([false, true]);
    expect([isFrozen(1), isFrozen(1, 0), isFrozen(1, 1)]).toEqual([false, false, true]);
  });

  it('adds up what genesis gives one account twice, and keeps no balance of zero', () => {
    const accounts = [
      { address: addressOf('alice'), balance: 1n },
      { address: addressOf('bob'), balance: 0n },
      { address: addressOf('alice'), balance: 2n },
    ];
    const { ledger } = recoverValidator(genesis({ accounts }), []).state;
    expect([...ledger.balance]).toEqual([[balanceKey(addressOf('alice'), NATIVE_TOKEN_ID), 3n]]);
    expect(ledger.token.get(NATIVE_TOKEN_ID)?.supply).toBe(3n);
  });

  it('has the tokens of genesis under their ids, to be paid and managed like others', () => {
    const [alice, bob] = [addressOf('alice'), addressOf('bob')];
    const held = [{ address: alice, balance: 7n }];
    const tokens = [{ id: GOLD, name: 'gold', decimals: 2, admin: bob, accounts: held }];
    const validator = createTestValidator({ genesis: genesis({ tokens }) });
    const transfer = {
      kind: 'TokenTransfer',
      tokenId: GOLD,
      recipient: bob,
      userData: null,
    } as const;
    validator.deliver(certified(signedBy('alice', transaction([{ ...transfer, amount: 3n }]))));
    const { balance, token } = validator.state().ledger;
    expect([alice, bob].map((each) => balance.get(balanceKey(each, GOLD)))).toEqual([4n, 3n]);
    expect(token.get(GOLD)).toMatchObject({
      supply: 7n,
      description: { name: 'gold', admin: bob },
    });
    const { store } = validator;
    const again = recoverValidator(genesis({ tokens }), store.rows());
    expect(again.state.ledger).toEqual(validator.state().ledger);
  });

  it('is the same network with an empty list of tokens as without one', () => {
    const { writes } = recoverValidator(genesis(), []);
    expect(recoverValidator(genesis({ tokens: [] }), []).writes).toEqual(writes);
  });

  it.each<[string, Partial<Genesis>]>([
    ['network', { networkId: 'fast:testnet' }],
    ['committee', { committee: committee(5) }],
    ['fee', { fees: nativeFee(1n) }],
    ['set of balances', { accounts: [] }],
    ['set of tokens', { tokens: [{ id: GOLD, name: '', decimals: 0, admin: GOLD, accounts: [] }] }],
    ['view of the un-versioned shape', { acceptsUnversioned: false }],
    ['beginning', { genesisTimeNanos: 1n }],
    ['age of requests', { minRequestAgeNanos: 1n }],
  ])('refuses the store of another %s', (_, other) => {
    const { store } = createTestValidator();
    const error = errorOf(() => recoverValidator(genesis(other), store.rows()));
    expect(error).toBeInstanceOf(GenesisMismatch);
    expect(error).toMatchObject({
      code: 'GenesisMismatch',
      found: store.rows().find(({ key }) => key === 'genesis')?.value,
    });
  });

  it('refuses a store whose records have no genesis', () => {
    const rows = createTestValidator()
      .store.rows()
      .filter(({ key }) => key !== 'genesis');
    expect(errorOf(() => recoverValidator(genesis(), rows))).toMatchObject({
      code: 'GenesisMismatch',
      found: 'none',
    });
  });

  it('is the same network when its validators have moved', () => {
    const { store } = createTestValidator();
    const { members } = committee(4);
    const moved = members.map((member) => ({
      ...member,
      validator: { ...member.validator, host: 'elsewhere', rpcPort: 1 },
    }));
    const state = recoverValidator(
      genesis({ committee: { epoch: 0, members: moved } }),
      store.rows(),
    );
    expect(state.writes).toEqual([]);
  });
});

describe('ledgerChanges', () => {
  it('picks the records out of a batch and leaves certificates and indexes', () => {
    const validator = createTestValidator();
    const certificate = certified(payment());
    const effects = validator.hear({ type: 'SubmitCertificate', requestId: 'r', certificate });
    const writes = effects.flatMap((effect) => (effect.type === 'Persist' ? effect.writes : []));
    expect(ledgerChanges(writes).map(({ table }) => table)).toEqual([
      'balance',
      'balance',
      'account',
      'account',
      'settled',
    ]);
  });
});
