import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault, Genesis, RecentTransaction } from './answers.ts';
import {
  accountRow,
  accountsLike,
  contentOf,
  faultText,
  healthOf,
  inTokens,
  lanesOf,
  nameOf,
  standingOf,
  withOperators,
} from './reading.ts';

const names = ['v1', 'v2', 'v3', 'v4'];
const members = names.map((name) => ({ name, operator: `fast1${name}` }));
const committee = { epoch: 0, quorum: 3, members };
const validators = names.map((name) => ({
  name,
  status: 'active',
  rpc: '',
  over_http: false,
  signed: 0,
  settled: 0,
}));

const genesis: Genesis = {
  network_id: 'fast:localnet',
  accounts: [
    { name: 'alice', address: 'fast1alice' },
    { name: 'bob', address: 'fast1bob' },
  ],
  tokens: [{ token_id: 'ab'.repeat(32), name: 'USD', decimals: 2 }],
};

describe('faultText', () => {
  const text = (stated: object) =>
    faultText(genesis, { id: 'f', kind: 'clog', since_nanos: 0, ...stated });

  it('names accounts that are known, wherever they stand', () => {
    expect(text({ only: { account: 'fast1bob' } })).toBe(
      '{"kind":"clog","only":{"account":"bob"}}',
    );
    const senders = ['fast1alice', 'fast1carol'];
    expect(text({ acts: [{ only: { senders } }] })).toContain('"senders":["alice","fast1carol"]');
  });

  it('leaves out what nobody stated', () => {
    expect(text({ from: 'v1', released: 2, dropped: 1, age_nanos: 5 })).toBe(
      '{"kind":"clog","from":"v1"}',
    );
  });
});

describe('healthOf', () => {
  const fault = (kind: string, stated: object): Fault => ({
    id: 'f',
    kind,
    since_nanos: 0,
    ...stated,
  });
  const impairing = (name: string) =>
    fc.constantFrom(
      fault('pause', { node: name }),
      fault('cut', { from: name, to: '*' }),
      fault('clog', { from: ['p1', 'http'], to: [name] }),
    );

  it('says that payments go on exactly as long as a quorum is neither down nor kept from others', () => {
    const hit = fc
      .subarray(names)
      .chain((struck) =>
        fc.tuple(
          ...struck.map((name) =>
            fc.record({ name: fc.constant(name), fault: fc.option(impairing(name)) }),
          ),
        ),
      );
    fc.assert(
      fc.property(hit, (struck) => {
        const down = struck.filter((each) => each.fault === null).map(({ name }) => name);
        const faults = struck.flatMap((each) => each.fault ?? []);
        const shown = validators.map((each) =>
          down.includes(each.name) ? { ...each, status: 'crashed' } : each,
        );
        const { impaired, level } = healthOf(committee, shown, faults);
        expect(impaired.toSorted()).toEqual(struck.map(({ name }) => name).toSorted());
        expect(level).toBe(['well', 'strained'][struck.length] ?? 'stuck');
      }),
    );
  });

  it('counts nobody as kept from the proxy by a clog that holds only some messages', () => {
    const faults = [fault('clog', { from: 'p1', to: '*', only: { message: 'Response' } })];
    expect(healthOf(committee, validators, faults)).toMatchObject({ impaired: [], level: 'well' });
  });

  it('says that safety is off exactly if more than f lie, and that payments go on up to f faulty', () => {
    fc.assert(
      fc.property(fc.subarray(names), fc.subarray(names), (lying, down) => {
        const faults = lying.map((node) => fault('byzantine', { node }));
        const shown = validators.map((each) =>
          down.includes(each.name) ? { ...each, status: 'crashed' } : each,
        );
        const { liars, level, sentence } = healthOf(committee, shown, faults);
        expect(liars).toEqual(names.filter((name) => lying.includes(name)));
        expect(level === 'unsafe').toBe(lying.length > 1);
        expect(sentence.includes('safety is off')).toBe(lying.length > 1);
        const faulty = new Set([...lying, ...down]).size;
        expect(sentence.includes('payments go on')).toBe(faulty === 1);
        expect(level === 'well').toBe(faulty === 0);
      }),
    );
  });

  it.each([
    [['v1'], [], '1 of 4 validators lies, f is 1: payments go on'],
    [
      ['v1', 'v2'],
      [],
      '2 of 4 validators lie, f is 1: safety is off, so an account can spend twice',
    ],
    [['v1'], ['v2'], '1 of 4 validators impaired, 1 lies, f is 1: payments may stop'],
  ])('says what %j lying and %j being down means', (lying, down, sentence) => {
    const faults = lying.map((node) => fault('byzantine', { node }));
    const shown = validators.map((each) =>
      down.some((name) => name === each.name) ? { ...each, status: 'crashed' } : each,
    );
    expect(healthOf(committee, shown, faults).sentence).toBe(sentence);
  });

  it('counts nobody for what keeps no validator from others, and all for a cut of everything', () => {
    const harmless = [fault('clock', { node: 'v1' }), fault('degrade', { from: 'v1', to: '*' })];
    // Validators do not talk to each other to settle a payment.
    harmless.push(
      fault('cut', { from: 'v1', to: ['v2', 'v3'] }),
      fault('cut', { from: 'http', to: 'v1' }),
    );
    expect(healthOf(committee, validators, harmless).level).toBe('well');
    for (const from of ['*', 'p1']) {
      const everything = [fault('cut', { from, to: '*' })];
      expect(healthOf(committee, validators, everything).impaired).toEqual(names);
    }
  });
});

