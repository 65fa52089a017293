import type { ProxyState } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { proxyStep } from '../../../test/proxy-step.ts';
import { refusalCounted } from './refusal-counted.ts';

const envelope = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' }, 2n);
const facts = factsOf(envelope.transaction);
const NAMES = ['v1', 'v2', 'v3', 'v4'];
const members = NAMES.map((host) => ({
  validator: { address: addressOf(host), host, rpcPort: 0 },
}));
const CALM = { prerequisites: [], unfound: [], basis: undefined };

type Parts = Readonly<Record<string, unknown>>;

/**
 * Gives what is found when a proxy refuses with this upon an answer of v4, having heard this of v1
 * to v4.
 */
function foundFor(
  rejection: Parts,
  heard: readonly Parts[],
  said?: Parts,
  isOver = true,
): string | undefined {
  const progress = Object.fromEntries(
    NAMES.map((name, index) => [addressOf(name), { ...CALM, ...heard[index] }]),
  );
  const waiting = [{ client: 'alice', requestId: 'r' }];
  const submissions = new Map([[facts.id, { facts, progress, waiting }]]);
  const before = { committee: { members }, submissions } as unknown as ProxyState;
  const after = isOver ? { ...before, submissions: new Map() } : before;
  const message = {
    type: 'Response',
    requestId: 'any',
    result: { type: 'Rejected', rejection: said },
  };
  const input = said ? { type: 'Message', from: 'v4', message } : { type: 'Timer', id: 'any' };
  const result = { type: 'Rejected', rejection };
  const effects = [{ type: 'Reply', to: 'alice', requestId: 'r', result }];
  const observation = { node: 'p1', input, before, after, effects };
  return refusalCounted().afterProxyStep?.(proxyStep(observation as never))?.message;
}

const refused = (code: string, parts: Parts = {}) => ({ refusal: { code, ...parts } });

describe('refusal-counted', () => {
  it('P4: finds a refusal that f + 1 validators do not give alike', () => {
    const denied = { code: 'NonSubmittableOperation' };
    const one = refused('NonSubmittableOperation');
    const other = refused('InvalidSignature');
    expect(foundFor(denied, [one, one])).toBeUndefined();
    expect(foundFor(denied, [one], denied)).toBeUndefined();
    expect(foundFor(denied, [one, other, other])).toBe(
      'p1 refuses with NonSubmittableOperation what 1 up to date refuse so',
    );
    expect(foundFor({ code: 'QuorumUnreachable' }, [one])).toBeUndefined();
    // What it still drives, it does not refuse in the name of validators.
    expect(foundFor(denied, [one], undefined, false)).toBeUndefined();
  });

  it('P6: does not count a validator that lacks something not everybody was asked for', () => {
    const lacking = refused('MissingDependency');
    const code = 'MissingDependency';
    const sought = (...names: readonly string[]) => ({
      ...lacking,
      unfound: names.map((each) => ({ sought: each })),
    });
    expect(foundFor({ code }, [sought('one', 'one'), sought('one', 'one')])).toBeUndefined();
    for (const few of [sought('one'), sought('one', 'other')]) {
      expect(foundFor({ code }, [sought('one', 'one'), few])).toMatch(/what 1 up to date/);
    }
  });

  it('P4: does not count a lack of funds before a quorum has shown its credits', () => {
    const code = 'InsufficientFunding';
    const shown = { basis: { isWhole: true } };
    const poor = { ...refused(code), ...shown };
    expect(foundFor({ code }, [poor, poor, shown])).toBeUndefined();
    expect(foundFor({ code }, [poor, poor])).toMatch(/what 0 up to date/);
    const lagging = { ...poor, prerequisites: [{}] };
    expect(foundFor({ code }, [poor, lagging, shown])).toMatch(/what 1 up to date/);
  });

  it('P4: counts a lack of funds whose credits are too many to read once a quorum says so', () => {
    const code = 'InsufficientFunding';
    const cut = { ...refused(code), basis: { isWhole: true, isCut: true } };
    const poor = refused(code);
    expect(foundFor({ code }, [cut, cut, poor])).toBeUndefined();
    expect(foundFor({ code }, [cut, cut, refused('InvalidSignature')])).toMatch(
      /what 0 up to date/,
    );
    const lagging = { ...cut, prerequisites: [{}] };
    expect(foundFor({ code }, [cut, lagging, poor])).toMatch(/what 1 up to date/);
  });

  it('P4: does not count a validator that holds something of another nonce or account, or this very transaction', () => {
    const code = 'PreviousTransactionMustBeConfirmedFirst';
    const at = (
      nonce: bigint,
      kind: 'LeaveCommittee' | 'StateReset' = 'StateReset',
      sender = 'alice',
    ) => {
      const operation =
        kind === 'StateReset'
          ? { kind, key: '00'.repeat(32), resetState: '00'.repeat(32) }
          : { kind };
      return refused(code, {
        pending: [envelopeOf(addressOf(sender), operation as never, nonce)],
      });
    };
    expect(foundFor({ code }, [at(2n), at(2n)])).toBeUndefined();
    expect(foundFor({ code }, [at(2n), at(1n)])).toMatch(/what 1 up to date/);
    expect(foundFor({ code }, [at(2n), at(2n, 'LeaveCommittee')])).toMatch(/what 1 up to date/);
    expect(foundFor({ code }, [at(2n), at(2n, 'StateReset', 'bob')])).toMatch(/what 1 up to date/);
  });
});
