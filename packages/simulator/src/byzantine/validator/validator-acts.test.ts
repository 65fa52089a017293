import {
  type AccountInfo,
  certificateFault,
  type Message,
  quorumSize,
  type Result,
} from '@quorate/core';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { factsOf } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { certified, createLab, type Lab, payment, request } from '../../../test/byzantine-lab.ts';

const verifier = createVerifier(loadEd25519());

function labOf(...acts: readonly object[]): Lab {
  return createLab({ node: 'v4', acts });
}

/** Asks the Byzantine validator as the proxy; gives its one answer. */
function answer(lab: Lab, message: Message, peer = 'p1'): Result | undefined {
  const [first, ...others] = lab.ask(peer, 'v4', message);
  expect(others).toEqual([]);
  return first;
}

function codeOf(result: Result | undefined): string | undefined {
  return result?.type === 'Rejected' ? result.rejection.code : result?.type;
}

function verifies(lab: Lab, result: Result | undefined, envelope = payment(lab)): boolean {
  if (result?.type !== 'Signed') return false;
  const { signingBytes } = factsOf(envelope.transaction);
  return verifier.verify(lab.parties.signer('v4').address, signingBytes, result.signature);
}

function settle(lab: Lab, ...payments: readonly Parameters<typeof payment>[1][]): void {
  for (const each of payments) {
    const done = answer(lab, request.settle(certified(lab, payment(lab, each))));
    expect(done?.type).toBe('Settled');
  }
}

