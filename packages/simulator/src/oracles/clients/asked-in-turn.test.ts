import type { ClientState } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import type { ClientStep } from '../oracle.ts';
import { askedInTurn } from './asked-in-turn.ts';

type Observation = ClientStep['observation'];

const OPEN = { type: 'Rejected', rejection: { code: 'QuorumUnreachable', unsettled: true } };
const [A, B, C] = ['a', 'b', 'c'].map((id) => ({ from: 'user', request: { requestId: id } }));

/** The state of a client: what it does for whom, and who waits. */
function standing(
  asked: object | undefined,
  ...queue: readonly (object | undefined)[]
): ClientState {
  return { inFlight: { asked }, queue } as unknown as ClientState;
}

function step(parts: Partial<Record<keyof Observation, unknown>>, isFirst = false): ClientStep {
  const input = { type: 'Timer', id: 'retry' };
  const state = standing(A);
  const observation = { node: 'alice', input, before: state, after: state, effects: [], ...parts };
  return { node: 'alice', observation, isFirst, disk: () => [] } as unknown as ClientStep;
}

const sent = (requestId: string) => ({
  type: 'Send',
  to: 'p1',
  message: { type: 'SubmitTransaction', requestId },
});
const told = (requestId: string) => ({ type: 'Reply', to: 'user', requestId, result: OPEN });
const heard = (requestId: string) => ({
  type: 'Message',
  from: 'p1',
  message: { type: 'Response', requestId, result: OPEN },
});

/** Gives what is found in the last of these steps, and nothing in those before. */
function foundIn(...steps: readonly ClientStep[]): string | undefined {
  const oracle = askedInTurn();
  const all = steps.map((each) => oracle.afterClientStep?.(each)?.message);
  expect(all.slice(0, -1).every((message) => message === undefined)).toBe(true);
  return all.at(-1);
}

describe('asked-in-turn', () => {
  it('finds a client that does first what it was asked later', () => {
    const before = standing(A, B, C);
    const other = 'alice does what it is asked in another order';
    expect(foundIn(step({ before, after: standing(B, C) }))).toBeUndefined();
    expect(foundIn(step({ before, after: standing(C) }))).toBeUndefined();
    expect(foundIn(step({ before, after: standing(C, B) }))).toBe(other);
    expect(foundIn(step({ before, after: standing(A, C, B) }))).toBe(other);
    // A new request waits behind the others.
    const asked = { from: 'user', request: {} };
    expect(foundIn(step({ before, after: standing(A, B, C, asked) }))).toBeUndefined();
    expect(foundIn(step({ before, after: standing(A, asked, B, C) }))).toBe(other);
  });

  it('P4 finds a client that goes on, asked again, with attempts that it had given up', () => {
    const input = { type: 'Message', from: 'user', message: { type: 'Execute', requestId: 'b' } };
    const resting = { inFlight: { asked: undefined, isResting: true, retries: 9 }, queue: [] };
    const foundWith = (parts: object, given: object = input) => {
      const inFlight = { asked: A, isResting: false, retries: 0, openRefusal: undefined, ...parts };
      return foundIn(step({ input: given, before: resting, after: { inFlight, queue: [] } }));
    };
    expect(foundWith({})).toBeUndefined();
    expect(foundWith({ retries: 9 })).toBe('alice goes on with attempts that it had given up');
    expect(foundWith({ openRefusal: {} })).toMatch(/goes on/);
    expect(foundWith({ retries: 9 }, { type: 'Timer', id: 'retry' })).toBeUndefined();
  });

  it('P4 finds a client whose attempts cannot be told apart, in one life', () => {
    const attempt = step({ effects: [sent('r1')] });
    expect(foundIn(attempt, step({ effects: [sent('r2')] }))).toBeUndefined();
    expect(foundIn(attempt, attempt)).toBe('alice makes two attempts under one request id');
    expect(foundIn(attempt, step({ effects: [sent('r1')] }, true))).toBeUndefined();
  });

  it('P4 finds a client that takes the refusal of an earlier attempt for that of the latest', () => {
    const attempts = step({ effects: [sent('r1'), sent('r2')] });
    const after = standing(undefined);
    expect(foundIn(attempts, step({ input: heard('r2'), after }))).toBeUndefined();
    expect(foundIn(attempts, step({ input: heard('r1') }))).toBeUndefined();
    expect(foundIn(attempts, step({ input: heard('r1'), after }))).toMatch(/of an earlier attempt/);
  });

  it('P4 finds a client that has an earlier refusal in mind in place of a later one', () => {
    const attempts = step({ effects: [sent('r1'), sent('r2')] });
    const minding = (openRefusal?: object) =>
      ({ inFlight: { asked: A, openRefusal }, queue: [] }) as unknown as ClientState;
    const [one, other] = [{}, {}].map(minding) as [ClientState, ClientState];
    const told = (id: string, before: ClientState, after: ClientState) =>
      step({ input: heard(id), before, after });
    const first = told('r1', minding(), one);
    expect(foundIn(attempts, first, told('r2', one, other))).toBeUndefined();
    const latest = told('r2', minding(), one);
    expect(foundIn(attempts, latest, told('r1', one, other))).toMatch(/an earlier refusal/);
    expect(foundIn(attempts, latest, told('from before', one, other))).toMatch(/an earlier/);
    expect(foundIn(attempts, latest, told('r1', one, one))).toBeUndefined();
  });

  it('finds a client that answers twice, unless it is asked again', () => {
    const answered = step({ effects: [told('a')] });
    const message = { type: 'Execute', requestId: 'a', operations: [] };
    const again = step({ input: { type: 'Message', from: 'user', message } });
    expect(foundIn(answered, again, answered)).toBeUndefined();
    expect(foundIn(answered, answered)).toBe('alice answers twice what it was asked once');
  });
});
