import {
  CLIENT_RULES,
  type ClientRules,
  type EscrowJob,
  PROXY_RULES,
  type ProxyRules,
  VALIDATOR_RULES,
  type ValidatorRules,
  verifiedFacts,
} from '@quorate/core';
import { NATIVE_TOKEN_ID, operationId } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { itFiresOnlyWhenWrong, violationsOf } from '../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { WrongRules } from '../wrong-rules.ts';

const { effects, operations, submission } = VALIDATOR_RULES;
const { Escrow, JoinCommittee, TokenManagement, TokenTransfer } = operations;

/** Validators that do not write rows whose keys begin like this. */
const without = (prefix: string): Partial<ValidatorRules> => ({
  effects: {
    ...effects,
    rows: (delivery, scratch) =>
      effects.rows(delivery, scratch).filter(({ key }) => !key.startsWith(prefix)),
  },
});

/** Validators that list a job twice for its client, and not for its evaluator. */
const clientsTwice: Partial<ValidatorRules> = {
  effects: {
    ...effects,
    rows: (delivery, scratch) => {
      const rows = effects.rows(delivery, scratch);
      const own = rows.filter(({ key }) => key.startsWith('jobs/client/'));
      return [...rows.filter(({ key }) => !key.startsWith('jobs/evaluator/')), ...own];
    },
  },
};

/** Validators that write down another job than the one they created. */
function afterJob(change: (job: EscrowJob) => EscrowJob): Partial<ValidatorRules> {
  const { CreateJob } = Escrow;
  const apply: typeof CreateJob.apply = (operation, scratch, context) => {
    CreateJob.apply(operation, scratch, context);
    const { sender, nonce } = context.transaction;
    const id = operationId(sender, nonce, context.index);
    const job = scratch.get('job', id);
    if (job !== undefined) scratch.put('job', id, change(job));
  };
  return {
    operations: { ...operations, Escrow: { ...Escrow, CreateJob: { ...CreateJob, apply } } },
  };
}

/** Gives the step that opens a job for Bob on Carol's terms. */
const hire = (as: string) => ({
  ...{ op: 'escrow-job', as, terms: 'flat', provider: 'bob', fee: 200 },
  description: `a ${as}`,
});

const clients = { alice: { balance: 1000 }, bob: {}, carol: {} };
const STEADY = { default: { delay: { dist: 'const', mean: '20 ms' } } };

