import {
  type CheckTransaction,
  type Message,
  nonceKey,
  PROXY_TIMINGS,
  type ProxyState,
} from '@quorate/core';
import { factsOf, transactionId } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import {
  createHarness,
  envelopePaying,
  GENESIS,
  type Harness,
  submitting,
  VERIFIER,
} from '../test/harness.ts';
import type { Node } from './node.ts';
import { createProxyNode, validatorLogic } from './nodes.ts';

const ENVELOPE = envelopePaying(1n);
const VALIDATORS = ['v1', 'v2', 'v3', 'v4'];

interface Asked {
  readonly validator: string;
  readonly type: Message['type'];
}

interface ProxyUnderTest {
  readonly proxy: Node<ProxyState>;
  /** What reached the validators, who say that they would sign and then never answer. */
  readonly asked: readonly Asked[];
}

function createProxy({ ports }: Harness): ProxyUnderTest {
  const asked: Asked[] = [];
  for (const validator of VALIDATORS) {
    ports.transport.attach(validator, (from, message) => {
      if (message.type !== 'CheckTransaction') asked.push({ validator, type: message.type });
      else ports.transport.send(validator, from, admitting(message));
    });
  }
  const proxy = createProxyNode({
    name: 'proxy',
    ports,
    signer: signerOf('proxy'),
    verifier: VERIFIER,
    genesis: GENESIS,
    onFailure: (failure) => expect.unreachable(String(failure)),
  });
  return { proxy, asked };
}

function admitting({ requestId }: CheckTransaction): Message {
  const result = {
    type: 'Admissible',
    transactionId: transactionId(ENVELOPE.transaction),
  } as const;
  return { type: 'Response', requestId, result };
}

const EVERYBODY_ASKED = VALIDATORS.map((validator) => ({ validator, type: 'SubmitTransaction' }));

describe('validatorLogic', () => {
  it('goes on pruning after a restart, although nothing settles any more', () => {
    const prune = { olderThanNanos: 0n, keepPerAccount: 1n };
    const logic = validatorLogic({
      genesis: GENESIS,
      signer: signerOf('v1'),
      verifier: VERIFIER,
      prune,
    });
    const timers = (rows: Parameters<typeof logic.recover>[0]) =>
      logic.recover(rows, 0n).effects.filter(({ type }) => type === 'SetTimer');
    const begun = logic
      .recover([], 0n)
      .effects.flatMap((effect) => (effect.type === 'Persist' ? effect.writes : []));
    const settled = {
      key: `settled/${nonceKey(addressOf('alice'), 0n)}`,
      value: transactionId(ENVELOPE.transaction),
    };
    expect(timers(begun)).toEqual([]);
    expect(timers([...begun, settled])).toMatchObject([{ id: 'prune' }]);
  });

  it.each([
    ['the key of its seat, whatever its own', ['v1', 'v5'], 'v1'],
    ['its own key where it has no seat', ['v5'], undefined],
  ])('signs with %s', (_, names, signer) => {
    const keys = {
      find: (key: string) => names.map(signerOf).find((each) => each.address === key),
    };
    const own = signerOf('v5');
    const logic = validatorLogic({ genesis: GENESIS, signer: own, verifier: VERIFIER, keys });
    const { state } = logic.recover([], 0n);
    const message = { type: 'SubmitTransaction', requestId: 'sign', envelope: ENVELOPE } as const;
    const { effects } = logic.step(state, { type: 'Message', from: 'user', message }, 0n);
    const signed = effects.flatMap((effect) =>
      effect.type === 'Reply' && effect.result.type === 'Signed' ? [effect.result] : [],
    );
    expect(signed.map(({ validator }) => validator)).toEqual(signer ? [addressOf(signer)] : []);
    const { signingBytes } = factsOf(ENVELOPE.transaction);
    for (const { validator, signature } of signed) {
      expect(VERIFIER.verify(validator, signingBytes, signature)).toBe(true);
    }
  });
});

describe('createProxyNode', () => {
  it('V8 shows no validator an envelope that is not durable yet', () => {
    const harness = createHarness('late');
    const { proxy, asked } = createProxy(harness);
    proxy.start();
    harness.late.endFlush();
    harness.tell('proxy', submitting(ENVELOPE));
    harness.settle();
    expect([asked, harness.late.underWay()]).toEqual([[], 1]);
    harness.late.endFlush();
    harness.settle();
    expect(asked).toEqual(EVERYBODY_ASKED);
  });

  it('repeats after a time, and begins again with what its store holds after a crash', () => {
    const harness = createHarness();
    const { proxy, asked } = createProxy(harness);
    proxy.start();
    harness.tell('proxy', submitting(ENVELOPE));
    harness.settle();
    harness.clock.advance(2n * PROXY_TIMINGS.retryNanos);
    harness.settle();
    expect(asked).toEqual([...EVERYBODY_ASKED, ...EVERYBODY_ASKED]);

    proxy.crash();
    harness.clock.advance(PROXY_TIMINGS.retryNanosMax);
    harness.settle();
    expect(asked).toHaveLength(2 * EVERYBODY_ASKED.length);
    proxy.start();
    harness.settle();
    expect(asked).toHaveLength(3 * EVERYBODY_ASKED.length);
  });

  it('stops in the middle of what recovery left to send when it crashes', () => {
    const harness = createHarness();
    const { proxy, asked } = createProxy(harness);
    proxy.start();
    harness.tell('proxy', submitting(ENVELOPE));
    harness.settle();
    proxy.crash();
    harness.onSend = () => proxy.crash();
    proxy.start();
    harness.settle();
    expect([proxy.status(), asked.length]).toEqual(['crashed', EVERYBODY_ASKED.length + 1]);
  });

  it('ignores what is meant for a validator', () => {
    const harness = createHarness();
    const { proxy } = createProxy(harness);
    proxy.start();
    const before = proxy.state();
    const certificate = { envelope: ENVELOPE, signatures: [] };
    harness.tell('proxy', { type: 'SubmitCertificate', requestId: 'settle', certificate });
    harness.settle();
    expect([harness.heard, proxy.status()]).toEqual([[], 'active']);
    expect(proxy.state()).toBe(before);
  });
});
