import {
  factsOf,
  LIMITS,
  type Operation,
  type Rejection,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, committeeOf, signerOf } from '@quorate/testkit';
import { createTestStore } from '@quorate/testkit/step-machine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTestClient, envelopeIn, type TestClient } from '../../test/client.ts';
import { START } from '../../test/genesis.ts';
import { certified, payment, transfer } from '../../test/payments.ts';
import type { Effect } from '../effect.ts';
import type { Execute, Response, Result } from '../message.ts';
import { requestIdOf } from './send.ts';
import type { ClientState, InFlight } from './state.ts';

const UNSETTLED: Rejection = {
  code: 'QuorumUnreachable',
  rule: 'P8',
  reason: 'the deadline has passed',
  unsettled: true,
  refusals: [],
  silent: [],
};
const REFUSED: Rejection = { code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' };

function execute(
  requestId = 'r1',
  operations: readonly Operation[] = [transfer(addressOf('bob'), 1n)],
): Execute {
  return { type: 'Execute', requestId, operations };
}

function begun(client: TestClient, requestId?: string): TransactionEnvelope {
  const envelope = envelopeIn(client.hear('user', execute(requestId)));
  if (envelope === undefined) throw new Error('expected an envelope to be sent');
  return envelope;
}

function repliesIn(effects: readonly Effect<never>[]) {
  return effects.flatMap((effect) =>
    effect.type === 'Reply' ? [[effect.requestId, effect.result] as const] : [],
  );
}

function rejection(given: Rejection): Result {
  return { type: 'Rejected', rejection: given };
}

/** A final refusal of what is in flight. */
function refusalOf({ inFlight }: ClientState): Response {
  if (inFlight === undefined) throw new Error('nothing is in flight');
  return { type: 'Response', requestId: requestIdOf(inFlight), result: rejection(REFUSED) };
}

function nonceOf(envelope: TransactionEnvelope): bigint {
  return factsOf(envelope.transaction).transaction.nonce;
}

describe('sending', () => {
  it('P5 stores the signed bytes before it sends them', () => {
    const effects = createTestClient().hear('user', execute());
    const envelope = envelopeIn(effects);
    expect(effects).toEqual([
      { type: 'Persist', writes: [{ key: 'outbox', value: envelope }] },
      {
        type: 'Send',
        to: 'proxy',
        message: { type: 'SubmitTransaction', requestId: expect.any(String), envelope },
      },
      { type: 'SetTimer', id: 'retry', at: START + 1n + 10n },
    ]);
    expect(envelope && factsOf(envelope.transaction).transaction).toMatchObject({
      networkId: 'fast:localnet',
      sender: addressOf('alice'),
      nonce: 0n,
      timestampNanos: START + 1n,
      operations: [transfer(addressOf('bob'), 1n)],
    });
  });

  it('P5 sends the same bytes again, later and later, a bounded number of times', () => {
    const client = createTestClient();
    const first = begun(client);
    const waits: bigint[] = [];
    for (let effects = client.wait(); envelopeIn(effects) !== undefined; effects = client.wait()) {
      expect(envelopeIn(effects)).toBe(first);
      const timer = effects.find((effect) => effect.type === 'SetTimer');
      waits.push((timer?.at ?? 0n) - START);
    }
    // Repetitions come at 2, 3 and 4 of the client's own steps; each waits twice as long.
    expect(waits).toEqual([2n + 20n, 3n + 40n, 4n + 40n]);
  });

  it('refuses an operation that cannot be encoded, and goes on with the next', () => {
    const client = createTestClient();
    const impossible = execute('bad', [transfer(addressOf('bob'), 2n ** 256n)]);
    expect(repliesIn(client.hear('user', impossible))).toEqual([
      ['bad', rejection({ code: 'InvalidRequest', rule: 'V1', reason: expect.any(String) })],
    ]);
    expect(client.store.rows()).toEqual([]);
    const first = begun(client, 'r1');
    client.hear('user', impossible);
    client.hear('user', execute('r2'));
    const effects = client.answer({ type: 'Success', certificate: certified(first) });
    expect(repliesIn(effects).map(([requestId]) => requestId)).toEqual(['r1', 'bad']);
    expect(envelopeIn(effects) && nonceOf(envelopeIn(effects) as TransactionEnvelope)).toBe(1n);
  });

  it('sends one transaction at a time, in the order asked', () => {
    const client = createTestClient();
    const first = begun(client, 'r1');
    expect(client.hear('user', execute('r2'))).toEqual([]);
    expect(client.hear('user', execute('r3'))).toEqual([]);
    const effects = client.answer({ type: 'Success', certificate: certified(first) });
    const types = effects.map(({ type }) => type);
    expect(types).toEqual(['Persist', 'Reply', 'CancelTimer', 'Persist', 'Send', 'SetTimer']);
    const second = envelopeIn(effects) as TransactionEnvelope;
    expect(nonceOf(second)).toBe(1n);
    const last = client.answer({ type: 'Success', certificate: certified(second) });
    expect(repliesIn(last).map(([requestId]) => requestId)).toEqual(['r2']);
    expect(nonceOf(envelopeIn(last) as TransactionEnvelope)).toBe(2n);
  });
});

describe('success', () => {
  it('tells the user with the certificate, once it has verified it and written the nonce', () => {
    const client = createTestClient();
    const certificate = certified(begun(client));
    const effects = client.answer({ type: 'Success', certificate });
    const writes = [
      { key: 'nonce', value: 1n },
      { key: 'outbox', value: undefined },
    ];
    expect(effects).toEqual([
      { type: 'Persist', writes },
      { type: 'Reply', to: 'user', requestId: 'r1', result: { type: 'Success', certificate } },
      { type: 'CancelTimer', id: 'retry' },
    ]);
    expect(client.state()).toMatchObject({ nextNonce: 1n, inFlight: undefined, queue: [] });
  });

  it.each<[string, (envelope: TransactionEnvelope) => ReturnType<typeof certified>]>([
    ['too few signatures', (e) => certified(e, committeeOf(4).slice(0, 2))],
    [
      'one validator three times',
      (e) =>
        certified(
          e,
          [0, 0, 0].flatMap(() => committeeOf(1)),
        ),
    ],
    ['strangers', (e) => certified(e, ['x', 'y', 'z'].map(signerOf))],
    ['another transaction', () => certified(payment({ amount: 77n }))],
    [
      'a sender signature that does not verify',
      (e) => ({ ...certified(e), envelope: { ...e, signature: payment().signature } }),
    ],
    [
      'a sender signature that is no hex',
      (e) => ({
        ...certified(e),
        envelope: { ...e, signature: { kind: 'Signature', signature: 'zz' as never } },
      }),
    ],
    [
      'signatures that are no hex',
      (e) => ({ envelope: e, signatures: [[addressOf('v1'), 'zz' as never]] }),
    ],
    [
      'a transaction that no bytes stand for',
      (e) => ({ ...certified(e), envelope: undecodable() }),
    ],
  ])('P2 takes no notice of a success with %s', (_, forge) => {
    const client = createTestClient();
    const envelope = begun(client);
    const before = client.state();
    const effects = client.answer({ type: 'Success', certificate: forge(envelope) });
    // It may ask who strangers are (rule P10), and nobody is told anything.
    expect(effects.filter(({ type }) => type !== 'Send')).toEqual([]);
    expect(client.state()).toBe(before);
    expect(envelopeIn(client.wait())).toBe(envelope);
  });

  it('takes a late success of an earlier attempt', () => {
    const client = createTestClient();
    const certificate = certified(begun(client));
    const { id } = factsOf(certificate.envelope.transaction);
    client.wait();
    const message = {
      type: 'Response',
      requestId: `submit:${id}:0`,
      result: { type: 'Success', certificate },
    } as const;
    expect(repliesIn(client.hear('proxy', message)).length).toBe(1);
  });
});

describe('refusal', () => {
  it('P4 frees the nonce for another transaction', () => {
    const client = createTestClient();
    const first = begun(client);
    expect(repliesIn(client.answer(rejection(REFUSED)))).toEqual([['r1', rejection(REFUSED)]]);
    const second = begun(client);
    expect(nonceOf(second)).toBe(nonceOf(first));
    expect(second).not.toEqual(first);
  });

  it('P4 accepts a refusal only from the proxy, and only of the latest attempt', () => {
    const client = createTestClient();
    begun(client);
    const before = client.state();
    const message = refusalOf(before);
    expect(client.hear('mallory', message)).toEqual([]);
    expect(client.state()).toBe(before);
    client.wait();
    const again = client.state();
    expect(client.hear('proxy', message)).toEqual([]);
    expect(client.state()).toBe(again);
  });

  it('P4 ignores a refusal from before its restart', () => {
    const store = createTestStore();
    const before = createTestClient(store);
    begun(before);
    const late = refusalOf(before.state());
    const again = createTestClient(store);
    expect(envelopeIn(again.beginning)).toEqual(before.state().inFlight?.envelope);
    const state = again.state();
    expect(again.hear('proxy', late)).toEqual([]);
    expect(again.state()).toBe(state);
  });

  it('P4 keeps the nonce for the same bytes while the outcome is unsettled', () => {
    const client = createTestClient();
    const envelope = begun(client);
    expect(client.answer(rejection(UNSETTLED))).toEqual([]);
    expect(envelopeIn(client.wait())).toBe(envelope);
    const success = client.answer({ type: 'Success', certificate: certified(envelope) });
    expect(repliesIn(success).map(([, { type }]) => type)).toEqual(['Success']);
  });

  it.each([
    ['the first', [0, 1], 1],
    ['the first, that comes late,', [1, 0], 1],
  ])('P4 tells the user of the latest refusal in the end, not of %s', (_, order, latest) => {
    const client = createTestClient();
    begun(client);
    const ids: string[] = [];
    for (let repetition = 0; repetition < 3; repetition++) {
      ids.push(requestIdOf(client.state().inFlight as InFlight));
      client.wait();
    }
    const reasonOf = (attempt: number) => ({ ...UNSETTLED, reason: `attempt ${attempt}` });
    for (const attempt of order) {
      const requestId = ids[attempt] ?? '';
      client.hear('proxy', { type: 'Response', requestId, result: rejection(reasonOf(attempt)) });
    }
    expect(repliesIn(client.wait())).toEqual([['r1', rejection(reasonOf(latest))]]);
  });

  it('P4 tells the user in the end, keeps the bytes, and tries again when asked for more', () => {
    const client = createTestClient();
    const envelope = begun(client, 'r1');
    client.hear('user', execute('r2'));
    for (let repetition = 0; repetition < 3; repetition++) client.wait();
    const told = repliesIn(client.wait());
    expect(told).toEqual([
      ['r1', rejection({ ...UNSETTLED, reason: 'no outcome after 3 repetitions' })],
      [
        'r2',
        rejection({
          code: 'PreviousTransactionMustBeConfirmedFirst',
          rule: 'V4',
          pending: [envelope],
        }),
      ],
    ]);
    expect(client.store.rows()).toEqual([{ key: 'outbox', value: envelope }]);
    const again = client.hear('user', execute('r3'));
    expect(envelopeIn(again)).toBe(envelope);
    const settled = client.answer({ type: 'Success', certificate: certified(envelope) });
    expect(nonceOf(envelopeIn(settled) as TransactionEnvelope)).toBe(1n);
  });

  it.each([
    ['a later nonce', 5n, 5n],
    ['an earlier nonce', -1n, 0n],
    ['a nonce that no transaction can have', LIMITS.nonce + 1n, 0n],
    ['a nonce beyond all', 2n ** 200n, 0n],
    ['the last nonce of all', LIMITS.nonce, LIMITS.nonce],
  ])('goes on, when told of %s, from %d to %d', (_, expectedNonce, next) => {
    const client = createTestClient();
    begun(client);
    client.hear('user', execute('r2'));
    const told = client.answer(
      rejection({ code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce }),
    );
    expect(repliesIn(told).length).toBe(1);
    expect(nonceOf(envelopeIn(told) as TransactionEnvelope)).toBe(next);
    expect(createTestClient(client.store).state().nextNonce).toBe(next);
  });
});

describe('any sequence of answers', () => {
  const anyEvent = fc.oneof(
    fc.constantFrom('execute', 'wait', 'success', 'restart', 'forged'),
    fc.constantFrom<Rejection>(
      REFUSED,
      UNSETTLED,
      { ...UNSETTLED, unsettled: false },
      { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 3n },
    ),
  );

  it('P5 signs no other bytes at a nonce unless it was refused there', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40, size: 'max' }), (events) => {
        let client = createTestClient();
        const held = new Map<bigint, string>();
        for (const event of events) {
          const before = client.state().inFlight?.envelope;
          if (event === 'restart') client = createTestClient(client.store);
          const effects = happen(client, event, before);
          const isFreed = client.state().inFlight?.envelope !== before;
          if (isFreed && typeof event === 'object') forget(held, before);
          expectSameBytes(held, envelopeIn(effects));
        }
      }),
      { numRuns: 300 },
    );
  });

  function forget(held: Map<bigint, string>, refused: TransactionEnvelope | undefined): void {
    if (refused !== undefined) held.delete(nonceOf(refused));
  }

  function expectSameBytes(held: Map<bigint, string>, sent: TransactionEnvelope | undefined): void {
    if (sent === undefined) return;
    const { id } = factsOf(sent.transaction);
    expect(held.get(nonceOf(sent)) ?? id).toBe(id);
    held.set(nonceOf(sent), id);
  }

  function happen(
    client: TestClient,
    event: string | Rejection,
    current: TransactionEnvelope | undefined,
  ): readonly Effect<never>[] {
    if (event === 'restart') return client.beginning;
    if (event === 'execute') return client.hear('user', execute());
    if (event === 'wait') return client.wait();
    if (typeof event === 'object') return client.answer(rejection(event));
    if (current === undefined) return [];
    const signers = committeeOf(4).slice(0, event === 'success' ? 3 : 2);
    return client.answer({ type: 'Success', certificate: certified(current, signers) });
  }
});