describe('an act of a validator', () => {
  it('none: signs the first of two rivals, settles and answers', () => {
    const lab = labOf();
    expect(verifies(lab, answer(lab, request.sign(payment(lab))))).toBe(true);
    expect(codeOf(answer(lab, request.sign(payment(lab, { to: 'carol' }))))).toBe(
      'PreviousTransactionMustBeConfirmedFirst',
    );
    settle(lab, {});
    expect(answer(lab, request.account(lab, 'bob'))).toMatchObject({ balance: 10n });
  });

  it('double-sign: signs both of two rivals, and nothing that is invalid', () => {
    const lab = labOf({ act: 'double-sign' });
    const rival = payment(lab, { to: 'carol' });
    expect(verifies(lab, answer(lab, request.sign(payment(lab))))).toBe(true);
    expect(verifies(lab, answer(lab, request.sign(rival)), rival)).toBe(true);
    const overdraft = payment(lab, { amount: 1001n });
    expect(codeOf(answer(lab, request.sign(overdraft)))).toBe(
      'PreviousTransactionMustBeConfirmedFirst',
    );
  });

  it.each([
    ['V3', { forger: 'bob' }],
    ['V5', { nonce: 7n }],
    ['V6', { amount: 1001n }],
  ])('sign-invalid: signs what only %s refuses', (rule, fault) => {
    const lab = labOf({ act: 'sign-invalid', rules: [rule] });
    const invalid = payment(lab, fault);
    expect(answer(lab, request.check(invalid))?.type).toBe('Admissible');
    expect(verifies(lab, answer(lab, request.sign(invalid)), invalid)).toBe(true);
    const other = labOf({ act: 'sign-invalid', rules: ['V2'] });
    expect(answer(other, request.sign(invalid))?.type).toBe('Rejected');
  });

  it('collude: signs anything of its partner and nothing wrong of anybody else', () => {
    const lab = labOf({ act: 'collude', with: 'alice' });
    const wild = { nonce: 9n, amount: 5000n, forger: 'bob' };
    for (const to of ['bob', 'carol']) {
      const any = payment(lab, { ...wild, to });
      expect(verifies(lab, answer(lab, request.sign(any)), any)).toBe(true);
    }
    const others = payment(lab, { ...wild, from: 'carol' });
    expect(answer(lab, request.sign(others))?.type).toBe('Rejected');
  });

  it('answer-client: refuses to the client itself what it does for its proxy', () => {
    const lab = labOf({ act: 'answer-client', code: 'InsufficientFunding' });
    const signed = payment(lab);
    expect(verifies(lab, answer(lab, request.sign(signed)))).toBe(true);
    const told = lab.traffic.filter(({ from, to }) => from === 'v4' && to === 'alice');
    const { id, transaction } = factsOf(signed.transaction);
    const result = { type: 'Rejected', rejection: { code: 'InsufficientFunding' } };
    const requestId = `submit:${id}:${transaction.timestampNanos}:0`;
    expect(told).toMatchObject([{ message: { type: 'Response', requestId, result } }]);
  });

  it('withhold: does what it is asked and does not answer', () => {
    const lab = labOf({ act: 'withhold', kinds: ['settle', 'query'] });
    expect(lab.ask('p1', 'v4', request.settle(certified(lab, payment(lab))))).toEqual([]);
    expect(lab.ask('p1', 'v4', request.account(lab, 'bob'))).toEqual([]);
    expect(answer(lab, request.check(payment(lab)))).toMatchObject({
      rejection: { code: 'UnexpectedNonce', expectedNonce: 1n },
    });
  });

  it('forge: answers with a signature that does not verify, and shows one in every certificate', () => {
    const lab = labOf({ act: 'forge' });
    const result = answer(lab, request.sign(payment(lab)));
    expect(result?.type).toBe('Signed');
    expect(verifies(lab, result)).toBe(false);
    expect(faultShown(lab)).toMatch(/verify/);
  });

  it('forge: shows what is pending under a signature that does not verify, and nothing else', () => {
    const [honest, lab] = [labOf(), labOf({ act: 'forge' })];
    const shown = [honest, lab].map((each) => {
      answer(each, request.sign(payment(each)));
      return answer(each, request.account(each, 'alice')) as AccountInfo;
    });
    const given = shown.map(({ pending }) =>
      pending?.kind === 'pending' ? (pending.signature ?? '') : '',
    );
    expect(given[0]).toHaveLength(128);
    expect(given[1]).toHaveLength(128);
    expect(given[1]).not.toBe(given[0]);
    expect(answer(lab, request.account(lab, 'bob'))).toMatchObject({ pending: undefined });
  });

  it('duplicate-signer: signs twice, and every certificate names a signer twice', () => {
    const lab = labOf({ act: 'duplicate-signer' });
    expect(lab.ask('p1', 'v4', request.sign(payment(lab))).map(codeOf)).toEqual([
      'Signed',
      'Signed',
    ]);
    expect(faultShown(lab)).toMatch(/signed twice/);
  });

  it('wrong-name: gives its signature for that of another', () => {
    const lab = labOf({ act: 'wrong-name', as: 'v1' });
    const result = answer(lab, request.sign(payment(lab)));
    expect(result).toMatchObject({ validator: lab.parties.signer('v1').address });
    expect(verifies(lab, result)).toBe(true);
  });

  it('stale-view: answers queries and dry runs with its state of some requests ago', () => {
    const lab = labOf({ act: 'stale-view', requests: 2 });
    const balances = [0n, 1n, 2n, 3n].map((nonce) => {
      settle(lab, { nonce });
      const info = answer(lab, request.account(lab, 'bob'));
      return info?.type === 'AccountInfo' ? info.balance : undefined;
    });
    expect(balances).toEqual([0n, 0n, 10n, 20n]);
    expect(answer(lab, request.check(payment(lab, { nonce: 2n })))?.type).toBe('Admissible');
    expect(codeOf(answer(lab, request.sign(payment(lab, { nonce: 2n }))))).toBe('UnexpectedNonce');
  });

  it('lie: adds to balances, in queries and in refusals', () => {
    const lab = labOf({ act: 'lie', about: 'balance', by: -7 });
    expect(answer(lab, request.account(lab, 'alice'))).toMatchObject({ balance: 993n });
    expect(answer(lab, request.sign(payment(lab, { amount: 2000n })))).toMatchObject({
      rejection: { code: 'InsufficientFunding', currentBalance: 993n },
    });
  });

  it('lie: adds to nonces, in queries, refusals and signatures', () => {
    const lab = labOf({ act: 'lie', about: 'nonce', by: 5 });
    expect(answer(lab, request.account(lab, 'alice'))).toMatchObject({ nextNonce: 5n });
    expect(answer(lab, request.sign(payment(lab, { nonce: 3n })))).toMatchObject({
      rejection: { code: 'UnexpectedNonce', expectedNonce: 5n },
    });
    expect(answer(lab, request.sign(payment(lab)))).toMatchObject({ nextNonce: 5n });
  });

  it('lie: has told no lie where no number is below the true one', () => {
    const lab = labOf({ act: 'lie', about: 'nonce', by: -1, times: 1 });
    expect(answer(lab, request.account(lab, 'alice'))).toMatchObject({ nextNonce: 0n });
    settle(lab, {});
    const told = [1, 2].map(() => answer(lab, request.account(lab, 'alice')));
    expect(told).toMatchObject([{ nextNonce: 0n }, { nextNonce: 1n }]);
  });

  it('lie: tells as pending what an account has signed for another nonce, once it has heard of it', () => {
    const lab = labOf({ act: 'lie', about: 'pending', by: -1 });
    expect(answer(lab, request.account(lab, 'alice'))).toMatchObject({ pending: undefined });
    settle(lab, {});
    const { envelope } = certified(lab, payment(lab));
    expect(answer(lab, request.account(lab, 'alice'))).toMatchObject({
      nextNonce: 1n,
      pending: {
        kind: 'pending',
        envelope,
        validator: lab.parties.signer('v4').address,
        signature: undefined,
      },
    });
    expect(answer(lab, request.account(lab, 'bob'))).toMatchObject({ pending: undefined });
    const later = labOf({ act: 'lie', about: 'pending', by: 1 });
    answer(later, request.sign(payment(later, { nonce: 1n })));
    expect(answer(later, request.account(later, 'alice'))).toMatchObject({
      nextNonce: 0n,
      pending: { envelope: payment(later, { nonce: 1n }) },
    });
  });

  it('lie: remembers only the latest of what accounts have signed', () => {
    const lab = labOf({ act: 'lie', about: 'pending', by: 1 });
    const hearTo = (first: bigint, last: bigint) => {
      for (let nonce = first; nonce <= last; nonce += 1n) {
        lab.ask('p1', 'v4', request.sign(payment(lab, { nonce })));
      }
    };
    hearTo(1n, 1024n);
    expect(answer(lab, request.account(lab, 'alice'))).toHaveProperty('pending.envelope');
    hearTo(1025n, 1025n);
    expect(answer(lab, request.account(lab, 'alice'))).toMatchObject({ pending: undefined });
  });

  it('ack-without-apply: says that it has settled, and has not', () => {
    const lab = labOf({ act: 'ack-without-apply' });
    settle(lab, {});
    expect(answer(lab, request.account(lab, 'alice'))).toMatchObject({ nextNonce: 0n });
  });

  it('ack-without-apply: does nothing where it has settled', () => {
    const lab = labOf({ act: 'ack-without-apply', at: '1 s', times: 1 });
    settle(lab, {});
    lab.run();
    settle(lab, {}, { nonce: 1n });
    expect(answer(lab, request.account(lab, 'alice'))).toMatchObject({ nextNonce: 1n });
  });

  it('selective-service: hears only those whom it serves', () => {
    const lab = labOf({ act: 'selective-service', serves: { peers: ['p1'], senders: ['alice'] } });
    expect(answer(lab, request.check(payment(lab)))?.type).toBe('Admissible');
    expect(lab.ask('p1', 'v4', request.check(payment(lab, { from: 'carol' })))).toEqual([]);
    expect(lab.ask('direct:alice', 'v4', request.check(payment(lab)))).toEqual([]);
  });

  it.each([
    'InvalidRequest',
    'InvalidSignature',
    'InsufficientFunding',
    'UnexpectedNonce',
    'NonSubmittableOperation',
    'MissingDependency',
    'EpochEnding',
  ])('refuse: refuses what is valid with %s, and locks nothing', (code) => {
    const lab = labOf({ act: 'refuse', code, times: 2 });
    expect(codeOf(answer(lab, request.check(payment(lab))))).toBe(code);
    expect(codeOf(answer(lab, request.sign(payment(lab))))).toBe(code);
    expect(codeOf(answer(lab, request.sign(payment(lab, { to: 'carol' }))))).toBe('Signed');
  });

  it('twin: serves the two sides of a split from two ledgers under one key', () => {
    const lab = labOf({ act: 'twin', only: { peers: ['bob'] } });
    const rival = payment(lab, { to: 'carol' });
    expect(verifies(lab, answer(lab, request.sign(payment(lab))))).toBe(true);
    expect(verifies(lab, answer(lab, request.sign(rival), 'direct:bob'), rival)).toBe(true);
    settle(lab, {});
    expect(answer(lab, request.account(lab, 'bob'))).toMatchObject({ balance: 10n });
    expect(answer(lab, request.account(lab, 'bob'), 'bob')).toMatchObject({ balance: 0n });
  });
});

