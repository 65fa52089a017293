import type { TransactionCertificate } from '@quorate/protocol';
import { signerOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork } from '@quorate/testkit/epoch-network';
import { createMachine, createTestStore } from '@quorate/testkit/step-machine';
import { describe, expect, it } from 'vitest';
import { START, VERIFIER } from '../../test/genesis.ts';
import { transfer } from '../../test/payments.ts';
import type { ClientMessage, Result } from '../message.ts';
import { recoverClient } from './recover.ts';
import { CLIENT_RULES } from './rules.ts';
import { requestIdOf } from './send.ts';
import { CLIENT_TIMINGS, type ClientState } from './state.ts';
import { stepClient } from './step.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, FOUR);
const one = committeeAt(1, FOUR);

const alice = VERIFIER.rememberingSigner(signerOf('alice'));
const ENV = { now: START, signer: alice, verifier: VERIFIER, rules: CLIENT_RULES };
const FRESH: ClientState = {
  networkId: 'fast:localnet',
  committees: [zero],
  proxy: 'proxy',
  timings: CLIENT_TIMINGS,
  nextNonce: 0n,
  inFlight: undefined,
  queue: [],
};

const REFUSAL: Result = {
  type: 'Rejected',
  rejection: { code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' },
};

/** A client of epoch 0 whose payment was certified in epoch 1. */
function createClient() {
  const network = new EpochNetwork(FOUR, 4);
  network.join(FOUR, 1);
  const store = createTestStore();
  const client = createMachine<ClientState, ClientMessage, never>(
    store,
    recoverClient(FRESH, [], ENV).state,
    (state, input) => stepClient(state, input, ENV),
  );
  const hear = (from: string, message: ClientMessage) =>
    client.take({ type: 'Message', from, message });
  hear('user', { type: 'Execute', requestId: 'u', operations: [transfer(alice.address, 1n)] });
  const { inFlight } = client.state();
  if (inFlight === undefined) throw new Error('the payment is on its way');
  const answer = (result: Result) =>
    hear('proxy', { type: 'Response', requestId: requestIdOf(inFlight), result });
  const success = (certificate: TransactionCertificate) => answer({ type: 'Success', certificate });
  const refuse = () => answer(REFUSAL);
  const changes = (certificate: TransactionCertificate) =>
    hear('proxy', {
      type: 'Response',
      requestId: 'epoch:1',
      result: { type: 'Certificates', certificates: [certificate] },
    });
  return { network, client, store, envelope: inFlight.envelope, hear, success, refuse, changes };
}

describe('a client', () => {
  it('P10 asks who signed a certificate of a committee it does not know, and then believes it', () => {
    const { network, client, envelope, success, changes } = createClient();
    const certified = network.certify(envelope, one);
    expect(success(certified)).toMatchObject([
      {
        type: 'Send',
        to: 'proxy',
        message: { select: { by: 'Dependency' }, requestId: 'epoch:1' },
      },
    ]);
    const again = changes(network.change(zero, FOUR));
    expect(again.map(({ type }) => type)).toEqual(['Persist', 'Send', 'SetTimer']);
    success(certified);
    expect(client.state()).toMatchObject({ nextNonce: 1n, inFlight: undefined });
  });

  it('P10 knows of the change after a restart', () => {
    const { network, store, changes } = createClient();
    changes(network.change(zero, FOUR));
    const { state } = recoverClient(FRESH, store.rows(), ENV);
    expect(state.committees.map(({ epoch }) => epoch)).toEqual([0, 1]);
  });

  it('P10 believes no change that the committee before did not sign', () => {
    const { network, client, changes } = createClient();
    const forged = network.certify(network.change(zero, FOUR).envelope, one);
    expect(changes(forged)).toEqual([]);
    expect(client.state().committees).toHaveLength(1);
  });

  it('P10 follows a change that arrives when nothing is in flight any more', () => {
    const { network, client, envelope, success, refuse, changes } = createClient();
    success(network.certify(envelope, one));
    refuse();
    expect(client.state().inFlight).toBe(undefined);
    expect(changes(network.change(zero, FOUR)).map(({ type }) => type)).toEqual(['Persist']);
    expect(client.state().committees.map(({ epoch }) => epoch)).toEqual([0, 1]);
  });

  it('P10 learns nothing from a proxy that does not show the change', () => {
    const { network, client, envelope, success, hear } = createClient();
    success(network.certify(envelope, one));
    const before = client.state();
    expect(hear('proxy', { type: 'Response', requestId: 'epoch:1', result: REFUSAL })).toEqual([]);
    expect(client.state()).toBe(before);
  });

  it('asks nothing about a certificate of a committee it knows', () => {
    const { network, envelope, success } = createClient();
    const certified = network.certify(envelope, zero);
    const few = { ...certified, signatures: certified.signatures.slice(1) };
    expect(success(few)).toEqual([]);
  });
});
