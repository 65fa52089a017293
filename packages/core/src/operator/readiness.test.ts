import { type Bytes32, type SeatReadiness, SIGNED_READINESS } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { VERIFIER } from '../../test/genesis.ts';
import { readinessFaults, signReadiness } from './readiness.ts';

const challenge = 'ab'.repeat(32) as Bytes32;
const asked = { networkId: 'fast:localnet', epoch: 3, challenge } as const;

function answer(name: string, said: Partial<SeatReadiness> = {}, signer = name) {
  const readiness = { ...asked, validator: addressOf(name), isCaughtUp: true, ...said };
  return signReadiness(readiness, signerOf(signer));
}

describe('votes are asked for', () => {
  const members = ['w1', 'w2'].map(addressOf);
  const fault = (...answers: readonly ReturnType<typeof answer>[]) =>
    readinessFaults(members, answers, asked, VERIFIER).get(addressOf('w2'));

  it('C3 when every new member has answered under its key', () => {
    const answers = [answer('w2'), answer('w1')];
    expect(readinessFaults(members, answers, asked, VERIFIER)).toEqual(new Map());
  });

  it('C3 though somebody else answers in the name of a member, before it or after it', () => {
    const forged = answer('w2', { isCaughtUp: false }, 'w1');
    expect(fault(forged, answer('w2'))).toBeUndefined();
    expect(fault(answer('w2'), forged)).toBeUndefined();
  });

  it('C3 not of those who have not answered, each by itself', () => {
    expect(readinessFaults(members, [], asked, VERIFIER)).toEqual(
      new Map(members.map((member) => [member, 'has not answered'])),
    );
  });

  it.each<readonly [string, ReturnType<typeof answer>, string]>([
    ['another answered for it', answer('w2', {}, 'w1'), 'has not signed'],
    [
      'it answered another challenge',
      answer('w2', { challenge: '00'.repeat(32) as Bytes32 }),
      'another challenge',
    ],
    ['it is of another network', answer('w2', { networkId: 'fast:testnet' }), 'fast:testnet'],
    ['it knows another epoch', answer('w2', { epoch: 2 }), 'knows epoch 2, running is 3'],
    ['it is not caught up', answer('w2', { isCaughtUp: false }), 'is not caught up'],
    ['it has not answered', answer('w1'), 'has not answered'],
  ])('C3 not while %s', (_, given, reason) => {
    expect(fault(answer('w1'), given)).toContain(reason);
  });

  it('an answer survives a journey as JSON', () => {
    const given = answer('w1');
    const json = SIGNED_READINESS.toJson(given, 'rest');
    expect(SIGNED_READINESS.fromJson(json, 'rest', 'answer')).toEqual(given);
  });
});
