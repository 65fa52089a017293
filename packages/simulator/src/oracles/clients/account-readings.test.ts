import type { AccountInfo, Result } from '@quorate/core';
import type { Address, Operation, TransactionCertificate } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { readerOf } from '../../world/links.ts';
import { createAccountReadings } from './account-readings.ts';

const [alice, bob] = ['0a'.repeat(32), '0b'.repeat(32)] as [Address, Address];
const LEAVE: Operation = { kind: 'LeaveCommittee' };

function certificateAt(nonce: bigint, sender = alice): TransactionCertificate {
  return { envelope: envelopeOf(sender, LEAVE, nonce), signatures: [] };
}

const genuine = certificateAt(2n);
const forged = certificateAt(2n);
const infoAt = (nextNonce: bigint, address = alice): Result =>
  ({ type: 'AccountInfo', address, nextNonce }) as Result;
const shown = (...certificates: TransactionCertificate[]): Result => ({
  type: 'Certificates',
  certificates,
});

/** A proxy p1 whose steps are noted one by one. */
function createProxy() {
  const readings = createAccountReadings((each) => each !== forged);
  const step = (input: object, effects: readonly object[], isFirst = false) =>
    readings.step({ node: 'p1', isFirst, observation: { input, effects } } as never);
  const query = (requestId: string) => ({ type: 'GetAccountInfo', requestId, address: alice });
  const asking = (requestId: string) => [{ type: 'Send', to: 'v1', message: query(requestId) }];
  return {
    asked(client: string, sentAs: string, from = readerOf(client)) {
      step({ type: 'Message', from, message: query('r') }, asking(sentAs));
    },
    restarts: () => step({ type: 'Start' }, [], true),
    repeats: (sentAs: string) => step({ type: 'Timer', id: 't' }, asking(sentAs)),
    /** Hears of an account, upon which it asks for a certificate. */
    hears(from: string, requestId: string, result: Result) {
      const message = { type: 'Response', requestId, result };
      const select = { by: 'Sender', sender: alice, fromNonce: 2n, limit: 1 };
      const question = { type: 'GetCertificates', requestId: `${requestId}:certificate`, select };
      step({ type: 'Message', from, message }, [{ type: 'Send', to: from, message: question }]);
    },
    isShown(from: string, requestId: string, result: Result) {
      const message = { type: 'Response', requestId: `${requestId}:certificate`, result };
      step({ type: 'Message', from, message }, []);
    },
    /** Tells a reader; gives who has said what by then, and whether it is backed. */
    tells(client: string, told: Result = infoAt(3n)) {
      const reply = { type: 'Reply', to: readerOf(client), requestId: 'r', result: told };
      return step({ type: 'Timer', id: 't' }, [reply]).map(({ said }) =>
        [...said].map(([node, { info, isBacked }]) => wordOf(node, info, isBacked)),
      );
    },
  };
}

function wordOf(node: string, { nextNonce }: AccountInfo, isBacked: boolean): string {
  return `${node} ${nextNonce}${isBacked ? '' : ' unbacked'}`;
}

describe('read-quorum, of what validators have said of an account', () => {
  it('counts with the certificate behind the nonce, and needs none at the first', () => {
    const proxy = createProxy();
    proxy.asked('alice', '1');
    for (const node of ['v1', 'v2', 'v3', 'v4']) proxy.hears(node, '1', infoAt(3n));
    proxy.hears('v5', '1', infoAt(0n));
    proxy.hears('v6', '1', infoAt(3n, bob));
    proxy.isShown('v1', '1', shown(genuine));
    proxy.isShown('v2', '1', shown(forged));
    proxy.isShown('v3', '1', shown(certificateAt(1n)));
    proxy.isShown('v6', '1', shown(genuine));
    proxy.hears('v7', 'another', infoAt(3n));
    expect(proxy.tells('alice')).toEqual([['v1 3', 'v4 3 unbacked', 'v5 0']]);
    expect(proxy.tells('alice')).toEqual([]);
  });

  it('is forgotten where a validator says another thing, or shows no certificate', () => {
    const proxy = createProxy();
    proxy.asked('alice', '1');
    for (const node of ['v1', 'v2', 'v3', 'v4']) proxy.hears(node, '1', infoAt(3n));
    proxy.isShown('v1', '1', shown(genuine));
    proxy.isShown('v1', '1', shown());
    proxy.hears('v1', '1', infoAt(4n));
    proxy.isShown('v2', '1', shown());
    proxy.isShown('v3', '1', shown(certificateAt(2n, bob)));
    proxy.isShown('v4', '1', infoAt(4n));
    expect(proxy.tells('alice')).toEqual([['v1 4 unbacked']]);
  });

  it('is not shown where it was not asked for', () => {
    const proxy = createProxy();
    proxy.asked('alice', '1');
    proxy.hears('v1', '1', infoAt(3n));
    proxy.hears('v1', '1', shown(genuine));
    proxy.isShown('v1', '2', shown(genuine));
    expect(proxy.tells('alice')).toEqual([['v1 3 unbacked']]);
  });

  it('begins anew for whom the proxy asks anew, and still counts for the others', () => {
    const proxy = createProxy();
    proxy.asked('alice', '1');
    for (const node of ['v1', 'v4']) proxy.hears(node, '1', infoAt(0n));
    proxy.repeats('2');
    proxy.hears('v2', '1', infoAt(0n));
    proxy.hears('v3', '2', infoAt(0n));
    expect(proxy.tells('alice')).toEqual([['v4 0', 'v3 0']]);
  });

  it('is not known where the proxy asks anew for one of two readers that ask the same', () => {
    const proxy = createProxy();
    proxy.asked('alice', '1');
    proxy.asked('bob', '2');
    proxy.hears('v1', '2', infoAt(0n));
    expect(proxy.tells('bob')).toEqual([['v1 0']]);
    proxy.asked('bob', '3');
    proxy.repeats('4');
    expect(proxy.tells('alice')).toEqual([]);
    // What was said after that may still count for bob, and was heard for nobody.
    proxy.repeats('5');
    proxy.hears('v1', '5', infoAt(0n));
    expect(proxy.tells('bob')).toEqual([]);
  });

  it('begins anew when the proxy restarts, also for a reader that does not ask again', () => {
    const proxy = createProxy();
    proxy.asked('alice', '1');
    proxy.asked('bob', '2');
    proxy.hears('v1', '2', infoAt(0n));
    proxy.restarts();
    expect(proxy.tells('alice')).toEqual([]);
    proxy.asked('bob', '3');
    proxy.repeats('4');
    proxy.hears('v2', '4', infoAt(0n));
    expect(proxy.tells('bob')).toEqual([['v2 0']]);
  });

  it('is of readers, and of what they are told of accounts', () => {
    const proxy = createProxy();
    proxy.asked('alice', '1', 'v9');
    expect(proxy.tells('alice')).toEqual([]);
    proxy.asked('alice', '2');
    expect(proxy.tells('alice', { type: 'TokenInfo', tokens: [] })).toEqual([]);
  });
});
