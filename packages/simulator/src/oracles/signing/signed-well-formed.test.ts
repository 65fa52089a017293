import { VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { NATIVE_TOKEN_ID, type Operation } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { certificateAt, committee, context, sender } from '../../../test/certificates.ts';
import { CREATE_GOLD } from '../../../test/envelopes.ts';
import { guestValidator } from '../../../test/guests.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { NodeMakers } from '../../world/guests/guests.ts';
import { signedWellFormed } from './signed-well-formed.ts';

const { ChangeCommittee } = VALIDATOR_RULES.operations;

/** The operator of v1 changes the committee alone, for an account that asks for no more. */
const scenario = scenarioOf({
  clients: {},
  steps: {},
  candidates: 1,
  changes: [{ id: 'change', members: ['v2', 'v3', 'v4', 'v5'], at: '2 s' }],
  byzantine: [
    {
      id: 'usurper',
      node: 'v1',
      acts: [
        { id: 'own', act: 'propose', at: '1 s', members: ['v2', 'v3', 'v4', 'v5'], quorum: 1 },
      ],
    },
  ],
});

const oneIsEnough: ValidatorRules = {
  ...VALIDATOR_RULES,
  operations: {
    ...VALIDATOR_RULES.operations,
    ChangeCommittee: {
      ...ChangeCommittee,
      validate: (operation, scratch, context) =>
        ChangeCommittee.validate(operation, scratch, { ...context, quorum: () => 1 }),
    },
  },
};

function findings(validatorRules: ValidatorRules): readonly string[] {
  return findingsIn(scenario, { validatorRules });
}

function findingsIn(
  where: Scenario,
  given: { readonly validatorRules?: ValidatorRules; readonly nodes?: NodeMakers },
): readonly string[] {
  return runScenario(where, given)
    .oracles.filter(({ name }) => name === 'signed-well-formed')
    .flatMap(({ violations }) => violations.map(({ message }) => message));
}

it('signed-well-formed finds a validator that signs a change of committee by one operator (C3)', () => {
  expect(findings(oneIsEnough)[0]).toMatch(/no quorum of operators changes the committee$/);
  expect(findings(VALIDATOR_RULES)).toEqual([]);
});

describe('signed-well-formed finds that somebody else’s validator signs', () => {
  const { submission } = VALIDATOR_RULES;
  const payment = { to: 'bob', amount: 2 };

  function without(rule: keyof typeof submission): NodeMakers {
    const rules = { ...VALIDATOR_RULES, submission: { ...submission, [rule]: () => undefined } };
    return { v1: guestValidator(rules) };
  }

  it.each([
    ['V1', { act: 'inadmissible', kind: 'too-many-operations' }, /too many operations$/],
    ['V1', { act: 'inadmissible', kind: 'empty-new-name' }, /: it gives an empty name$/],
    ['V2', { act: 'bad-encoding', kind: 'wrong-network', ...payment }, /it is for /],
    ['V3', { act: 'bad-encoding', kind: 'wrong-key', ...payment }, /has not signed it/],
    ['V3', { act: 'inadmissible', kind: 'foreign-sender' }, /has not signed it/],
    ['V3', { act: 'inadmissible', kind: 'multisig-too-few' }, /has not signed it/],
    ['V6', { act: 'inadmissible', kind: 'no-operation' }, /moves nothing$/],
    ['V6', { act: 'inadmissible', kind: 'repeated-mint' }, /names a mint twice$/],
    ['V6', { act: 'inadmissible', kind: 'second-claim' }, /more than one claim$/],
    ['V6', { act: 'inadmissible', kind: 'verifier-forged' }, /no quorum of verifiers/],
    ['V6', { act: 'inadmissible', kind: 'burnt-admin' }, /hands a token to nobody$/],
    ['V6', { act: 'inadmissible', kind: 'foreign-terms' }, /are those of another evaluator$/],
    ['V6', { act: 'inadmissible', kind: 'greedy-terms' }, /ask for more than the whole$/],
  ] as const)('past %s: %j', (rule, act, fault) => {
    const lying = scenarioOf({
      clients: { alice: { balance: 5 }, bob: {} },
      steps: { alice: [pay('bob', 1)] },
      byzantine: [{ id: 'liar', node: 'alice', acts: [{ id: 'lie', ...act }] }],
    });
    const [first = ''] = findingsIn(lying, { nodes: without(rule) });
    expect(first).toMatch(/^v1 signed what it had to refuse: /);
    expect(first).toMatch(fault);
    const honest = guestValidator(VALIDATOR_RULES);
    const nodes = { v1: honest, v2: honest, v3: honest };
    expect(findingsIn(lying, { nodes })).toEqual([]);
  });
});

describe('signed-well-formed, of one operation', () => {
  const genesis = { networkId: 'fast:localnet', committee } as never;
  const managing = { updateId: 0n, newAdmin: null, mints: [], userData: null, newTokenName: null };
  const moving = { recipient: sender, amount: 1n, userData: null };
  const own = 'ab'.repeat(32);

  /** Says what is wrong with it that a validator signs this. */
  function faultOf(operation: object) {
    const { envelope } = certificateAt(0n, operation as Operation);
    const message = { type: 'SubmitTransaction', requestId: 'r', envelope };
    const input = { type: 'Message', from: 'p1', message };
    const effects = [{ type: 'Reply', result: { type: 'Signed' } }];
    const step = { validator: 'v1', observation: { input, effects }, changes: [{}] };
    const oracle = signedWellFormed({ ...context, genesis, unseen: [] } as never);
    return oracle.afterStep?.(step as never)?.facts['fault'];
  }

  it.each([
    ['manages', { kind: 'TokenManagement', ...managing }],
    ['mints', { kind: 'Mint', ...moving }],
  ])('V6 finds that it %s the native token, and no other', (what, operation) => {
    expect(faultOf({ ...operation, tokenId: NATIVE_TOKEN_ID })).toBe(`it ${what} the native token`);
    expect(faultOf({ ...operation, tokenId: own })).toBeUndefined();
  });

  it.each(['TokenTransfer', 'Mint', 'Burn'])('V6 finds a %s of nothing', (kind) => {
    const operation = { kind, tokenId: own, ...(kind === 'Burn' ? {} : moving) };
    expect(faultOf({ ...operation, amount: 0n })).toBe('it moves nothing');
    expect(faultOf({ ...operation, amount: 1n })).toBeUndefined();
  });

  it('is silent about a token with distinct mints', () => {
    const mints = [sender, committee.members[0]?.validator.address];
    expect(faultOf({ ...CREATE_GOLD, mints })).toBeUndefined();
    expect(faultOf({ ...CREATE_GOLD, mints: [sender, sender] })).toBe('it names a mint twice');
  });
});