it('writes amounts so that no digit is lost', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n }),
      fc.nat(18),
      (units, decimals) => {
        const [whole = '', rest = ''] = inTokens(units, decimals).replaceAll(',', '').split('.');
        expect(BigInt(whole + rest.padEnd(decimals, '0'))).toBe(units);
        expect(rest.endsWith('0')).toBe(false);
      },
    ),
  );
  expect(inTokens(1_234_567_890n, 3)).toBe('1,234,567.89');
});

function transactionOf(transaction: unknown): RecentTransaction {
  const submitted = { at: 0, from: 'http', envelope: { transaction }, outcome: null };
  return { transaction_id: 'cd', signed_at_nanos: {}, settled_at_nanos: {}, submitted };
}

describe('contentOf', () => {
  const pay = (token: string, amount: string) => ({
    TokenTransfer: { token_id: token, recipient: 'fast1bob', amount, user_data: null },
  });

  it.each([
    [
      'operations in a list',
      {
        Release20260407: {
          sender: 'fast1alice',
          nonce: 7,
          claims: [
            pay(`fa575e7${'0'.repeat(57)}`, '1500000000000000000'),
            pay('ab'.repeat(32), '5'),
          ],
        },
      },
      ['pays bob 1.5 FAST', 'pays bob 0.05 USD'],
    ],
    [
      'one operation',
      { Release20260319: { sender: 'fast1alice', nonce: 7, claim: { Mint: {} } } },
      ['mint'],
    ],
    [
      'a batch',
      {
        Release20260319: {
          sender: 'fast1alice',
          nonce: 7,
          claim: { Batch: [{ StateUpdate: {} }, pay('ef'.repeat(32), '5')] },
        },
      },
      ['state update', 'pays bob 5 of efefefefe…efef'],
    ],
    [
      'an operation without fields, and one of escrow',
      {
        Release20260508: {
          sender: 'fast1alice',
          nonce: 7,
          claims: ['LeaveCommittee', { Escrow: { CreateJob: {} } }],
        },
      },
      ['leave committee', 'escrow: create job'],
    ],
    ['no release', { sender: 'fast1alice', nonce: 7, claim: { Burn: {} } }, ['burn']],
  ])('reads a transaction with %s', (_, transaction, operations) => {
    const content = contentOf(genesis, transactionOf(transaction));
    expect(content).toEqual({ sender: 'alice', nonce: '7', operations });
  });

  it('names the operators of members', () => {
    const joining = transactionOf({ sender: 'fast1v3', nonce: 0, claim: { JoinCommittee: {} } });
    const ofGenesis = { members: [{ name: 'v1', operator: null }, ...members] };
    const named = withOperators(genesis, { ...committee, ...ofGenesis });
    expect(contentOf(named, joining)).toMatchObject({ sender: 'operator of v3' });
    expect(named.accounts).toHaveLength(genesis.accounts.length + members.length);
  });

  it('knows nothing of what the proxy was not handed', () => {
    const unknown = { ...transactionOf({}), submitted: null };
    expect(contentOf(genesis, unknown)).toBeUndefined();
    expect(nameOf(genesis, `fast1${'q'.repeat(50)}`)).toBe('fast1qqqq…qqqq');
  });
});

