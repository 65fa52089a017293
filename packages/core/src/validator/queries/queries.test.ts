import {
  type Address,
  type EscrowJobId,
  factsOf,
  NATIVE_TOKEN_ID,
  type StateKey,
  type TokenId,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { acted } from '../../../test/acts.ts';
import { idOf } from '../../../test/ledger.ts';
import {
  CELL,
  creation,
  decide,
  deliver,
  hire,
  initialize,
  management,
  offer,
  stateOf,
  UNKNOWN_TOKEN,
} from '../../../test/operations.ts';
import { certified, payment, rejectionOf } from '../../../test/payments.ts';
import { createTestValidator, type TestValidator } from '../../../test/validator.ts';
import type { CertificateSelection, GetAccountInfo, GetEscrowJobs } from '../../message.ts';
import { jobListKey } from '../../store-keys.ts';

const TOKEN = idOf('alice', 0n);
const CONFIG = idOf('carol', 0n);
const JOB = idOf('alice', 1n);
const HISTORY = [
  acted('alice', 0n, creation(), initialize('0a')),
  acted('carol', 0n, offer(NATIVE_TOKEN_ID)),
  acted('alice', 1n, hire(CONFIG), hire(CONFIG, { providerFee: 1n })),
  acted('bob', 0n, deliver(JOB)),
  acted('alice', 2n, management(TOKEN, 0n)),
  acted('alice', 3n, management(TOKEN, 1n)),
];
const [CREATED, OFFERED, HIRED, DELIVERED, FIRST_UPDATE, SECOND_UPDATE] = HISTORY;

function withHistory(): TestValidator {
  const validator = createTestValidator();
  for (const certificate of HISTORY) validator.deliver(certificate);
  return validator;
}

function certificates(validator: TestValidator, select: CertificateSelection) {
  const answer = validator.ask({ type: 'GetCertificates', requestId: 'r', select });
  if (answer.type !== 'Certificates') throw new Error(`expected certificates, got ${answer.type}`);
  return answer.certificates;
}

describe('GetCertificates', () => {
  it.each([
    ['Token', TOKEN, [CREATED]],
    ['TokenUpdate', `${TOKEN}/${'1'.padStart(20, '0')}`, [SECOND_UPDATE]],
    ['EscrowConfig', CONFIG, [OFFERED]],
    ['EscrowJob', JOB, [HIRED]],
    ['EscrowSubmit', JOB, [DELIVERED]],
    ['EscrowSubmit', idOf('alice', 1n, 1), []],
    ['EscrowSubmit', 'no id', []],
    ['Token', UNKNOWN_TOKEN, []],
    ['Request', addressOf('new'), []],
  ] as const)('P6 finds what made a %s', (kind, id, expected) => {
    const select = { by: 'Dependency', dependency: { kind, id } } as const;
    expect(certificates(withHistory(), select)).toEqual(expected);
  });

  it.each(['Complete', 'Reject'] as const)(
    'E6 finds the %s that decided a job, and no other',
    (kind) => {
      const validator = withHistory();
      const select = { by: 'Decision', jobId: JOB as EscrowJobId } as const;
      expect(certificates(validator, select)).toEqual([]);
      const decision = acted('carol', 1n, decide(kind, JOB));
      validator.deliver(decision);
      validator.deliver(acted('carol', 2n, decide(kind === 'Reject' ? 'Complete' : 'Reject', JOB)));
      expect(certificates(validator, select)).toEqual([decision]);
    },
  );

  it('P6 finds the request that a change of committee lacks', () => {
    const validator = createTestValidator();
    const config = { address: addressOf('new'), host: 'h', rpcPort: 0 };
    const joined = acted('alice', 0n, { kind: 'JoinCommittee', config });
    validator.deliver(joined);
    const dependency = { kind: 'Request', id: addressOf('new') } as const;
    expect(certificates(validator, { by: 'Dependency', dependency })).toEqual([joined]);
  });

  it('C2 finds that of one operator, however often strangers ask for the key', () => {
    const validator = createTestValidator();
    const config = { address: addressOf('new'), host: 'h', rpcPort: 0 };
    const join = { kind: 'JoinCommittee', config } as const;
    const many = Array.from({ length: 100 }, () => join);
    for (const nonce of [0n, 1n, 2n]) validator.deliver(acted('alice', nonce, ...many));
    const joined = acted('dave', 0n, join);
    validator.deliver(joined);
    const ofAnybody = { kind: 'Request', id: addressOf('new') } as const;
    const all = certificates(validator, { by: 'Dependency', dependency: ofAnybody });
    expect(all).toHaveLength(4);
    const dependency = { ...ofAnybody, sender: addressOf('dave') };
    expect(certificates(validator, { by: 'Dependency', dependency })).toEqual([joined]);
  });

  it('P6 pages what credited an account, the newest first', () => {
    const validator = createTestValidator();
    const credits = [0n, 1n, 2n].map((nonce) => certified(payment({ to: 'dave', nonce })));
    for (const certificate of credits) validator.deliver(certificate);
    const page = (skip: number, limit: number) =>
      certificates(validator, {
        by: 'Basis',
        recipient: addressOf('dave'),
        tokenIds: [],
        skip,
        limit,
      });
    expect(page(0, 2)).toEqual(credits.slice(1));
    expect(page(2, 2)).toEqual(credits.slice(0, 1));
    expect(page(3, 2)).toEqual([]);
  });

  it('P6 finds what credited an account before it paid itself, and what came after', () => {
    const validator = createTestValidator();
    const [first, own, second] = [
      certified(payment({ from: 'alice', to: 'bob' })),
      certified(payment({ from: 'bob', to: 'carol' })),
      certified(payment({ from: 'alice', to: 'bob', nonce: 1n })),
    ] as const;
    for (const certificate of [first, own, second]) validator.deliver(certificate);
    const basis = { by: 'Basis', recipient: addressOf('bob'), tokenIds: [], skip: 0 } as const;
    expect(certificates(validator, { ...basis, limit: 9 })).toEqual([first, second]);
  });

  it('P6 pages the updates of tokens beside the credits, the newest first', () => {
    const page = (skip: number) =>
      certificates(withHistory(), {
        by: 'Basis',
        recipient: addressOf('bob'),
        tokenIds: [TOKEN as TokenId],
        skip,
        limit: 1,
      });
    expect([0, 1, 2].map(page)).toEqual([[SECOND_UPDATE], [FIRST_UPDATE], []]);
    expect(FIRST_UPDATE).not.toEqual(SECOND_UPDATE);
  });

  it('pages what was settled in the order it was settled, repeats left out', () => {
    const validator = withHistory();
    for (const certificate of HISTORY) validator.deliver(certificate);
    const page = (from: bigint, limit: number) =>
      certificates(validator, { by: 'Sequence', from, limit });
    expect(page(0n, 200)).toEqual(HISTORY);
    expect(page(2n, 3)).toEqual(HISTORY.slice(2, 5));
    expect(page(6n, 1)).toEqual([]);
    const late = certified(payment({ from: 'dave', to: 'alice' }));
    const restarted = createTestValidator({ store: validator.store });
    restarted.deliver(late);
    expect(certificates(restarted, { by: 'Sequence', from: 5n, limit: 9 })).toEqual([
      HISTORY[5],
      late,
    ]);
  });

  it('finds a certificate by transaction id, and none for an unknown one', () => {
    const { id } = factsOf(DELIVERED?.envelope.transaction ?? payment().transaction);
    expect(certificates(withHistory(), { by: 'Id', transactionId: id })).toEqual([DELIVERED]);
    expect(certificates(createTestValidator(), { by: 'Id', transactionId: id })).toEqual([]);
  });

  it.each<[string, CertificateSelection]>([
    ['an invalid id', { by: 'Id', transactionId: 'zz' as never }],
    ['an invalid job id', { by: 'Decision', jobId: 'zz' as never }],
    [
      'more than 200 in all',
      { by: 'Basis', recipient: addressOf('bob'), tokenIds: [UNKNOWN_TOKEN], skip: 0, limit: 101 },
    ],
    [
      'half a page',
      { by: 'Basis', recipient: addressOf('bob'), tokenIds: [], skip: 0.5, limit: 1 },
    ],
    [
      'half a certificate of each list',
      { by: 'Basis', recipient: addressOf('bob'), tokenIds: [UNKNOWN_TOKEN], skip: 0, limit: 0.5 },
    ],
    ['a place before the first', { by: 'Sequence', from: -1n, limit: 1 }],
    ['an empty page', { by: 'Sequence', from: 0n, limit: 0 }],
    ['nobody', { by: 'Basis', recipient: 'x' as Address, tokenIds: [], skip: 0, limit: 1 }],
  ])('V1 refuses to look for %s', (_, select) => {
    const answer = withHistory().ask({ type: 'GetCertificates', requestId: 'r', select });
    expect(rejectionOf(answer)).toMatchObject({ code: 'InvalidRequest', rule: 'V1' });
  });
});

describe('GetAccountInfo', () => {
  const ask = (validator: TestValidator, overrides: Partial<GetAccountInfo> = {}) =>
    validator.ask({
      type: 'GetAccountInfo',
      requestId: 'r',
      address: addressOf('alice'),
      tokenBalances: 'all',
      stateKeys: 'all',
      ...overrides,
    });

  it('gives everything that is known of an account', () => {
    const validator = withHistory();
    expect(ask(validator)).toEqual({
      type: 'AccountInfo',
      address: addressOf('alice'),
      balance: 54n,
      nextNonce: 4n,
      pending: undefined,
      tokenBalances: [
        [TOKEN, 1000n],
        [NATIVE_TOKEN_ID, 54n],
      ].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
      stateCells: [[CELL, stateOf('0a')]],
    });
  });

  it('shows what the lock holds, with the own signature', () => {
    const validator = createTestValidator();
    const signed = validator.submit(payment());
    if (signed.type !== 'Signed') throw new Error('expected a signature');
    expect(ask(validator)).toMatchObject({
      nextNonce: 0n,
      pending: {
        kind: 'pending',
        envelope: payment(),
        validator: addressOf('v1'),
        signature: signed.signature,
      },
    });
  });

  it('gives what a filter names, and nothing for what is not there', () => {
    expect(
      ask(withHistory(), {
        tokenBalances: [UNKNOWN_TOKEN, TOKEN as TokenId, TOKEN as TokenId],
        stateKeys: ['00'.repeat(32) as StateKey],
      }),
    ).toMatchObject({ tokenBalances: [[TOKEN, 1000n]], stateCells: [] });
    expect(ask(withHistory(), { tokenBalances: 'none', stateKeys: 'none' })).toMatchObject({
      tokenBalances: [],
      stateCells: [],
    });
    expect(ask(withHistory(), { tokenBalances: 'none' })).toMatchObject({
      tokenBalances: [],
      stateCells: [[CELL, stateOf('0a')]],
    });
  });

  it('gives a new account for one that was never seen', () => {
    expect(ask(createTestValidator(), { address: addressOf('nobody') })).toMatchObject({
      balance: 0n,
      nextNonce: 0n,
      tokenBalances: [],
    });
  });

  it('P12 lists at most 1000 tokens, smallest id first', () => {
    const store = createTestValidator().store;
    const ids = Array.from({ length: 1001 }, (_, n) => n.toString(16).padStart(64, '0'));
    for (const id of ids) {
      store.write([{ key: `balance/${addressOf('dave')}/${id}`, value: 1n }]);
    }
    const answer = ask(createTestValidator({ store }), { address: addressOf('dave') });
    if (answer.type !== 'AccountInfo') throw new Error(answer.type);
    expect(answer.tokenBalances.map(([id]) => id)).toEqual(ids.slice(0, 1000));
  });

  it.each<Partial<GetAccountInfo>>([
    { address: 'x' as Address },
    { tokenBalances: ['x' as TokenId] },
    { stateKeys: Array.from({ length: 101 }, () => CELL) },
  ])('V1 refuses what is no account or too long a filter %#', (overrides) => {
    expect(rejectionOf(ask(withHistory(), overrides))).toMatchObject({ code: 'InvalidRequest' });
  });
});

describe('GetTokenInfo', () => {
  it('gives known tokens, each once', () => {
    const tokenIds = [TOKEN as TokenId, UNKNOWN_TOKEN, TOKEN as TokenId];
    const answer = withHistory().ask({ type: 'GetTokenInfo', requestId: 'r', tokenIds });
    expect(answer).toMatchObject({
      type: 'TokenInfo',
      tokens: [[TOKEN, { supply: 1000n, description: { updateCount: 2n } }]],
    });
  });

  it('V1 refuses more than 100', () => {
    const tokenIds = Array.from({ length: 101 }, () => UNKNOWN_TOKEN);
    const answer = withHistory().ask({ type: 'GetTokenInfo', requestId: 'r', tokenIds });
    expect(rejectionOf(answer)).toMatchObject({ code: 'InvalidRequest' });
  });
});

describe('GetEscrowJobs', () => {
  const jobsOf = (validator: TestValidator, select: GetEscrowJobs['select']) => {
    const answer = validator.ask({ type: 'GetEscrowJobs', requestId: 'r', select });
    if (answer.type !== 'EscrowJobs') throw new Error(answer.type);
    return answer.jobs.map(([id, { status }]) => [id, status]);
  };
  const other = idOf('alice', 1n, 1);
  const alice = { by: 'Party', role: 'client', party: addressOf('alice') } as const;

  it('finds jobs by id', () => {
    const jobIds = [JOB, UNKNOWN_TOKEN] as string[] as EscrowJobId[];
    expect(jobsOf(withHistory(), { by: 'Id', jobIds })).toEqual([[JOB, 'Submitted']]);
  });

  it('finds the jobs of a party in each role, by their present status', () => {
    const validator = withHistory();
    const both = [
      [JOB, 'Submitted'],
      [other, 'Funded'],
    ].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
    expect(jobsOf(validator, alice)).toEqual(both);
    expect(jobsOf(validator, { ...alice, role: 'provider' })).toEqual([]);
    expect(jobsOf(validator, { by: 'Party', role: 'provider', party: addressOf('bob') })).toEqual(
      both,
    );
    expect(jobsOf(validator, { ...alice, status: 'Submitted' })).toEqual([[JOB, 'Submitted']]);
    validator.deliver(acted('carol', 1n, decide('Complete', JOB)));
    expect(jobsOf(validator, { ...alice, status: 'Submitted' })).toEqual([]);
    const evaluated = { by: 'Party', role: 'evaluator', party: addressOf('carol') } as const;
    expect(jobsOf(validator, { ...evaluated, status: 'Completed' })).toEqual([[JOB, 'Completed']]);
  });

  it('P12 lists at most 1000 jobs, smallest id first, whatever their status', () => {
    const { store, state } = withHistory();
    const job = state().ledger.job.get(JOB);
    if (job === undefined) throw new Error('the history has a job');
    const party = addressOf('dave');
    // The listings are read status by status, so the smallest id comes last.
    const ids = Array.from({ length: 1001 }, (_, n) => n.toString(16).padStart(64, '0'));
    for (const [index, id] of ids.entries()) {
      const status = index === 0 ? 'Refunded' : 'Funded';
      const listing = jobListKey({ role: 'client', party, status }, id as EscrowJobId);
      store.write([
        { key: `job/${id}`, value: { ...job, client: party, status } },
        { key: listing, value: true },
      ]);
    }
    const listed = jobsOf(createTestValidator({ store }), { by: 'Party', role: 'client', party });
    expect(listed.map(([id]) => id)).toEqual(ids.slice(0, 1000));
  });

  it('V1 refuses an invalid party and an unknown status', () => {
    const validator = withHistory();
    for (const select of [
      { ...alice, party: 'x' as Address },
      { ...alice, status: 'Lost' as never },
    ]) {
      const answer = validator.ask({ type: 'GetEscrowJobs', requestId: 'r', select });
      expect(rejectionOf(answer)).toMatchObject({ code: 'InvalidRequest' });
    }
  });
});
