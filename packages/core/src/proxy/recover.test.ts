import { factsOf } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import {
  createTestNetwork,
  honestly,
  onlyChecking,
  silent,
  submission,
  type TestNetwork,
} from '../../test/network.ts';
import { payment } from '../../test/payments.ts';
import { certificateKey } from '../store-keys.ts';

const NAMES = ['v1', 'v2', 'v3', 'v4'];

/** Starts a proxy on the store of another, with its validators as the other left them. */
function restart(network: TestNetwork): TestNetwork {
  const next = createTestNetwork({
    store: network.proxy.store,
    conduct: Object.fromEntries(NAMES.map((name) => [name, silent])),
  });
  next.validators.forEach((validator, index) => {
    for (const { message } of network.sent.filter(({ to }) => to === NAMES[index])) {
      if (message.type === 'SubmitTransaction') validator.submit(message.envelope);
    }
  });
  for (const name of NAMES) next.conduct(name, honestly);
  return next;
}

describe('recoverProxy', () => {
  it('goes on driving what it was driving, and forgets it when everybody has settled', () => {
    const network = createTestNetwork({
      conduct: { v2: onlyChecking, v3: onlyChecking, v4: silent },
    });
    network.send('alice', submission(payment()));
    const next = restart(network);
    next.advance();
    expect(next.validators.map(({ state }) => state().ledger.settled.size)).toEqual([1, 1, 1, 1]);
    expect(next.proxy.state().submissions.size).toBe(0);
    expect(next.answers).toEqual([]);
  });

  it('P3 settles the very certificate that it formed before it went down', () => {
    const network = createTestNetwork({
      conduct: Object.fromEntries(
        NAMES.map((name) => [
          name,
          (message, honest) => (message.type === 'SubmitCertificate' ? [] : [honest()]),
        ]),
      ),
    });
    network.send('alice', submission(payment()));
    const { id } = factsOf(payment().transaction);
    const formed = network.proxy.state().submissions.get(id)?.certificate;
    const next = restart(network);
    next.send('alice', submission(payment(), 'again'));
    expect(next.answers).toEqual([
      {
        type: 'Reply',
        to: 'alice',
        requestId: 'again',
        result: { type: 'Success', certificate: formed },
      },
    ]);
    expect(next.sent.some(({ message }) => message.type === 'SubmitTransaction')).toBe(false);
  });

  it('P3 gives out what it answered with, though it went down before its last write', () => {
    const network = createTestNetwork({ conduct: { v1: onlyChecking } });
    network.send('alice', submission(payment()));
    const [answered] = network.answers;
    expect(answered?.result.type).toBe('Success');
    const { sender, nonce } = payment().transaction.transaction;
    network.proxy.store.write([{ key: certificateKey(sender, nonce), value: undefined }]);
    const next = restart(network);
    next.send('alice', submission(payment(), 'again'));
    expect(next.answers.map(({ result }) => result)).toEqual([answered?.result]);
  });

  it('P3 calls nothing settled that it only holds a certificate of', () => {
    const network = createTestNetwork({
      conduct: Object.fromEntries(
        NAMES.map((name) => [
          name,
          (message, honest) => (message.type === 'SubmitCertificate' ? [] : [honest()]),
        ]),
      ),
    });
    network.send('alice', submission(payment()));
    const next = createTestNetwork({
      store: network.proxy.store,
      conduct: Object.fromEntries(NAMES.map((name) => [name, silent])),
    });
    next.send('alice', submission(payment(), 'again'));
    expect(next.answers).toEqual([]);
  });

  it('begins with nothing from an empty store', () => {
    const network = createTestNetwork();
    expect(network.sent).toEqual([]);
    expect(network.proxy.state().submissions.size).toBe(0);
  });
});
