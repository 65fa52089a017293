import {
  type AccountInfo,
  balanceKey,
  cellKey,
  EMPTY_LEDGER,
  NEW_ACCOUNT,
  type Pending,
  PROXY_RULES,
} from '@quorate/core';
import { openCrypto, type Signer } from '@quorate/crypto';
import {
  type Address,
  factsOf,
  NATIVE_TOKEN_ID,
  type Operation,
  type State,
  type StateKey,
  type TokenId,
  type TransactionEnvelope,
} from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { buildGenesis } from '../../world/genesis.ts';
import { createParties } from '../../world/parties.ts';
import { createCommitteeBook } from '../committee-book.ts';
import type { Oracle } from '../oracle.ts';
import { readTruthful } from './read-truthful.ts';

const { signer, witness } = openCrypto('stub');
const parties = createParties(signer);
const genesis = buildGenesis(
  { validators: ['v1', 'v2', 'v3', 'v4'], clients: [], accounts: [] },
  parties,
  0n,
);
const alice = parties.signer('alice');
const { address } = alice;
const GOLD = '07'.repeat(32) as TokenId;
const KEY = '01'.repeat(32) as StateKey;
const [OLD, NEW] = ['02'.repeat(32), '03'.repeat(32)] as [State, State];
const QUERY = {
  type: 'GetAccountInfo',
  requestId: 'r',
  address,
  tokenBalances: 'all',
  stateKeys: 'all',
} as const;
const LEAVE: Operation = { kind: 'LeaveCommittee' };

interface Holding {
  readonly nextNonce?: bigint;
  readonly balance?: bigint;
  readonly gold?: bigint;
  readonly cells?: readonly State[];
  readonly pending?: Pending;
}

/** What is said of alice's account. */
function infoOf({ nextNonce = 0n, balance = 0n, gold = 0n, cells = [], pending }: Holding) {
  return {
    type: 'AccountInfo',
    address,
    nextNonce,
    balance,
    pending,
    tokenBalances: [[GOLD, gold]],
    stateCells: cells.map((state) => [KEY, state] as const),
  } as const satisfies AccountInfo;
}

/** Has a correct validator that holds this answer what it is asked. */
function answer(oracle: Oracle, holding: Holding): void {
  const { nextNonce = 0n, balance = 0n, gold = 0n, cells = [] } = holding;
  const ledger = {
    ...EMPTY_LEDGER,
    account: EMPTY_LEDGER.account.set(address, { ...NEW_ACCOUNT, nextNonce }),
    balance: EMPTY_LEDGER.balance
      .set(balanceKey(address, NATIVE_TOKEN_ID), balance)
      .set(balanceKey(address, GOLD), gold),
    cell: cells.reduce((cell, state) => cell.set(cellKey(address, KEY), state), EMPTY_LEDGER.cell),
  };
  const step = { validator: 'v1', observation: { after: { ledger } }, changes: [] } as never;
  oracle.noteAnswer?.({ validator: 'v1', result: infoOf(holding), step, at: 0n });
}

/** Gives the oracle of a run in which nothing has happened. */
function oracleOf(faulty: readonly string[] = []): Oracle {
  return readTruthful({
    committees: createCommitteeBook(genesis.committee),
    nameOf: parties.nameOf,
    verifier: witness,
    isCorrect: (name) => !faulty.includes(name),
  });
}

/** Has a user ask, correct validators answer what they hold, and a proxy tell something. */
function findingOf(told: Holding, held: readonly Holding[], oracle = oracleOf()) {
  oracle.noteRead?.({ requestId: 'r', query: QUERY });
  for (const holding of held) answer(oracle, holding);
  return oracle.afterRead?.({ by: 'p1', requestId: 'r', result: infoOf(told) });
}

/** Has the transaction of alice at a nonce certified, and acknowledged. */
function settle(oracle: Oracle, nonce: bigint): void {
  const facts = factsOf(envelopeOf(address, LEAVE, nonce).transaction);
  oracle.noteCertified?.(facts);
  const certificate = { envelope: envelopeOf(address, LEAVE, nonce), signatures: [] };
  oracle.noteSuccess?.({ by: 'p1', role: 'proxy', asked: undefined, certificate, facts });
}