describe('the oracles of what validators sign and settle', () => {
  itFiresOnlyWhenWrong({
    scenarios: {
      payment: scenarioOf({ clients, steps: { alice: [pay('bob', 1)] } }),
      charged: scenarioOf({
        clients,
        fees: { amount: 3, account: 'carol' },
        steps: { alice: [pay('bob', 1), { op: 'batch', steps: [pay('bob', 1), pay('bob', 2)] }] },
      }),
      broke: scenarioOf({
        clients,
        fees: { amount: 3, account: 'carol' },
        steps: { alice: [pay('bob', 998), pay('bob', 1)] },
      }),
      nothing: scenarioOf({ clients, steps: { alice: [pay('bob', 1), pay('bob', 0)] } }),
      managed: scenarioOf({
        clients,
        steps: {
          alice: [
            {
              op: 'batch',
              steps: [
                { op: 'create-token', as: 'gold', amount: 1 },
                { op: 'manage-token', token: 'gold', add: ['bob'] },
              ],
            },
            { op: 'manage-token', token: 'gold', name: 'Gold' },
            { op: 'join-committee' },
          ],
        },
      }),
      jobs: scenarioOf({
        clients,
        steps: {
          alice: [{ op: 'batch', steps: [pay('bob', 1), hire('logo')] }, hire('sign')],
          carol: [{ op: 'escrow-terms', as: 'flat', fee: 20 }],
        },
      }),
      delivery: scenarioOf({
        clients,
        steps: {
          alice: [hire('logo')],
          bob: [{ op: 'escrow-submit', job: 'logo', deliverable: 'logo.svg' }],
          carol: [
            { op: 'escrow-terms', as: 'flat', fee: 20 },
            { op: 'escrow-submit', job: 'logo', deliverable: 'logo.svg' },
            { op: 'escrow-reject', job: 'logo' },
          ],
        },
      }),
    },
    wrongRules: {
      'a payment goes back': {
        operations: {
          ...operations,
          TokenTransfer: {
            ...TokenTransfer,
            apply: (operation, scratch, context) => {
              const recipient = context.transaction.sender;
              TokenTransfer.apply({ ...operation, recipient }, scratch, context);
            },
          },
        },
      },
      'nobody is charged': { effects: { ...effects, fee: () => undefined } },
      'a fee is credited to nobody': {
        effects: {
          ...effects,
          fee: (delivery, scratch) =>
            scratch.debit(delivery.transaction.sender, NATIVE_TOKEN_ID, 3n),
        },
      },
      'nobody looks whether the fee is covered': {
        submission: { ...submission, V7: () => undefined },
      },
      'any amount will do': {
        operations: {
          ...operations,
          TokenTransfer: { ...TokenTransfer, validate: () => undefined },
        },
      },
      'anybody delivers': {
        operations: {
          ...operations,
          Escrow: { ...Escrow, Submit: { ...Escrow.Submit, validate: () => undefined } },
        },
      },
      'no certificate is kept': without('certificate/'),
      'no delivery is found by its job': without('submit/'),
      'no end is found by its job': without('decision/'),
      'no job is found by its parties': without('jobs/'),
      'no job is found by its evaluator': clientsTwice,
      'jobs are described by nothing': afterJob((job) => ({ ...job, description: '' })),
      'jobs come from the transaction before': afterJob(({ origin, ...job }) => ({
        ...job,
        origin: { ...origin, nonce: origin.nonce - 1n },
      })),
      'a payment leaves a claim': {
        operations: {
          ...operations,
          TokenTransfer: {
            ...TokenTransfer,
            apply: (operation, scratch, context) => {
              TokenTransfer.apply(operation, scratch, context);
              const { sender, nonce } = context.transaction;
              scratch.put('claim', context.facts.id, { sender, nonce });
            },
          },
        },
      },
      'nobody mints who was let to': {
        operations: {
          ...operations,
          TokenManagement: {
            ...TokenManagement,
            apply: (operation, scratch, context) =>
              TokenManagement.apply({ ...operation, mints: [] }, scratch, context),
          },
        },
      },
      'tokens keep their first name': {
        operations: {
          ...operations,
          TokenManagement: {
            ...TokenManagement,
            apply: (operation, scratch, context) =>
              TokenManagement.apply({ ...operation, newTokenName: null }, scratch, context),
          },
        },
      },
      'requests were made at no time': {
        operations: {
          ...operations,
          JoinCommittee: {
            ...JoinCommittee,
            apply: (operation, scratch, context) => {
              const transaction = { ...context.transaction, timestampNanos: 0n };
              JoinCommittee.apply(operation, scratch, { ...context, transaction });
            },
          },
        },
      },
      'no credit is listed': {
        operations: {
          ...operations,
          TokenTransfer: {
            ...TokenTransfer,
            apply: ({ recipient, tokenId, amount }, scratch, { transaction }) => {
              scratch.debit(transaction.sender, tokenId, amount);
              scratch.debit(recipient, tokenId, -amount);
            },
          },
        },
      },
    },
    findings: [
      ['settled-as-written', 'a payment goes back', 'payment'],
      ['settled-as-written', 'nobody is charged', 'charged'],
      ['atomic-batch', 'nobody is charged', 'charged'],
      ['supply-conserved', 'a fee is credited to nobody', 'charged'],
      ['no-overdraft-certified', 'nobody looks whether the fee is covered', 'broke'],
      ['signed-well-formed', 'any amount will do', 'nothing'],
      ['escrow-authorised', 'anybody delivers', 'delivery'],
      ['certificate-kept', 'no certificate is kept', 'payment'],
      ['certificate-kept', 'no delivery is found by its job', 'delivery'],
      ['certificate-kept', 'no end is found by its job', 'delivery'],
      ['certificate-kept', 'no job is found by its parties', 'delivery'],
      ['certificate-kept', 'no job is found by its evaluator', 'delivery'],
      ['settled-as-written', 'no credit is listed', 'payment'],
      ['atomic-batch', 'nobody mints who was let to', 'managed'],
      ['atomic-batch', 'jobs are described by nothing', 'jobs'],
      ['settled-as-written', 'jobs are described by nothing', 'jobs'],
      ['atomic-batch', 'jobs come from the transaction before', 'jobs'],
      ['settled-as-written', 'a payment leaves a claim', 'payment'],
      ['settled-as-written', 'tokens keep their first name', 'managed'],
      ['settled-as-written', 'requests were made at no time', 'managed'],
    ],
  });
});

