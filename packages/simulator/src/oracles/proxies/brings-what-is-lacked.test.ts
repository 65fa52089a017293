import { certificateKey, PROXY_RULES, type ProxyState } from '@quorate/core';
import { factsOf, operationId, type TransactionCertificate } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import {
  certificateAt,
  committee,
  context,
  LEAVE,
  parties,
  sender,
} from '../../../test/certificates.ts';
import { CREATE_GOLD } from '../../../test/envelopes.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { bringsWhatIsLacked } from './brings-what-is-lacked.ts';

const v4 = parties.signer('v4').address;

const facts = factsOf(certificateAt(3n).envelope.transaction);
const [FIRST, SECOND] = [certificateAt(0n), certificateAt(1n)];
const AT_FIRST = { sender, nonce: 0n };
const IDLE = {
  asking: 0,
  bringing: 0,
  signature: undefined,
  settled: false,
  ...{ prerequisites: [], named: 0, brought: [], missing: [], sought: [] },
};

/** How far v4 is with the transaction, and what of the attempt is unusual. */
interface Parts {
  readonly progress?: object;
  readonly driven?: object;
  readonly hasEnded?: boolean;
}

/** A proxy that has the fourth transaction of alice signed. */
function driving({ progress, driven }: Parts): ProxyState {
  const submission = {
    ...{ facts, attempt: 0, phase: 'signing', witnesses: [] },
    progress: { [v4]: { ...IDLE, ...progress } },
    ...driven,
  };
  const submissions = new Map([[facts.id, submission]]);
  return { committee, committees: [committee], upSince: 7n, submissions } as never;
}

type Effects = readonly object[];

function findingAfter(input: object, effects: Effects, parts: Parts = {}): string | undefined {
  const before = driving(parts);
  const after = parts.hasEnded === true ? { ...before, submissions: new Map() } : before;
  const observation = { node: 'p1', input, before, after, effects };
  return bringsWhatIsLacked(context).afterProxyStep?.(proxyStep(observation as never))?.message;
}

const named = (purpose: string, index = 0) => `${purpose}:${facts.id}:${index}:0:7`;

function answer(requestId: string, result: object, from = 'v4'): object {
  return { type: 'Message', from, message: { type: 'Response', requestId, result } };
}

const refusal = (code: string, more: object) => ({
  type: 'Rejected',
  rejection: { code, ...more },
});
const BEHIND = refusal('UnexpectedNonce', { expectedNonce: 0n });
const SIGNING = answer(named('sign'), BEHIND);
const LEFT = 'p1 does not look for what v4 lacks';

const resume = { purpose: 'Prerequisite', transactionId: facts.id, validator: v4 };
const load = (nonce: bigint) => ({
  ...{ type: 'Load', resume },
  ranges: [{ from: certificateKey(sender, nonce) }],
});
const bring = (certificate: TransactionCertificate, to = 'v4') => ({
  ...{ type: 'Send', to },
  message: { type: 'SubmitCertificate', requestId: named('deliver'), certificate },
});
const askOthers = (select: object, others = ['v1', 'v2', 'v3']) =>
  others.map((to) => ({
    ...{ type: 'Send', to },
    message: { type: 'GetCertificates', requestId: named('fetch', 3), select },
  }));