function signedBy(by: Signer, nonce = 0n): TransactionEnvelope {
  const { transaction } = envelopeOf(address, LEAVE, nonce);
  const signature = by.sign(factsOf(transaction).signingBytes);
  return { transaction, signature: { kind: 'Signature', signature } };
}

const amounts = fc.bigInt({ min: -5n, max: 5n });

describe('read-truthful', () => {
  it('P7 lets pass what some correct validator held, and nothing above it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ balance: amounts, gold: amounts }), { minLength: 1 }),
        fc.record({ balance: amounts, gold: amounts }),
        (held, told) => {
          const isVouched = (['balance', 'gold'] as const).every((token) =>
            held.some((each) => each[token] >= told[token]),
          );
          expect(findingOf(told, held) === undefined).toBe(isVouched);
        },
      ),
    );
  });

  it('P7 finds a nonce below what was acknowledged when the user asked, not one that came later', () => {
    const held = [{ nextNonce: 1n }, { nextNonce: 2n }];
    const [early, late] = [oracleOf(), oracleOf()];
    for (const nonce of [0n, 1n]) settle(early, nonce);
    expect(findingOf({ nextNonce: 1n }, held, early)?.message).toBe(
      'p1 told of alice the next nonce 1, when 1 had been acknowledged',
    );
    expect(findingOf({ nextNonce: 2n }, held, early)).toBeUndefined();
    settle(late, 0n);
    late.noteRead?.({ requestId: 'r', query: QUERY });
    settle(late, 1n);
    expect(findingOf({ nextNonce: 1n }, held, late)).toBeUndefined();
  });

  it('P7 finds a nonce without a certificate behind it, or at which no validator was', () => {
    const oracle = oracleOf();
    settle(oracle, 0n);
    expect(findingOf({ nextNonce: 2n }, [{ nextNonce: 2n }], oracle)?.message).toMatch(
      'the next nonce 2, and 1 is not certified',
    );
    expect(findingOf({ nextNonce: 1n }, [{}], oracle)?.message).toMatch(
      'at which no correct validator stood',
    );
  });

  it('P7 finds a cell that no correct validator holds, at this nonce', () => {
    expect(findingOf({ cells: [OLD] }, [{ cells: [OLD] }])).toBeUndefined();
    expect(findingOf({ cells: [NEW] }, [{ cells: [OLD] }])?.facts).toMatchObject({ state: NEW });
    const oracle = oracleOf();
    settle(oracle, 0n);
    const held = [{ cells: [OLD] }, { nextNonce: 1n, cells: [NEW] }];
    expect(findingOf({ nextNonce: 1n, cells: [OLD] }, held, oracle)?.facts).toMatchObject({
      state: OLD,
    });
  });

  it('P7 finds what is told as pending and not signed: by its sender, or by the validator named', () => {
    const v1 = parties.signer('v1');
    const envelope = signedBy(alice);
    const by = (validator: Address, each = envelope): Pending => ({
      kind: 'pending',
      envelope: each,
      validator,
      signature: v1.sign(factsOf(each.transaction).signingBytes),
    });
    const messageOf = (pending: Pending) => findingOf({ pending }, [{}])?.message ?? 'nothing';
    expect(messageOf(by(v1.address))).toBe('nothing');
    expect(messageOf(by(parties.signer('v2').address))).toMatch('does not verify');
    expect(messageOf(by(v1.address, signedBy(v1)))).toMatch('has not signed');
    expect(messageOf(by(v1.address, signedBy(alice, 1n)))).toMatch('has not signed');
    expect(messageOf({ kind: 'contested', envelopes: [envelope, envelope] })).toMatch('one and');
  });

  it('P7 finds certificates that are missing and had been acknowledged, unless some are pruned', () => {
    const oracle = oracleOf();
    const select = { by: 'Sender', sender: address, fromNonce: 0n, limit: 200 } as const;
    const query = { type: 'GetCertificates', requestId: 'r', select } as const;
    const none = { type: 'Certificates', certificates: [] } as const;
    settle(oracle, 0n);
    oracle.noteRead?.({ requestId: 'r', query });
    expect(oracle.afterRead?.({ by: 'p1', requestId: 'r', result: none })?.message).toBe(
      'p1 told no certificate at nonce 0, which had been acknowledged',
    );
    const result = { ...none, pruned: [] };
    oracle.noteAnswer?.({ validator: 'v1', result, step: {} as never, at: 0n });
    expect(oracle.afterRead?.({ by: 'p1', requestId: 'r', result: none })).toBeUndefined();
  });

  it('says nothing where more than f validators break the rules, nor of what nobody asked', () => {
    const facts = { proxy: 'p1', account: 'alice', nonce: '0' };
    expect(findingOf({ balance: 1n }, [{}], oracleOf(['v4']))?.facts).toMatchObject(facts);
    expect(findingOf({ balance: 1n }, [{}], oracleOf(['v3', 'v4']))).toBeUndefined();
    const stray = { by: 'p1', requestId: 'r', result: infoOf({ balance: 1n }) };
    expect(oracleOf().afterRead?.(stray)).toBeUndefined();
  });
});