/** The proxy tells clients of each other's success, each of whom pays in one of these ways. */
const swapped = (alices: object = {}, bobs: object = alices) =>
  scenarioOf({
    clients: { alice: { balance: 10 }, bob: { balance: 10 }, carol: {} },
    accounts: {
      purse: { signers: ['alice'], quorum: 1, balance: 10 },
      till: { signers: ['bob'], quorum: 1, balance: 10 },
    },
    network: STEADY,
    steps: { alice: [{ ...pay('carol', 1), ...alices }], bob: [{ ...pay('carol', 2), ...bobs }] },
    byzantine: [{ id: 'liar', node: 'p1', acts: [{ id: 'swap', act: 'swap', what: 'answers' }] }],
  });

const wrongClient = (wrong: Partial<ClientRules>) => ({
  clientRules: { ...CLIENT_RULES, ...wrong },
});

/** A client that takes any certificate for that of its own transaction. */
const credulous = wrongClient({
  acceptsCertificate: ({ committees }, _envelope, certificate, { verifier }) =>
    verifiedFacts(certificate, { committees, quorum: () => 3, verifier }) !== undefined,
});

/** Alice goes down between signing and hearing of it, and is asked for the same once more. */
const restarted = scenarioOf({
  clients,
  network: STEADY,
  steps: { alice: [pay('bob', 1)] },
  faults: [{ id: 'restart', kind: 'crash', node: 'alice', at: '30 ms', restartAfter: '1 s' }],
});

/** Validators sign, and none of their answers arrives before the deadline. */
const silent = (how: object = {}) =>
  scenarioOf({
    clients,
    network: STEADY,
    steps: { alice: [{ ...pay('bob', 1), ...how }] },
    faults: [
      {
        id: 'mute',
        kind: 'cut',
        from: ['v1', 'v2', 'v3', 'v4'],
        to: 'p1',
        direction: 'one-way',
        when: { node: 'v1', after: 'signed' },
        for: '40 s',
      },
    ],
  });

/** One validator calls an honest payment inadmissible. */
const slandered = scenarioOf({
  clients,
  network: STEADY,
  steps: { alice: [pay('bob', 1)] },
  byzantine: [
    {
      id: 'liar',
      node: 'v4',
      acts: [{ id: 'no', act: 'refuse', code: 'NonSubmittableOperation' }],
    },
  ],
});

/** Two validators miss a certificate, and Bob spends at once what it brought him. */
const lagging = scenarioOf({
  clients,
  network: STEADY,
  steps: { alice: [pay('bob', 10)], bob: [{ op: 'wait', for: '220 ms' }, pay('carol', 10)] },
  faults: [
    {
      id: 'lost',
      kind: 'cut',
      from: 'p1',
      to: ['v3', 'v4'],
      when: { node: 'p1', after: 'certified' },
      for: '100 ms',
    },
  ],
});

const wrongProxy = (wrong: Partial<ProxyRules>) => ({ proxyRules: { ...PROXY_RULES, ...wrong } });

describe('the oracles of what proxies and clients promise', () => {
  const findings: readonly (readonly [string, string, Scenario, WrongRules])[] = [
    ['success-is-own', 'a client believes any certificate', swapped(), credulous],
    [
      'success-is-own',
      'a client believes any certificate for what its user has signed by hand',
      swapped({ archival: true }),
      credulous,
    ],
    [
      'success-is-own',
      'a client believes any certificate for what it signs with others',
      swapped({ from: 'purse' }, { from: 'till' }),
      credulous,
    ],
    [
      'client-signs-once',
      'a client writes nothing down',
      restarted,
      wrongClient({ order: (_persist, sending) => sending }),
    ],
    [
      'refusal-is-final',
      'a proxy takes silence for a refusal',
      silent(),
      wrongProxy({ mayBeSigned: () => false }),
    ],
    [
      'refusal-is-final',
      'a proxy takes silence for a refusal of what somebody has signed by hand',
      silent({ archival: true }),
      wrongProxy({ mayBeSigned: () => false }),
    ],
    [
      'refusal-vouched',
      'a proxy believes one refusal',
      slandered,
      wrongProxy({ faultyMax: () => 0 }),
    ],
    [
      'refusal-up-to-date',
      'a proxy counts the refusals of those who lag',
      lagging,
      wrongProxy({ countsRefusal: () => true }),
    ],
  ];

  it.each(findings)('%s fires when %s', (oracle, _, scenario, wrong) => {
    const result = runScenario(scenario, wrong);
    expect(violationsOf(oracle, result)).toBeGreaterThan(0);
  });

  it.each(findings)('%s is silent unless %s', (oracle, _, scenario) => {
    const result = runScenario(scenario);
    expect(violationsOf(oracle, result)).toBe(0);
    expect(result.verdict).not.toMatch(/^violation:/);
  });
});
