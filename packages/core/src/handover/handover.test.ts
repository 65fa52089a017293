import {
  type Bytes32,
  factsOf,
  type PrunedCertificate,
  type TransactionCertificate,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork, keyOf } from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERIFIER } from '../../test/genesis.ts';
import { payment, rejectionOf } from '../../test/payments.ts';
import type { Input } from '../effect.ts';
import type { ValidatorMessage } from '../message.ts';
import { VALIDATOR_RULES } from '../validator/rules.ts';
import {
  epochOf,
  type ValidatorResume,
  type ValidatorState,
  type ValidatorStep,
} from '../validator/state.ts';
import { stepValidator } from '../validator/step.ts';
import { noteAsked } from './asked.ts';
import { keyringOf } from './keyring.ts';
import { RUMOUR_TIMER } from './rumours.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, FOUR);
const one = committeeAt(1, FOUR);

/** Has `d` take an input in a state, and gives what comes of it. */
function stepOf(state: ValidatorState, input: Input<ValidatorMessage, ValidatorResume>) {
  const env = {
    now: state.genesis.genesisTimeNanos,
    signer: keyOf('d', 0),
    verifier: VERIFIER,
    rules: VALIDATOR_RULES,
    keys: keyringOf(keyOf('d', 0)),
  };
  return stepValidator(state, input, env);
}

/** The ids under which a step asks for certificates. */
function idsOfAsked({ effects }: ValidatorStep): readonly string[] {
  return effects.flatMap((effect) =>
    effect.type === 'Send' && effect.message.type === 'GetCertificates'
      ? [effect.message.requestId]
      : [],
  );
}

/** Four operators who have joined with keys for the next epoch. */
function createNetwork(operators = FOUR, joining = FOUR) {
  const network = new EpochNetwork(operators, 4);
  network.join(joining, 1);
  return network;
}