describe('brings-what-is-lacked, of a refusal', () => {
  it('P6 finds a proxy that looks for nothing, or not for the oldest first', () => {
    expect(findingAfter(SIGNING, [])).toBe(LEFT);
    expect(findingAfter(SIGNING, [load(1n)])).toBe(LEFT);
    expect(findingAfter(SIGNING, [bring(SECOND)])).toBe(LEFT);
    expect(findingAfter(SIGNING, [bring(FIRST, 'v1')])).toBe(LEFT);
    expect(findingAfter(SIGNING, [load(0n)])).toBeUndefined();
    expect(findingAfter(SIGNING, [bring(FIRST)])).toBeUndefined();
  });

  it.each([
    ['dry runs', 'check', { driven: { phase: 'checking' } }, BEHIND],
    ['certificates', 'settle', { driven: { phase: 'settling' } }, BEHIND],
    [
      'what it is brought',
      'deliver',
      { progress: { prerequisites: [{ sender, nonce: 2n, certificate: certificateAt(2n) }] } },
      refusal('MissingEarlierConfirmations', { currentNonce: 0n }),
    ],
    [
      'what it holds before',
      'sign',
      {},
      refusal('PreviousTransactionMustBeConfirmedFirst', { pending: [FIRST.envelope] }),
    ],
    ['what it names', 'sign', {}, refusal('MissingDependency', { missing: [AT_FIRST] })],
  ])('P6 finds it in the refusal of %s, too', (_, purpose, parts, result) => {
    expect(findingAfter(answer(named(purpose), result), [], parts)).toBe(LEFT);
    expect(findingAfter(answer(named(purpose), result), [load(0n)], parts)).toBeUndefined();
  });

  it('P6 finds a proxy that does not ask all others who provides what has no certificate', () => {
    const lacking = { kind: 'EscrowConfig', id: 'ab'.repeat(32) };
    const asked = answer(named('sign'), refusal('MissingDependency', { missing: [lacking] }));
    const select = { by: 'Dependency', dependency: lacking };
    expect(findingAfter(asked, [])).toBe(LEFT);
    expect(findingAfter(asked, askOthers(select, ['v1', 'v2']))).toBe(LEFT);
    expect(findingAfter(asked, askOthers(select))).toBeUndefined();
    expect(findingAfter(asked, [], { progress: { sought: [lacking] } })).toBeUndefined();
    // It may have come with the request.
    expect(findingAfter(asked, [], { driven: { witnesses: [FIRST] } })).toBeUndefined();
    const impossible = refusal('MissingDependency', { missing: [{ ...lacking, id: 'x' }] });
    expect(findingAfter(answer(named('sign'), impossible), [])).toBeUndefined();
  });

  const top = { sender, nonce: 2n, certificate: certificateAt(2n) };
  const FAR = refusal('UnexpectedNonce', { expectedNonce: 9n });
  const NOWHERE = { sender: 'nobody', nonce: 0n };
  const STRANGE = refusal('MissingDependency', { missing: [NOWHERE] });
  const rivals = [certificateAt(9n).envelope, FIRST.envelope];
  const BOTH = refusal('PreviousTransactionMustBeConfirmedFirst', { pending: rivals });
  const ALL = [0n, 1n, 2n].map((nonce) => ({ sender, nonce }));

  it.each<readonly [string, object, Parts]>([
    ['the attempt has ended', SIGNING, { hasEnded: true }],
    ['another attempt asked', SIGNING, { driven: { attempt: 1 } }],
    ['another phase has begun', SIGNING, { driven: { phase: 'settling' } }],
    ['it was asked again since', SIGNING, { progress: { asking: 1 } }],
    ['it has signed', SIGNING, { progress: { signature: 'ab' } }],
    ['it is being brought something', SIGNING, { progress: { prerequisites: [top] } }],
    ['it has named too many', SIGNING, { progress: { named: 200 } }],
    ['it has settled all that it names', SIGNING, { progress: { brought: ALL } }],
    [
      'it was brought something else since',
      answer(named('deliver'), BEHIND),
      {
        progress: { prerequisites: [top], bringing: 1 },
      },
    ],
    ['it is a stranger', answer(named('sign'), BEHIND, 'v9'), {}],
    ['it is past the nonce', answer(named('sign'), FAR), {}],
    ['it is past the nonce and before it', answer(named('sign'), BOTH), {}],
    ['it names what cannot exist', answer(named('sign'), STRANGE), {}],
  ])('P6 does not count a refusal if %s', (_, input, parts) => {
    expect(findingAfter(input, [], parts)).toBeUndefined();
  });
});

