import {
  CLIENT_RULES,
  type ClientState,
  type Message,
  quorumSize,
  type Result,
} from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { factsOf, type TransactionEnvelope } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { createLab, type Lab, payment } from '../../../test/byzantine-lab.ts';

const VALIDATORS = ['v1', 'v2', 'v3', 'v4'];
const verifier = createVerifier(loadEd25519());

function labOf(...acts: readonly object[]): Lab {
  return createLab({ node: 'p1', acts, honest: VALIDATORS });
}

/** Submits a payment as its sender; gives all answers to it. */
function submit(lab: Lab, client: string, envelope = payment(lab, { from: client })) {
  const requestId = `of-${client}`;
  return lab.ask(client, 'p1', { type: 'SubmitTransaction', requestId, envelope });
}

function answers(lab: Lab, peer: string): readonly Result[] {
  return lab.traffic.flatMap(({ to, message }) =>
    to === peer && message.type === 'Response' ? [message.result] : [],
  );
}

/** Tells whether an honest client takes a result for the success of its transaction. */
function convinces(lab: Lab, envelope: TransactionEnvelope, result: Result | undefined): boolean {
  if (result?.type !== 'Success') return false;
  const state = { committees: [lab.genesis.committee] } as unknown as ClientState;
  return CLIENT_RULES.acceptsCertificate(state, envelope, result.certificate, { verifier });
}

describe('an act of a proxy', () => {
  it('none: has a payment settled and says so', () => {
    const lab = labOf();
    const [success, ...others] = submit(lab, 'alice');
    expect(others).toEqual([]);
    expect(convinces(lab, payment(lab), success)).toBe(true);
  });

  it.each(['submit', 'check', 'sign', 'settle', 'answer'])('drop: loses every %s', (kind) => {
    const lab = labOf({ act: 'drop', kinds: [kind], times: 8 });
    expect(submit(lab, 'alice')).toEqual([]);
  });

  it('drop: loses only what goes to those whom it names', () => {
    const lab = labOf({ act: 'drop', kinds: ['settle'], only: { peers: ['v4'] } });
    expect(submit(lab, 'alice')).toHaveLength(1);
    expect(nonceAt(lab, 'v3')).toBe(1n);
    expect(nonceAt(lab, 'v4')).toBe(0n);
  });

  it('swap: tells each of two clients about the transaction of the other', () => {
    const lab = labOf({ act: 'swap', what: 'answers' });
    expect(submit(lab, 'alice')).toEqual([]);
    const [told] = submit(lab, 'carol');
    expect(idIn(told)).toBe(idOf(payment(lab)));
    expect(idIn(answers(lab, 'alice')[0])).toBe(idOf(payment(lab, { from: 'carol' })));
    expect(convinces(lab, payment(lab, { from: 'carol' }), told)).toBe(false);
    // Each answer is given out once: the next one waits for another again.
    expect(submit(lab, 'bob')).toEqual([]);
    expect(answers(lab, 'alice')).toHaveLength(1);
  });

  it('swap: delivers a certificate under the signatures of another', () => {
    const lab = labOf({ act: 'swap', what: 'signatures' });
    submit(lab, 'alice');
    expect(nonceAt(lab, 'v1')).toBe(1n);
    expect(submit(lab, 'carol')).toEqual([]);
    expect(nonceAt(lab, 'v1', 'carol')).toBe(0n);
  });

  it.each(['too-few', 'duplicate', 'stranger'])(
    'forge-quorum: calls a transaction settled early, by a certificate with the flaw %s',
    (flaw) => {
      const lab = labOf({ act: 'forge-quorum', flaw });
      const [lie, truth] = submit(lab, 'alice');
      expect(idIn(lie)).toBe(idOf(payment(lab)));
      expect(convinces(lab, payment(lab), lie)).toBe(false);
      expect(convinces(lab, payment(lab), truth)).toBe(true);
    },
  );

  it('withhold-certificate: keeps it from those whom it names', () => {
    const lab = labOf({ act: 'withhold-certificate', only: { peers: ['alice', 'v2'] } });
    expect(submit(lab, 'alice')).toEqual([]);
    expect([nonceAt(lab, 'v1'), nonceAt(lab, 'v2')]).toEqual([1n, 0n]);
    expect(submit(lab, 'carol')).toHaveLength(1);
  });

  it('false-refusal: makes up refusals of as many transactions as it says, and passes no copy of them on', () => {
    const lab = labOf({ act: 'false-refusal', code: 'InsufficientFunding', times: 1 });
    for (let copies = 0; copies < 2; copies += 1) {
      expect(submit(lab, 'alice')).toMatchObject([
        { type: 'Rejected', rejection: { code: 'InsufficientFunding' } },
      ]);
    }
    expect(nonceAt(lab, 'v1')).toBe(0n);
    expect(lockAt(lab, 'v1')).toBeUndefined();
    expect(submit(lab, 'carol')).toMatchObject([{ type: 'Success' }]);
  });

  it('false-refusal: goes on with what it has taken on before', () => {
    const only = { peers: ['carol'] };
    const lab = labOf({ act: 'false-refusal', code: 'QuorumUnreachable', only });
    expect(submit(lab, 'alice')).toMatchObject([{ type: 'Success' }]);
    expect(submit(lab, 'carol', payment(lab))).toMatchObject([{ type: 'Success' }]);
    expect(submit(lab, 'carol')).toMatchObject([
      { type: 'Rejected', rejection: { code: 'QuorumUnreachable', unsettled: true } },
    ]);
  });

  it('stale-committee: takes the quorum of a smaller committee for one', () => {
    const lab = labOf({ act: 'stale-committee', members: ['v1', 'v2'] });
    expect(quorumSize(2)).toBe(2);
    // No validator of the true committee settles it, so nobody is told anything.
    expect(submit(lab, 'alice')).toEqual([]);
    expect(nonceAt(lab, 'v1')).toBe(0n);
    expect(lockAt(lab, 'v1')).toBe('pending');
    expect(lockAt(lab, 'v3')).toBeUndefined();
  });
});

function accountAt(lab: Lab, validator: string, name = 'alice') {
  const message: Message = {
    type: 'GetAccountInfo',
    requestId: 'account',
    address: lab.parties.signer(name).address,
    tokenBalances: 'none',
    stateKeys: 'none',
  };
  const [info] = lab.ask('reader', validator, message);
  return info?.type === 'AccountInfo' ? info : undefined;
}

function nonceAt(lab: Lab, validator: string, name = 'alice'): bigint | undefined {
  return accountAt(lab, validator, name)?.nextNonce;
}

function lockAt(lab: Lab, validator: string): string | undefined {
  return accountAt(lab, validator)?.pending?.kind;
}

function idOf({ transaction }: TransactionEnvelope): string {
  return factsOf(transaction).id;
}

function idIn(result: Result | undefined): string | undefined {
  return result?.type === 'Success' ? idOf(result.certificate.envelope) : undefined;
}