describe('a restart', () => {
  it('P5 sends the same bytes again, and the next nonce follows', () => {
    const client = createTestClient();
    const envelope = begun(client);
    const restarted = createTestClient(client.store);
    const message = { type: 'SubmitTransaction', requestId: expect.any(String), envelope };
    expect(restarted.beginning[0]).toEqual({ type: 'Send', to: 'proxy', message });
    restarted.hear('user', execute('r2'));
    const settled = restarted.answer({ type: 'Success', certificate: certified(envelope) });
    // Nobody waits for the first any more; what was asked since then follows.
    expect(repliesIn(settled)).toEqual([]);
    expect(nonceOf(envelopeIn(settled) as TransactionEnvelope)).toBe(1n);
  });

  it('goes on from the stored nonce with nothing in flight', () => {
    const client = createTestClient();
    client.answer({ type: 'Success', certificate: certified(begun(client)) });
    const restarted = createTestClient(client.store);
    expect(restarted.beginning).toEqual([]);
    expect(nonceOf(begun(restarted))).toBe(1n);
  });
});

function undecodable(): TransactionEnvelope {
  const { transaction, signature } = payment();
  if (transaction.release !== 'Release20260407') throw new Error('expected 0407');
  const body = { ...transaction.transaction, nonce: 2n ** 64n };
  return { transaction: { release: 'Release20260407', transaction: body }, signature };
}
