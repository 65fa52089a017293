import { CLIENT_MESSAGES, PROXY_MESSAGES, VALIDATOR_MESSAGES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { type Boundary, boundariesOf } from './boundaries.ts';
import { type Role, roleOf } from './role.ts';
import { BASES, baseOf, nodesOf } from './sweep.ts';

const HEARD: Readonly<Record<Role, readonly string[]>> = {
  validator: Object.keys(VALIDATOR_MESSAGES),
  proxy: Object.keys(PROXY_MESSAGES),
  client: Object.keys(CLIENT_MESSAGES),
};

const SWEPT: readonly Boundary[] = BASES.flatMap((name) => {
  const base = baseOf(name);
  return nodesOf(base).flatMap((node) => boundariesOf(base, node, {}));
});

function boundariesOfRole(role: Role): readonly Boundary[] {
  return SWEPT.filter(({ node }) => roleOf(node) === role);
}

describe('the boundaries at which crashes are swept', () => {
  it.each(['validator', 'proxy', 'client'] as const)(
    'are in every kind of message that a %s hears',
    (role) => {
      const heard = boundariesOfRole(role).flatMap(({ what, kind }) =>
        what === 'hears' ? [kind] : [],
      );
      expect(new Set(heard)).toEqual(new Set(HEARD[role]));
    },
  );

  it.each([
    ['validator', ['hears', 'wakes', 'writes', 'flushes', 'sends', 'reads', 'sets', 'cancels']],
    ['proxy', ['hears', 'wakes', 'writes', 'flushes', 'sends', 'reads', 'sets', 'cancels']],
    ['client', ['hears', 'writes', 'flushes', 'sends', 'sets', 'cancels']],
  ] as const)('are after every kind of effect that a %s has', (role, effects) => {
    const whats = new Set(boundariesOfRole(role).map(({ what }) => what));
    expect([...whats].sort()).toEqual(['begins', ...effects].sort());
  });

  it('V8 include a copy of a request and a question between its write and the flush', () => {
    const {
      SubmitTransaction: _,
      SubmitCertificate: __,
      CheckTransaction: ___,
      // A handover has no requests for something that lasts.
      AnnounceChange: ____,
      GetSnapshot: _____,
      Response: ______,
      ...questions
    } = VALIDATOR_MESSAGES;
    for (const demand of ['SubmitTransaction', 'SubmitCertificate']) {
      for (const question of Object.keys(questions)) {
        expect(betweenWriteAndFlush(demand, question), `${demand}, then ${question}`).toBe(true);
      }
    }
  });
});

/** Tells whether some validator hears both, one after the other, while its disk is busy. */
function betweenWriteAndFlush(demand: string, question: string): boolean {
  return SWEPT.some(({ node, unsynced, what, kind }, index) => {
    if (roleOf(node) !== 'validator' || what !== 'hears' || kind !== demand || unsynced === 0)
      return false;
    const rest = SWEPT.slice(index + 1);
    const flush = rest.findIndex((each) => each.what === 'flushes' || each.node !== node);
    return rest.slice(0, flush).some((each) => each.what === 'hears' && each.kind === question);
  });
}
