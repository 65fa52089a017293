import type { ProxyState } from '@quorate/core';
import { type Address, factsOf, type Operation, type TokenId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import { refusalTold } from './refusal-told.ts';

const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' }, 2n);
const facts = factsOf(envelope.transaction);
const NAMES = ['v1', 'v2', 'v3', 'v4'];
const members = NAMES.map((host) => ({
  validator: { address: addressOf(host), host, rpcPort: 0 },
}));

type Refusal = Readonly<Record<string, unknown>> | undefined;

interface Answering {
  readonly said?: Refusal;
  readonly type?: 'Rejected' | 'Admissible' | 'Certificates' | undefined;
  readonly retries?: number;
}

/**
 * Gives what is found when a proxy refuses with this upon an answer of v4, after v1 to v4 have
 * refused with that.
 */
function foundFor(
  rejection: Refusal,
  heard: readonly Refusal[],
  { said, type = 'Rejected', retries = 0 }: Answering = {},
): string | undefined {
  const progress = Object.fromEntries(
    NAMES.map((name, index) => [addressOf(name), { refusal: heard[index] }]),
  );
  const waiting = [{ client: 'alice', requestId: 'r' }];
  const submissions = new Map([[facts.id, { facts, progress, waiting, retries }]]);
  const before = { committee: { members }, submissions } as unknown as ProxyState;
  const answer = { type, rejection: said };
  const message = { type: 'Response', requestId: 'any', result: answer };
  const input = said ? { type: 'Message', from: 'v4', message } : { type: 'Timer', id: 'any' };
  const result = { type: 'Rejected', rejection };
  const effects = [{ type: 'Reply', to: 'alice', requestId: 'r', result }];
  const observation = { node: 'p1', input, before, after: before, effects };
  const oracle = refusalTold({ committees: { all: () => [] } as never });
  return oracle.afterProxyStep?.(proxyStep(observation as never))?.message;
}

const GOLD = '07'.repeat(32) as TokenId;
const [admin, minter] = [addressOf('bob'), addressOf('alice')] as [Address, Address];

function updateOf(...mints: Extract<Operation, { kind: 'TokenManagement' }>['mints']): Operation {
  const unchanged = { newAdmin: null, userData: null, newTokenName: null } as const;
  return { kind: 'TokenManagement', tokenId: GOLD, updateId: 4n, mints, ...unchanged };
}

function mintOf(tokenId: TokenId): Operation {
  return { kind: 'Mint', tokenId, recipient: minter, amount: 1n };
}

const leaked = addressOf('v2');

/** What is found when a proxy blames a mint of alice on update 4, which is certified as this. */
function foundForRemoval(
  update: Operation,
  { isLeaked = false, asks = mintOf(GOLD) } = {},
): string | undefined {
  const committees = {
    all: () => [{ members }],
    isLeaked: (key: Address) => isLeaked && key === leaked,
  };
  const oracle = refusalTold({ committees: committees as never });
  oracle.noteCertified?.(factsOf(envelopeOf(admin, update, 1n).transaction));
  const asked = factsOf(envelopeOf(minter, asks, 2n).transaction);
  const waiting = [{ client: 'alice', requestId: 'r' }];
  const submissions = new Map([[asked.id, { facts: asked, progress: {}, waiting }]]);
  const before = { committee: { members }, submissions };
  const mintRemoved = { tokenId: GOLD, admin, nonce: 1n, updateId: 4n };
  const result = { type: 'Rejected', rejection: { ...unreachable(), mintRemoved } };
  const effects = [{ type: 'Reply', to: 'alice', requestId: 'r', result }];
  const input = { type: 'Timer', id: 'any' };
  const observation = { node: 'p1', input, before, after: before, effects };
  return oracle.afterProxyStep?.(proxyStep(observation as never))?.message;
}

const poor = (currentBalance: bigint) => ({ code: 'InsufficientFunding', currentBalance });
const by = (name: string, rejection: Refusal) => ({ validator: addressOf(name), rejection });
const unreachable = (...refusals: readonly { readonly validator: Address }[]) => {
  const refusing = refusals.map(({ validator }) => validator);
  const silent = NAMES.map(addressOf).filter((validator) => !refusing.includes(validator));
  return { code: 'QuorumUnreachable', refusals, silent };
};
const used = (expectedNonce: bigint) => ({ code: 'UnexpectedNonce', expectedNonce });

describe('refusal-told', () => {
  it('P8: is silent where a proxy tells who has refused what', () => {
    const heard = [poor(1n), undefined, poor(2n)];
    const all = [by('v1', poor(1n)), by('v3', poor(2n))];
    expect(foundFor(unreachable(...all), heard)).toBeUndefined();
    const more = unreachable(...all, by('v4', poor(3n)));
    expect(foundFor(more, heard, { said: poor(3n) })).toBeUndefined();
    // What comes too late to count need not be told.
    expect(foundFor(unreachable(...all), heard, { said: poor(3n) })).toBeUndefined();
  });

  it('P8: finds a proxy that leaves out a refusal of a validator, or makes one up', () => {
    const heard = [poor(1n), poor(2n)];
    expect(foundFor(unreachable(by('v1', poor(1n))), heard)).toMatch(/told less than/);
    const other = unreachable(by('v1', poor(1n)), by('v2', poor(1n)));
    expect(foundFor(other, heard)).toMatch(/told what no validator has said so/);
  });

  it('P8: finds a proxy that calls others silent than those that have not answered', () => {
    const [all, heard] = [unreachable(by('v1', poor(1n))), [poor(1n)]];
    const [v2, v3, v4] = [addressOf('v2'), addressOf('v3'), addressOf('v4')];
    expect(foundFor({ ...all, silent: [v2, v3, v4] }, heard)).toBeUndefined();
    for (const silent of [[v2, v3], [], [v2, v3, v4, addressOf('v1')], [v2, v3, v4, minter]]) {
      expect(foundFor({ ...all, silent }, heard)).toMatch(/told others to be silent/);
    }
    // The validator whose answer arrives may be one or the other.
    const said = poor(4n);
    expect(foundFor({ ...all, silent: [v2, v3] }, heard, { said })).toBeUndefined();
  });

  it('P4: finds a proxy that refuses in the name of validators in its own words', () => {
    expect(foundFor(poor(2n), [poor(1n), poor(2n)])).toBeUndefined();
    expect(foundFor(poor(3n), [poor(1n), poor(2n)], { said: poor(3n) })).toBeUndefined();
    expect(foundFor(poor(3n), [poor(1n), poor(2n)])).toBe(
      'p1 refused with InsufficientFunding and told what no validator has said so',
    );
  });

  it('P4: finds a proxy that tells an earlier next nonce than f + 1 have told it', () => {
    const heard = [used(7n), used(9n), used(8n)];
    expect(foundFor(used(8n), heard)).toBeUndefined();
    expect(foundFor(used(3n), heard)).toMatch(/an earlier next nonce/);
    expect(foundFor(used(3n), heard.slice(1))).toBeUndefined();
    expect(foundFor(used(3n), heard.slice(1), { retries: 1 })).toMatch(/an earlier next nonce/);
  });

  it('P4: counts no next nonce that a validator takes back with the very answer that decides', () => {
    const heard = [used(3n), used(2n), undefined, used(9n)];
    const found = (type?: 'Admissible' | 'Certificates') =>
      foundFor(used(2n), heard, { said: used(2n), type, retries: 3 });
    expect([found(), found('Admissible')]).toEqual([undefined, undefined]);
    expect(found('Certificates')).toMatch(/an earlier next nonce/);
    expect(foundFor(used(2n), heard, { retries: 3 })).toMatch(/an earlier next nonce/);
  });

  it('D5: finds a proxy that blames a removal from the mints that never was', () => {
    const invented =
      'p1 refused with QuorumUnreachable and told of a removal that is not certified';
    expect(foundForRemoval(updateOf(['Remove', minter]))).toBeUndefined();
    expect(foundForRemoval(updateOf(['Add', minter], ['Remove', minter]))).toBeUndefined();
    expect(foundForRemoval(updateOf())).toBe(invented);
    expect(foundForRemoval(updateOf(['Remove', admin]))).toBe(invented);
    expect(foundForRemoval(updateOf(['Remove', minter], ['Add', minter]))).toBe(invented);
    // It excuses nothing but mints of that very token.
    const burn: Operation = { kind: 'Burn', tokenId: GOLD, amount: 1n };
    for (const asks of [mintOf('08'.repeat(32) as TokenId), burn]) {
      expect(foundForRemoval(updateOf(['Remove', minter]), { asks })).toBe(invented);
    }
    // What a leaked key signs, a proxy cannot tell from a certificate.
    expect(foundForRemoval(updateOf(), { isLeaked: true })).toBeUndefined();
  });
});
