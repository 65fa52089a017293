import {
  buildEnvelope,
  CERTIFICATE_PREFIX,
  type Effect,
  type ValidatorMessage,
} from '@quorate/core';
import {
  bytesToHex,
  encodeSignature,
  encodeTransaction,
  factsOf,
  type HexBytes,
  NATIVE_TOKEN_ID,
  type TransactionCertificate,
} from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork, START } from '@quorate/testkit/epoch-network';
import { beforeEach, describe, expect, it } from 'vitest';
import { deedsIn } from './deeds.ts';

const FOUR = ['v1', 'v2', 'v3', 'v4'];
const ZERO = committeeAt(0, FOUR);

const PAYMENT = buildEnvelope(
  {
    networkId: 'fast:localnet',
    nonce: 0n,
    timestampNanos: START,
    operations: [
      {
        kind: 'TokenTransfer',
        tokenId: NATIVE_TOKEN_ID,
        recipient: addressOf('bob'),
        amount: 1n,
        userData: null,
      },
    ],
  },
  signerOf('alice'),
);
const PAID = `Settled ${factsOf(PAYMENT.transaction).id}`;

let network: EpochNetwork;
let paid: TransactionCertificate;
let change: TransactionCertificate;
let changed: string;
beforeEach(() => {
  network = new EpochNetwork(FOUR, 4);
  network.join(FOUR, 1);
  paid = network.certify(PAYMENT, ZERO);
  change = network.change(ZERO, FOUR);
  changed = `Settled ${factsOf(change.envelope.transaction).id}`;
});

/** Has v4 take a message, and gives the deeds. */
function deedsOf(
  message: ValidatorMessage,
  more: readonly Effect<never>[] = [],
): readonly string[] {
  const node = 'v4';
  const before = network.state(node);
  const effects = [...network.tell(node, message), ...more];
  const input = { type: 'Message', from: 'tester', message } as const;
  const deeds = deedsIn({ node, input, before, after: network.state(node), effects });
  return deeds.map(({ type, facts }) => `${type} ${facts.id}`);
}

function deliver(certificate: TransactionCertificate): readonly string[] {
  return deedsOf({ type: 'SubmitCertificate', requestId: 'deliver', certificate });
}

function bring(...certificates: readonly TransactionCertificate[]): readonly string[] {
  const result = { type: 'Certificates', certificates } as const;
  return deedsOf({ type: 'Response', requestId: 'handover/bring', result });
}

describe('deedsIn', () => {
  it.each([
    ['an envelope', PAYMENT],
    [
      'its bytes',
      {
        transaction: bytesToHex(encodeTransaction(PAYMENT.transaction)) as HexBytes,
        signature: bytesToHex(encodeSignature(PAYMENT.signature)) as HexBytes,
      },
    ],
  ])('gives what it signed once, given %s', (_, envelope) => {
    const submit = () => deedsOf({ type: 'SubmitTransaction', requestId: 'submit', envelope });
    expect(submit()).toEqual([`Signed ${factsOf(PAYMENT.transaction).id}`]);
    expect(submit()).toEqual([]);
  });

  it('gives what somebody delivered once', () => {
    expect(deliver(paid)).toEqual([PAID]);
    expect(deliver(paid)).toEqual([]);
  });

  it('gives what a change announced, and what was brought, though nobody gets that as an answer', () => {
    const announced = { type: 'AnnounceChange', requestId: 'announce', epoch: 1 } as const;
    expect(deedsOf({ ...announced, certificate: change })).toEqual([changed]);
    expect(bring(paid)).toEqual([PAID]);
    expect(bring(paid)).toEqual([]);
  });

  it('gives all that was brought at once', () => {
    expect(bring(paid, change)).toEqual([PAID, changed]);
  });

  it('gives nothing for what was brought late and is pushed once somebody delivers it', () => {
    deliver(change);
    expect(bring(paid)).toEqual([PAID]);
    const before = network.state('v4');
    expect(deliver(paid)).toEqual([]);
    expect(network.state('v4')).not.toBe(before);
  });

  it('do not count what is pruned when something settles', () => {
    const pruned = { pruned: 'ab'.repeat(32), settledAt: START, hash: 'cd'.repeat(32) };
    const write = { key: `${CERTIFICATE_PREFIX}before`, value: pruned };
    const message = { type: 'SubmitCertificate', requestId: 'deliver', certificate: paid } as const;
    expect(deedsOf(message, [{ type: 'Persist', writes: [write] }])).toEqual([PAID]);
  });
});