/** One validator of four says that everybody is rich. */
const rich = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  network: { default: { delay: { dist: 'const', mean: '20 ms' } }, schedule: 'fifo' },
  steps: { alice: [pay('bob', 1), { op: 'read' }], bob: [{ op: 'read', of: 'alice' }] },
  byzantine: [
    { id: 'liar', node: 'v1', acts: [{ id: 'more', act: 'lie', about: 'balance', by: 1000 }] },
  ],
});

/** One validator of four says of a cell what it does not hold. */
const rewritten = scenarioOf({
  clients: { alice: { balance: 10 }, bob: {} },
  network: { default: { delay: { dist: 'const', mean: '20 ms' } }, schedule: 'fifo' },
  steps: {
    alice: [{ op: 'set-state', key: 'head', to: 'a' }, { op: 'read' }],
    bob: [
      { op: 'wait', for: '1 s' },
      { op: 'read', of: 'alice' },
    ],
  },
  byzantine: [
    { id: 'liar', node: 'v1', acts: [{ id: 'other', act: 'lie', about: 'state', by: 1 }] },
  ],
});

describe('what a user reads', () => {
  it('is found out where the proxy takes each certificate for that of the nonce before', () => {
    const scenario = scenarioOf({
      clients: { alice: { balance: 10 } },
      steps: { alice: [pay('alice', 1), { op: 'read', certificates: 0 }] },
    });
    const { verifiedFacts } = PROXY_RULES;
    const proxyRules = {
      ...PROXY_RULES,
      verifiedFacts: (...given: Parameters<typeof verifiedFacts>) => {
        const facts = verifiedFacts(...given);
        if (facts === undefined) return undefined;
        const { transaction } = facts;
        return { ...facts, transaction: { ...transaction, nonce: transaction.nonce - 1n } };
      },
    };
    const result = runScenario(scenario, { proxyRules });
    expect(violationsOf('read-truthful', result)).toBe(1);
    expect(violationsOf('read-quorum', result)).toBe(1);
    expect(violationsOf('read-truthful', runScenario(scenario))).toBe(0);
  });

  it('is found out where the proxy believes whoever says most', () => {
    const { vouchedFor } = PROXY_RULES;
    const proxyRules = {
      ...PROXY_RULES,
      vouchedFor: (said: readonly bigint[]) => vouchedFor(said, 1),
    };
    const result = runScenario(rich, { proxyRules });
    expect(result.verdict).toBe('violation:read-truthful');
  });

  it('is found out where the proxy believes what one validator says of a cell', () => {
    const result = runScenario(rewritten, { proxyRules: { ...PROXY_RULES, faultyMax: () => 0 } });
    expect(result.verdict).toBe('violation:read-truthful');
    const { violations } = result.oracles.find(({ name }) => name === 'read-truthful') ?? {};
    expect(violations?.[0]?.message).toContain('a state cell that no correct validator held');
  });

  it.each([rich, rewritten])('is true where f + 1 vouch for it, whoever lies', (scenario) => {
    const result = runScenario(scenario);
    expect(violationsOf('read-truthful', result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });
});