describe('brings-what-is-lacked, of what is found', () => {
  const sought = { progress: { prerequisites: [{ ...AT_FIRST, certificate: undefined }] } };
  const select = { by: 'Sender', sender, fromNonce: 0n, limit: 1 };
  const loaded = (rows: Effects) => ({ type: 'Loaded', resume, rows: [rows] });
  const fetched = (certificate: TransactionCertificate, more: object = {}, from = 'v1') =>
    answer(named('fetch', 3), { type: 'Certificates', certificates: [certificate], ...more }, from);
  const KEPT = 'p1 keeps back from v4 what it lacks';

  it('P6 finds a proxy that asks nobody for what its store lacks, or keeps back what it has', () => {
    const row = { key: certificateKey(sender, 0n), value: { certificate: FIRST } };
    expect(findingAfter(loaded([]), [], sought)).toBe(LEFT);
    expect(findingAfter(loaded([]), askOthers({ ...select, fromNonce: 1n }), sought)).toBe(LEFT);
    expect(findingAfter(loaded([]), askOthers(select), sought)).toBeUndefined();
    expect(findingAfter(loaded([row]), askOthers(select), sought)).toBe(LEFT);
    expect(findingAfter(loaded([row]), [bring(FIRST)], sought)).toBeUndefined();
    // Somebody has shown it meanwhile.
    expect(findingAfter(loaded([]), [])).toBeUndefined();
  });

  it('P6 finds a proxy that keeps back what another validator has shown', () => {
    expect(findingAfter(fetched(FIRST), [], sought)).toBe(KEPT);
    expect(findingAfter(fetched(FIRST), [bring(SECOND)], sought)).toBe(KEPT);
    expect(findingAfter(fetched(FIRST), [bring(FIRST)], sought)).toBeUndefined();
  });

  it('P6 does not ask for what proves nothing, was not sought, or is brought already', () => {
    const pruned = [{ ...AT_FIRST, transactionId: facts.id }];
    const isBrought = { progress: { prerequisites: [{ ...AT_FIRST, certificate: FIRST }] } };
    expect(findingAfter(fetched(certificateAt(0n, LEAVE, ['v1'])), [], sought)).toBeUndefined();
    expect(findingAfter(fetched(certificateAt(0n, LEAVE, ['w1'])), [], sought)).toBeUndefined();
    expect(findingAfter(fetched(SECOND), [], sought)).toBeUndefined();
    expect(findingAfter(fetched(FIRST, { pruned }), [], sought)).toBeUndefined();
    expect(findingAfter(fetched(FIRST), [], isBrought)).toBeUndefined();
    expect(findingAfter(fetched(FIRST), [], { driven: { attempt: 1 } })).toBeUndefined();
    // Who is no member any more was asked before the change.
    expect(findingAfter(fetched(FIRST, {}, 'v9'), [], sought)).toBeUndefined();
  });

  it('P6 finds a proxy that keeps back what provides something, unless it was brought', () => {
    const creation = certificateAt(0n, CREATE_GOLD);
    const missing = [{ kind: 'Token', id: operationId(sender, 0n, 0) }];
    const certificates = [SECOND, creation];
    const shown = answer(named('depend', 3), { type: 'Certificates', certificates }, 'v1');
    expect(findingAfter(shown, [], { progress: { missing } })).toBe(KEPT);
    expect(findingAfter(shown, [bring(SECOND)], { progress: { missing } })).toBe(KEPT);
    expect(findingAfter(shown, [bring(creation)], { progress: { missing } })).toBeUndefined();
    expect(findingAfter(shown, [], { progress: { missing, named: 200 } })).toBeUndefined();
    const brought = [AT_FIRST];
    expect(findingAfter(shown, [], { progress: { missing, brought } })).toBeUndefined();
    expect(findingAfter(shown, [])).toBeUndefined();
  });
});

describe('brings-what-is-lacked', () => {
  const scenario = scenarioOf({
    clients: { alice: { balance: 10 }, bob: {} },
    steps: { alice: [1, 2, 3, 4].map((amount) => pay('bob', amount)) },
    faults: [{ id: 'away', kind: 'cut', from: 'p1', to: 'v4', at: '0 s', for: '1.5 s' }],
  });

  it('P6 fires in a run where a proxy leaves behind who lags, and is silent where it does not', () => {
    const proxyRules = { ...PROXY_RULES, lackedBy: () => [] };
    expect(violationsOf('brings-what-is-lacked', runScenario(scenario))).toBe(0);
    const wrong = runScenario(scenario, { proxyRules });
    expect(violationsOf('brings-what-is-lacked', wrong)).toBeGreaterThan(0);
  });
});