describe('a handover', () => {
  it('C4 a change ends the right to sign at once', () => {
    const network = createNetwork();
    network.deliver('a', network.change(zero, FOUR));
    expect(network.state('a').status).toBe('merging');
    expect(rejectionOf(network.submit('a', payment()))).toMatchObject({
      code: 'EpochEnding',
      epoch: 0,
    });
  });

  it('C6 everybody merges and signs under fresh keys, though only one was told', () => {
    const network = createNetwork();
    network.deliver('a', network.change(zero, FOUR));
    network.run();
    for (const operator of FOUR) {
      expect(network.state(operator).status).toBe('active');
      expect(network.submit(operator, payment())).toMatchObject({
        type: 'Signed',
        validator: keyOf(operator, 1).address,
      });
    }
    const certificate = network.certify(payment(), one);
    expect(network.deliver('a', certificate)).toMatchObject({ type: 'Settled' });
  });

  it('C6 what one validator has signed is held by all, and its rival refused', () => {
    const network = createNetwork();
    for (const operator of FOUR) network.submit(operator, payment());
    network.deliver('a', network.change(zero, FOUR));
    network.run();
    for (const operator of FOUR) {
      const rival = network.submit(operator, payment({ to: 'carol' }));
      expect(rejectionOf(rival).code).toBe('PreviousTransactionMustBeConfirmedFirst');
      expect(network.submit(operator, payment()).type).toBe('Signed');
    }
  });

  it('C6 rivals that were half signed on both sides are contested until a certificate comes', () => {
    const network = createNetwork();
    for (const operator of ['a', 'b']) network.submit(operator, payment());
    for (const operator of ['c', 'd']) network.submit(operator, payment({ to: 'carol' }));
    network.deliver('a', network.change(zero, FOUR));
    network.run();
    for (const operator of FOUR) {
      const { lock } = network.state(operator).ledger.account.get(addressOf('alice')) ?? {};
      expect(lock?.kind).toBe('contested');
    }
  });

  it('C5 brings the certificates behind a snapshot before it counts', () => {
    const network = createNetwork();
    const certificate = network.certify(payment(), zero);
    network.deliver('a', certificate);
    network.deliver('b', certificate);
    network.deliver('a', network.change(zero, FOUR));
    network.run();
    for (const operator of FOUR) {
      expect(network.state(operator).status).toBe('active');
      expect(network.state(operator).ledger.account.get(addressOf('alice'))?.nextNonce).toBe(1n);
    }
  });

  it('C7 a new member gets the history, and one that leaves retires', () => {
    const next = ['b', 'c', 'd', 'e'];
    const network = createNetwork([...FOUR, 'e'], next);
    network.cut('e');
    for (const operator of FOUR) network.deliver(operator, network.certify(payment(), zero));
    network.mend('e');
    network.deliver('a', network.change(zero, next));
    network.run();
    expect(next.map((operator) => network.state(operator).status)).toEqual(Array(4).fill('active'));
    expect(network.state('a').status).toBe('retired');
    expect(rejectionOf(network.submit('a', payment({ nonce: 1n }))).code).toBe('EpochEnding');
    expect(network.state('e').ledger.account.get(addressOf('alice'))?.nextNonce).toBe(1n);
  });

  it('C4 completes with f dead, however messages are ordered and validators restart', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FOUR),
        fc.infiniteStream(fc.nat({ max: 1000 })),
        fc.array(fc.tuple(fc.constantFrom(...FOUR), fc.integer({ min: 0, max: 60 })), {
          maxLength: 4,
        }),
        (dead, picks, restarts) => {
          const network = createNetwork();
          const [told] = FOUR.filter((operator) => operator !== dead);
          network.cut(dead);
          network.deliver(told ?? 'a', network.change(zero, FOUR));
          const pick = (waiting: number) =>
            waiting === 0 ? 0 : (picks.next().value ?? 0) % waiting;
          for (const [operator, turns] of restarts) {
            network.run(turns, pick);
            network.restart(operator);
          }
          network.run(2_000, pick);
          for (const operator of FOUR) {
            if (operator !== dead) expect(network.state(operator).status).toBe('active');
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('C8 asks again at once only after something has settled, or it would ask for ever', () => {
    const network = new EpochNetwork(FOUR, 4);
    const certificate = network.change(zero, FOUR);
    network.ask('d', { type: 'AnnounceChange', requestId: 'r', epoch: 1, certificate });
    const state = network.state('d');
    expect(state.handover.rumours).toHaveLength(1);
    const result = { type: 'Certificates', certificates: [] } as const;
    const message = { type: 'Response', requestId: 'handover/bring', result } as const;
    const { effects } = stepOf(state, { type: 'Message', from: 'tester', message });
    expect(effects).toEqual([]);
  });

  it('C8 asks for what it lacks once, however often it is told of a change', () => {
    const network = new EpochNetwork(FOUR, 4);
    const certificate = network.change(zero, FOUR);
    const message = { type: 'AnnounceChange', requestId: 'r', epoch: 1, certificate } as const;
    const told = (state: ValidatorState) =>
      stepOf(state, { type: 'Message', from: 'tester', message });
    const asked = ({ effects }: ValidatorStep) =>
      effects.filter(
        (effect) => effect.type === 'Send' && effect.message.type === 'GetCertificates',
      );
    const first = told(network.state('d'));
    expect(asked(first).length).toBeGreaterThan(0);
    const again = told(first.state);
    expect(again.effects).toMatchObject([{ type: 'Reply', result: { type: 'EpochStatus' } }]);
    const later = stepOf(again.state, { type: 'Timer', id: RUMOUR_TIMER });
    expect(asked(later)).toEqual(asked(first));
  });

  it('C8 keeps a change that it can verify, whatever else comes under the same name', () => {
    const network = new EpochNetwork(FOUR, 4);
    const certificate = network.change(zero, FOUR);
    const spoilt = { ...certificate, signatures: certificate.signatures.slice(1) };
    const told = (state: ValidatorState, announced: TransactionCertificate) => {
      const message = { type: 'AnnounceChange', requestId: 'r', epoch: 1 } as const;
      const certified = { ...message, certificate: announced };
      return stepOf(state, { type: 'Message', from: 'tester', message: certified }).state;
    };
    const payments = network.certify(payment(), zero);
    let state = network.state('d');
    for (const announced of [spoilt, payments, certificate, spoilt, payments]) {
      state = told(state, announced);
    }
    expect(state.handover.rumours).toMatchObject([{ epoch: 1, certificate }]);
    const far = {
      type: 'AnnounceChange',
      requestId: 'r',
      epoch: 99,
      certificate: payments,
    } as const;
    const { effects, state: later } = stepOf(state, {
      type: 'Message',
      from: 'tester',
      message: far,
    });
    expect(later.handover.rumours).toMatchObject([{ epoch: 1, certificate }, { epoch: 99 }]);
    expect(effects.filter(({ type }) => type === 'SetTimer')).toEqual([]);
    expect(state.ledger.account.get(addressOf('alice'))?.nextNonce ?? 0n).toBe(0n);
  });

  it('C8 goes by the latest that a node announced of a later epoch: what came before may be damaged', () => {
    const network = new EpochNetwork(FOUR, 4);
    const certificate = network.change(zero, FOUR);
    let state = network.state('d');
    for (const announced of [{ ...certificate, signatures: [] }, certificate]) {
      const told = { type: 'AnnounceChange', requestId: 'r', certificate: announced } as const;
      const message = { ...told, epoch: 2 };
      state = stepOf(state, { type: 'Message', from: 'tester', message }).state;
    }
    expect(state.handover.rumours).toMatchObject([{ epoch: 2, certificate }]);
  });

  it('C7 does not ask a member at once again for what it has pruned or was just asked', () => {
    const network = createNetwork();
    const certificates = [network.certify(payment({ nonce: 1n }), zero)];
    const sender = addressOf('alice');
    const hash = '00'.repeat(32) as Bytes32;
    const { id: transactionId } = factsOf(payment().transaction);
    const gone = { sender, nonce: 0n, transactionId, settledAt: 0n, hash };
    const asked = (requestId: string, pruned: readonly PrunedCertificate[]) => {
      const result = { type: 'Certificates', certificates, pruned } as const;
      const message = { type: 'Response', requestId, result } as const;
      const state = noteAsked(network.state('d'), 'a', requestId);
      return idsOfAsked(stepOf(state, { type: 'Message', from: 'a', message }));
    };
    const [again = ''] = asked('handover/backing/1/x', []);
    expect(again).toBe(`handover/bring/sender/${sender}/0`);
    expect(asked('handover/backing/1/x', [gone])).toEqual([]);
    expect(asked('handover/backing/1/x', [{ ...gone, nonce: 1n }])).toEqual([again]);
    expect(asked(again, [])).toEqual([]);
  });

  it('C7 asks once for what precedes an answer that comes twice, and never for what precedes one unasked', () => {
    const network = createNetwork();
    const certificates = [network.certify(payment({ nonce: 1n }), zero)];
    const result = { type: 'Certificates', certificates } as const;
    const requestId = 'handover/bring/Request/x';
    const message = { type: 'Response', requestId, result } as const;
    const heard = (state: ValidatorState, from = 'a') =>
      stepOf(state, { type: 'Message', from, message });
    const asking = noteAsked(network.state('d'), 'a', requestId);
    expect(idsOfAsked(heard(asking, 'b'))).toEqual([]);
    const first = heard(asking);
    expect(idsOfAsked(first)).toEqual([`handover/bring/sender/${addressOf('alice')}/0`]);
    expect(idsOfAsked(heard(first.state))).toEqual([]);
    expect(idsOfAsked(heard(noteAsked(first.state, 'a', requestId)))).toHaveLength(1);
  });

  it('C8 asks for the next change where only a later one was told', () => {
    const network = new EpochNetwork(FOUR, 4);
    const certificate = network.change(zero, FOUR);
    const told = (state: ValidatorState, epoch: number) => {
      const message = { type: 'AnnounceChange', requestId: 'r', epoch, certificate } as const;
      return stepOf(state, { type: 'Message', from: 'tester', message });
    };
    const later = told(network.state('d'), 2);
    expect(idsOfAsked(later)).toEqual(['handover/bring/Epoch/1']);
    const both = told(later.state, 1);
    const tried = stepOf(both.state, { type: 'Timer', id: RUMOUR_TIMER });
    expect(idsOfAsked(tried)).not.toContain('handover/bring/Epoch/1');
    expect(idsOfAsked(tried)).not.toEqual([]);
  });

  it('C4 tells nobody of an epoch that has ended, and needs no answer to stop', () => {
    const network = createNetwork();
    network.deliver('a', network.change(zero, FOUR));
    network.run(500);
    network.join(FOUR, 2);
    network.deliver('a', network.change(one, FOUR));
    network.run(500);
    const state = network.state('a');
    const [first, second] = [1, 2].map((epoch) => ({ epoch, told: [], attempts: 3 }));
    const pushes = [first, second].flatMap((push) => push ?? []);
    const pushing = { ...state, handover: { ...state.handover, pushes } };
    const fired = stepOf(pushing, { type: 'Timer', id: 'handover/push/1' });
    expect(fired.effects).toEqual([]);
    expect(fired.state.handover.pushes).toEqual([second]);
    const announcing = stepOf(pushing, { type: 'Timer', id: 'handover/push/2' });
    expect(announcing.effects).toMatchObject([{ type: 'Load' }]);
  });

  it('C8 follows two changes in quick succession, from wherever it was down', () => {
    const network = createNetwork();
    network.cut('d');
    network.deliver('a', network.change(zero, FOUR));
    network.run(500);
    network.join(FOUR, 2);
    network.deliver('a', network.change(one, FOUR));
    network.run(500);
    expect(['a', 'b', 'c'].map((operator) => epochOf(network.state(operator)))).toEqual([2, 2, 2]);
    network.mend('d');
    // A quorum serves, so nobody tells it any more, until somebody comes up again.
    network.restart('a');
    network.run(2_000);
    expect(FOUR.map((operator) => network.state(operator).status)).toEqual(Array(4).fill('active'));
    expect(network.state('d').handover.served).toBe(2);
  });
});

describe('a member that still merges', () => {
  it('C4 tells of the next change, though what it lacks to merge may never come', () => {
    const next = ['a', 'c', 'd', 'e'];
    const network = new EpochNetwork(['a', 'b', 'c', 'd', 'e'], 2);
    const first = committeeAt(0, ['a', 'b']);
    network.join(next, 1);
    network.cut('e');
    network.deliver('a', network.change(first, next));
    network.run(500);
    // Of the two that were members before, e needs both.
    network.cut('b');
    network.mend('e');
    network.deliver('e', network.change(first, next));
    network.run(500);
    expect(network.state('e').status).toBe('merging');
    network.join(['c'], 2);
    network.deliver('e', network.change(committeeAt(1, next), ['c']));
    network.run(2_000);
    expect(network.state('c')).toMatchObject({ status: 'active', handover: { served: 2 } });
  });
});

describe('a member that sat out an epoch', () => {
  it('C4 tells of the change that brings it back, though it was the only one to be told', () => {
    const network = new EpochNetwork(['a', 'b'], 1);
    network.join(['b'], 1);
    network.deliver('a', network.change(committeeAt(0, ['a']), ['b']));
    network.run(500);
    network.join(['a'], 2);
    network.deliver('a', network.change(committeeAt(1, ['b']), ['a']));
    network.run(500);
    expect(network.state('b')).toMatchObject({ status: 'retired', handover: { served: 1 } });
    expect(network.state('a')).toMatchObject({ status: 'active', handover: { served: 2 } });
  });
});

describe('a member that has retired', () => {
  it('C4 tells of a later change that it alone was given', () => {
    const network = new EpochNetwork(['a', 'b', 'c'], 1);
    network.join(['b'], 1);
    network.deliver('a', network.change(committeeAt(0, ['a']), ['b']));
    network.run(500);
    expect(network.state('a').status).toBe('retired');
    network.join(['c'], 2);
    network.deliver('a', network.change(committeeAt(1, ['b']), ['c']));
    network.run(500);
    expect(network.state('b')).toMatchObject({ status: 'retired', handover: { served: 1 } });
    expect(network.state('c')).toMatchObject({ status: 'active', handover: { served: 2 } });
  });
});

describe('a certificate of an epoch that ended', () => {
  it('C8 settles where its transaction is locked or contested, and nowhere else', () => {
    const network = createNetwork();
    const locked = payment();
    const contested = payment({ from: 'bob' });
    const unheard = payment({ from: 'carol' });
    for (const operator of FOUR) network.submit(operator, locked);
    for (const operator of ['a', 'b']) network.submit(operator, contested);
    for (const operator of ['c', 'd'])
      network.submit(operator, payment({ from: 'bob', amount: 2n }));
    network.deliver('a', network.change(zero, FOUR));
    expect(network.deliver('b', network.certify(payment({ from: 'dave' }), zero)).type).toBe(
      'Settled',
    );
    network.run();
    expect(network.deliver('c', network.certify(locked, zero)).type).toBe('Settled');
    expect(network.deliver('c', network.certify(contested, zero)).type).toBe('Settled');
    expect(rejectionOf(network.deliver('c', network.certify(unheard, zero)))).toMatchObject({
      code: 'InvalidCertificate',
      rule: 'C8',
      epoch: 1,
    });
    expect(network.deliver('c', network.certify(unheard, one)).type).toBe('Settled');
  });
});
