import {
  applyChanges,
  buildEnvelope,
  faultyMax,
  NEW_ACCOUNT,
  type StoreWrite,
  VALIDATOR_RULES,
  type ValidatorRules,
} from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { NATIVE_TOKEN_ID, type SignedSnapshotPart } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { HALF_SIGNED } from '../../../test/half-signed.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { HandoverStep, Oracle } from '../oracle.ts';
import { mergedAsShown } from './merged-as-shown.ts';
import { snapshotTaken } from './snapshot-taken.ts';

const clients = { alice: { balance: 100 }, bob: {}, carol: {} };
const steady = { default: { delay: { dist: 'const', mean: '20 ms' } }, schedule: 'fifo' };
const { handover, settlement } = VALIDATOR_RULES;

/**
 * Both have signed it, but the next committee, with other members, does not hold it; the old keys
 * leak.
 */
const leaked = scenarioOf({
  clients,
  candidates: 4,
  network: steady,
  steps: { alice: [] },
  changes: [{ id: 'replace', at: '1 s', members: ['v5', 'v6', 'v7', 'v8'] }],
  byzantine: [
    {
      id: 'thief',
      node: 'alice',
      acts: [{ id: 'leak', act: 'leaked-keys', at: '6 s', to: 'carol', amount: 10 }],
    },
  ],
});

const lacking = {
  type: 'Rejected',
  rejection: { code: 'MissingDependency', rule: 'S4', missing: [{ kind: 'Epoch', id: '9' }] },
} as never;

/** Which oracle fires when which entry of the rules is wrong. */
const FINDINGS: readonly (readonly [string, string, Partial<ValidatorRules>, Scenario])[] = [
  [
    'snapshot-taken',
    'locks are not shown',
    { handover: { ...handover, shows: () => [] } },
    HALF_SIGNED,
  ],
  [
    'merged-as-shown',
    'f + 1 snapshots are enough',
    { handover: { ...handover, snapshots: (size) => faultyMax(size) + 1 } },
    HALF_SIGNED,
  ],
  [
    'merged-as-shown',
    'what is held itself does not count',
    { handover: { ...handover, ownCounts: () => [], countsAt: () => [] } },
    HALF_SIGNED,
  ],
  [
    'merged-as-shown',
    'nothing that is shown is held',
    { handover: { ...handover, lockOn: () => undefined } },
    HALF_SIGNED,
  ],
  [
    'lock-exclusive',
    'a signature takes off the mark of the handover',
    {
      takeLock: (submission, signature) => ({
        ...submission.account,
        lock: { kind: 'pending', envelope: submission.envelope, signature },
      }),
    },
    HALF_SIGNED,
  ],
  [
    'settled-when-due',
    'what is not lacking is named',
    { settlement: { ...settlement, S4: () => lacking } },
    HALF_SIGNED,
  ],
  [
    'settled-when-due',
    'leaked keys are believed',
    { settlement: { ...settlement, C8: () => undefined } },
    leaked,
  ],
];

describe('the oracles of the end of an epoch', () => {
  it.each(FINDINGS)('%s fires when %s', (oracle, _, wrong, scenario) => {
    const result = runScenario(scenario, { validatorRules: { ...VALIDATOR_RULES, ...wrong } });
    expect(violationsOf(oracle, result)).toBeGreaterThan(0);
    expect(result.verdict).toMatch(/^violation:/);
  });

  it.each(FINDINGS)('%s is silent unless %s', (oracle, _, __, scenario) => {
    const result = runScenario(scenario);
    expect(violationsOf(oracle, result)).toBe(0);
    expect(result.verdict).toBe('pass');
  });
});

function payment() {
  const pays = {
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient: addressOf('bob'),
    amount: 1n,
    userData: null,
  } as const;
  const networkId = 'fast:localnet';
  const intent = { networkId, nonce: 0n, timestampNanos: 0n, operations: [pays] } as const;
  return buildEnvelope(intent, signerOf('alice'));
}

/** The step in which the only member of epoch 0 freezes with Alice locked, and enters epoch 1; writes as given. */
function goneOn(writes: (own: readonly StoreWrite[]) => readonly StoreWrite[]): HandoverStep {
  const network = new EpochNetwork(['a'], 1);
  network.join(['a'], 1);
  network.submit('a', payment());
  const certificate = network.change(committeeAt(0, ['a']), ['a']);
  const message = { type: 'SubmitCertificate', requestId: 'r', certificate } as const;
  const before = network.state('a');
  const effects = network
    .tell('a', message)
    .map((effect) =>
      effect.type === 'Persist' ? { ...effect, writes: writes(effect.writes) } : effect,
    );
  const input = { type: 'Message', from: 'tester', message } as const;
  const observation = { node: 'a', input, before, after: network.state('a'), effects };
  return { node: 'a', observation, isFirst: false, disk: () => [] };
}

const { verifier } = openCrypto('full');

function faultOf(oracle: Oracle, step: HandoverStep): string | undefined {
  return oracle.afterHandover?.(step)?.facts['fault'];
}

describe('a member that goes on alone from one epoch to the next', () => {
  const without = (prefix: string) => (own: readonly StoreWrite[]) =>
    own.filter(({ key }) => !key.startsWith(prefix));
  const merged = (step: HandoverStep) => {
    const { genesis } = step.observation.after;
    return faultOf(mergedAsShown({ genesis, nameOf: () => 'alice', verifier }), step);
  };
  const taken = (step: HandoverStep) => faultOf(snapshotTaken({ verifier }), step);

  it('has written at once what it shows, where it stands and what it holds', () => {
    const step = goneOn((own) => own);
    expect(step.observation.after.handover.served).toBe(1);
    expect([taken(step), merged(step)]).toEqual([undefined, undefined]);
  });

  it('C6 is found where the locks are not durable with the word that it serves', () => {
    expect(merged(goneOn(without('account/')))).toBe('has not written with it what it holds');
    expect(merged(goneOn(without('handover/served')))).toBe('has written it nowhere');
  });

  it('P6 is found where an account has a shorter list of credits than before', () => {
    const step = goneOn((own) => own);
    const { before } = step.observation;
    const held = before.ledger.account.get(addressOf('alice')) ?? NEW_ACCOUNT;
    const value = { ...held, creditCount: 1 };
    const change = { table: 'account', key: addressOf('alice'), value } as const;
    const credited = { ...before, ledger: applyChanges(before.ledger, [change]) };
    const observation = { ...step.observation, before: credited };
    expect(merged({ ...step, observation })).toBe('has lost sight of what credited alice');
  });

  it('C5 is found where the snapshot is not durable with the word that it is final', () => {
    const none = 'fixed no snapshot with that very write';
    expect(taken(goneOn(without('handover/frozen')))).toBe(none);
    expect(taken(goneOn(without('snapshot/')))).toBe(none);
  });

  it('C5 is found where a page is missing, or is not its own', () => {
    const isPage = ({ key }: StoreWrite) => key.startsWith('snapshot/') && !key.endsWith('/root');
    expect(taken(goneOn((own) => own.filter((write) => !isPage(write))))).toBe('names other pages');
    const forged = (write: StoreWrite): StoreWrite => {
      const { part } = write.value as SignedSnapshotPart;
      return { ...write, value: { part, signature: '00'.repeat(64) } };
    };
    expect(taken(goneOn((own) => own.map((each) => (isPage(each) ? forged(each) : each))))).toBe(
      'has not signed all of its snapshot',
    );
  });
});