describe('a transaction', () => {
  const times = fc.dictionary(fc.constantFrom(...names), fc.nat(10 ** 9), {
    noNullPrototype: true,
  });

  it('has a lane for each validator, and the signature that made a quorum is marked', () => {
    fc.assert(
      fc.property(times, times, (signed, settled) => {
        const known = { ...transactionOf({}), signed_at_nanos: signed, settled_at_nanos: settled };
        const lanes = lanesOf(known, names, 3);
        expect(lanes.map((lane) => lane.signed)).toEqual(
          names.map((name) => (name in signed ? (signed[name] as number) / 1e6 : undefined)),
        );
        expect(lanes.map((lane) => lane.settled !== undefined)).toEqual(
          names.map((name) => name in settled),
        );
        const decisive = lanes.filter(({ isDecisive }) => isDecisive);
        expect(decisive).toHaveLength(Object.keys(signed).length >= 3 ? 1 : 0);
        for (const { signed: at = 0 } of decisive) {
          const earlier = Object.values(signed).filter((each) => each / 1e6 <= at);
          expect(earlier.length).toBeGreaterThanOrEqual(3);
        }
      }),
    );
  });

  it('stands as its sender was told, or else as a quorum has it', () => {
    const settled = { v1: 1, v2: 1, v3: 1 };
    const told = (outcome: string | null, code?: string): RecentTransaction => {
      const { submitted, ...rest } = transactionOf({});
      const answered = { outcome, ...(code === undefined ? {} : { code }) };
      return { ...rest, submitted: submitted && { ...submitted, ...answered } };
    };
    expect(standingOf(told('refused', 'UnexpectedNonce'), 3)).toBe('UnexpectedNonce');
    expect(standingOf(told('incomplete'), 3)).toBe('incomplete');
    expect(standingOf(told('final'), 3)).toBe('final');
    expect(standingOf(told(null), 3)).toBe('under way');
    expect(standingOf({ ...told(null), settled_at_nanos: settled }, 3)).toBe('final');
    expect(standingOf({ ...told(null), submitted: null, settled_at_nanos: settled }, 4)).toBe(
      'under way',
    );
  });
});

it('finds accounts by name and address, and takes what it does not know for an address', () => {
  const [alice, bob] = genesis.accounts;
  expect(accountsLike(genesis, '')).toEqual([alice, bob]);
  expect(accountsLike(genesis, 'ALI')).toEqual([alice]);
  expect(accountsLike(genesis, 'fast1b')).toEqual([bob]);
  const other = `fast1${'q'.repeat(58)}`;
  expect(accountsLike(genesis, other.toUpperCase())).toEqual([{ name: null, address: other }]);
  for (const text of ['fast1zz', '<b>']) expect(accountsLike(genesis, text)).toEqual([]);
  const many = Array.from({ length: 1000 }, (_, index) => ({ name: null, address: `a${index}` }));
  expect(accountsLike({ ...genesis, accounts: many }, '')).toEqual(many.slice(0, 20));
});

it('shows which validators are behind, or locked, in an account', () => {
  const held = [
    { balance: 'de0b6b3a7640000', next_nonce: 2, pending_confirmation: null },
    { balance: '-1', next_nonce: 1, pending_confirmation: {} },
    undefined,
  ];
  expect(accountRow(held)).toEqual({
    balance: '1',
    cells: [
      { nextNonce: 2, isBehind: false, isLocked: false },
      { nextNonce: 1, isBehind: true, isLocked: true },
      undefined,
    ],
  });
  expect(accountRow([undefined]).balance).toBeUndefined();
});