describe('the reach of an act', () => {
  it('ends with the peers and senders that it names', () => {
    const only = { peers: ['p1', 'alice'], senders: ['carol'] };
    const lab = labOf({ act: 'withhold', only });
    const carols = request.check(payment(lab, { from: 'carol' }));
    expect(lab.ask('p1', 'v4', carols)).toEqual([]);
    expect(lab.ask('direct:alice:b-1', 'v4', carols)).toEqual([]);
    expect(answer(lab, carols, 'p2')?.type).toBe('Admissible');
    expect(answer(lab, request.check(payment(lab)))?.type).toBe('Admissible');
  });

  it('ends after as many times as it says; only times when it did something count', () => {
    const lab = labOf({ act: 'withhold', kinds: ['check'], times: 2 });
    const ask = () => lab.ask('p1', 'v4', request.check(payment(lab))).length;
    expect(answer(lab, request.account(lab, 'alice'))?.type).toBe('AccountInfo');
    expect([ask(), ask(), ask()]).toEqual([0, 0, 1]);
  });

  it('begins at its moment', () => {
    const lab = labOf({ act: 'forge', at: { events: 1 } });
    expect(verifies(lab, answer(lab, request.sign(payment(lab))))).toBe(true);
    lab.moments.delivered();
    expect(verifies(lab, answer(lab, request.sign(payment(lab))))).toBe(false);
  });

  it('lets acts build on each other in their order', () => {
    const both = [{ act: 'double-sign' }, { act: 'forge', times: 1 }];
    const lab = labOf(...both);
    const rival = payment(lab, { to: 'carol' });
    expect(verifies(lab, answer(lab, request.sign(payment(lab))))).toBe(false);
    expect(verifies(lab, answer(lab, request.sign(rival)), rival)).toBe(true);
  });

  it.each(['sender', 'signer', 'verifier'])(
    'take-role: as a %s it is refused by every other validator (V3)',
    (role) => {
      const honest = ['v1', 'v2', 'v3'];
      const lab = createLab({ node: 'v4', acts: [{ act: 'take-role', role }], honest });
      lab.run();
      const answers = lab.traffic.flatMap(({ from, message }) =>
        honest.includes(from) && message.type === 'Response' ? [message.result] : [],
      );
      expect(answers.map(codeOf)).toEqual(Array(3).fill('InvalidSignature'));
      expect(answers[0]).toMatchObject({
        rejection: { rule: 'V3', reason: expect.stringMatching(/is a validator key/) },
      });
    },
  );
});

/** Says what is wrong with the first certificate that the liar shows of what it has settled. */
function faultShown(lab: ReturnType<typeof labOf>): string | undefined {
  settle(lab, {});
  const served = answer(lab, request.certificates(lab, 'alice'));
  const [certificate] = served?.type === 'Certificates' ? served.certificates : [];
  const context = { committees: [lab.genesis.committee], quorum: quorumSize, verifier };
  if (certificate === undefined) return undefined;
  return certificateFault(certificate, factsOf(certificate.envelope.transaction), context);
}
