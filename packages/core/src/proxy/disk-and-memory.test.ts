import { factsOf, type TransactionCertificate, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf, committeeOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  silent,
  submission,
  type TestNetwork,
} from '../../test/network.ts';
import { certified, payment } from '../../test/payments.ts';
import type { GetAccountInfo } from '../message.ts';
import { isOpenRefusal } from '../open-refusal.ts';
import { certificateKey } from '../store-keys.ts';
import type { Submission } from './state.ts';

const unsettling: Conduct = ({ type }, honest) => (type === 'SubmitCertificate' ? [] : [honest()]);
const unsigning: Conduct = ({ type }, honest) => (type === 'SubmitTransaction' ? [] : [honest()]);
const CONDUCTS = [honestly, silent, unsettling, unsigning];

/** Those who form a certificate may have different signatures. */
const QUORUMS = [committeeOf(4).slice(1), committeeOf(4).slice(0, 3)];

const nonce = fc.nat(3);
const validator = fc.nat(3);

const anyAct = fc.oneof(
  fc.record({ act: fc.constant('deliver' as const), nonce, validator, quorum: fc.nat(1) }),
  fc.record({
    act: fc.constant('submit' as const),
    nonce,
    request: fc.nat(5),
    amount: fc.constantFrom(1n, 1_000n),
  }),
  fc.record({
    act: fc.constant('conduct' as const),
    validator,
    conduct: fc.constantFrom(...CONDUCTS),
  }),
  fc.record({ act: fc.constant('advance' as const) }),
  fc.record({ act: fc.constant('read' as const) }),
  fc.record({ act: fc.constant('wait' as const), millis: fc.integer({ min: -5_000, max: 5_000 }) }),
  fc.record({ act: fc.constant('restart' as const) }),
);
type Act = typeof anyAct extends fc.Arbitrary<infer A> ? A : never;

function reading(requestId: string): GetAccountInfo {
  const address = addressOf('alice');
  return { type: 'GetAccountInfo', requestId, address, tokenBalances: [], stateKeys: [] };
}

/**
 * Starts a proxy from the store of another, with validators that know what those of the other knew.
 */
function restarted(before: TestNetwork): TestNetwork {
  const network = createTestNetwork({ store: before.proxy.store, now: before.now() });
  for (const [index, { store }] of before.validators.entries()) {
    for (const { key, value } of store.rows()) {
      if (!key.startsWith('certificate/')) continue;
      const { certificate } = value as { readonly certificate: TransactionCertificate };
      network.validators[index]?.deliver(certificate);
    }
  }
  return network;
}

function take(network: TestNetwork, step: Act, index: number): TestNetwork {
  switch (step.act) {
    case 'deliver': {
      const envelope: TransactionEnvelope = payment({ nonce: BigInt(step.nonce) });
      network.validators[step.validator]?.deliver(certified(envelope, QUORUMS[step.quorum]));
      return network;
    }
    case 'submit': {
      const envelope = payment({ nonce: BigInt(step.nonce), amount: step.amount });
      network.send('alice', submission(envelope, `r${step.request}`));
      return network;
    }
    case 'conduct':
      network.conduct(`v${step.validator + 1}`, step.conduct);
      return network;
    case 'advance':
      network.advance();
      return network;
    case 'read':
      network.send('user', reading(`q${index}`));
      return network;
    case 'wait':
      network.wait(BigInt(step.millis) * 1_000_000n);
      return network;
    case 'restart':
      return restarted(network);
  }
}

function expectAgreement({ proxy }: TestNetwork): void {
  const rows = new Map(proxy.store.rows().map(({ key, value }) => [key, value]));
  const { submissions, refused } = proxy.state();
  for (const [id, submission] of submissions) expectKept(submission, rows, id);
  const left = [...rows.keys()].filter((key) => key.startsWith('submission/'));
  expect(left.every((key) => submissions.has(key.slice(key.indexOf('/') + 1) as never))).toBe(true);
  const kept = [...rows].flatMap(([key, value]) => (key.startsWith('refused/') ? [value] : []));
  const final = refused.filter(({ rejection }) => !isOpenRefusal(rejection));
  expect(new Set(kept)).toEqual(new Set(final));
}

function expectKept(
  { facts, phase, certificate }: Submission,
  rows: ReadonlyMap<string, unknown>,
  id: string,
): void {
  const row = rows.get(`submission/${id}`) as { readonly certificate: unknown } | undefined;
  if (phase === 'checking') {
    expect(row).toBeUndefined();
    return;
  }
  const { sender, nonce: at } = facts.transaction;
  // What has settled is kept among the certificates.
  if (rows.has(certificateKey(sender, at))) return;
  expect(row?.certificate).toEqual(certificate);
}

/** Expects that nobody was given one transaction with different signatures. */
function expectOneEach(given: Map<string, string>, { answers }: TestNetwork): void {
  for (const { result } of answers) {
    if (result.type !== 'Success') continue;
    const { id } = factsOf(result.certificate.envelope.transaction);
    const signatures = result.certificate.signatures.flat().join();
    expect(given.get(id) ?? signatures).toBe(signatures);
    given.set(id, signatures);
  }
}

describe('a proxy', () => {
  it('P3 has on its disk at every moment what it drives and has refused, and gives one certificate for each', () => {
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 40, size: 'max' }), (acts) => {
        let network = createTestNetwork();
        const given = new Map<string, string>();
        for (const [index, step] of acts.entries()) {
          network = take(network, step, index);
          expectAgreement(network);
          expectOneEach(given, network);
        }
        for (const name of ['v1', 'v2', 'v3', 'v4']) network.conduct(name, honestly);
        for (let time = 0; time < 200 && network.advance(); time += 1);
        expectAgreement(network);
        const { submissions, reads } = network.proxy.state();
        expect([submissions.size, reads.size]).toEqual([0, 0]);
      }),
      { numRuns: 300 },
    );
  });
});
