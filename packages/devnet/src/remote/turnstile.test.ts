import { describe, expect, it } from 'vitest';
import { createTurnstile } from './turnstile.ts';

function setUp(room: number, waitingMax = 10) {
  let time = 0;
  const turnstile = createTurnstile({ room, waitingMax, patience: 100, now: () => time });
  const heard = new Map<string, boolean>();
  const enter = (who: string): void =>
    void turnstile.enter().then((isLet) => {
      heard.set(who, isLet);
    });
  const wait = (until: number): void => {
    time = until;
  };
  const leave = async (at: number): Promise<void> => {
    wait(at);
    turnstile.leave();
    await settled();
  };
  return { enter, leave, wait, told: () => Object.fromEntries(heard) };
}

/** Promises that are resolved tell so first. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

describe('createTurnstile', () => {
  it('lets as many in as there is room for, and the others in order as those leave', async () => {
    const { enter, leave, told } = setUp(2);
    for (const who of ['a', 'b', 'c', 'd']) enter(who);
    await settled();
    expect(told()).toEqual({ a: true, b: true });
    await leave(50);
    expect(told()).toEqual({ a: true, b: true, c: true });
    await leave(60);
    expect(told()).toEqual({ a: true, b: true, c: true, d: true });
  });

  it('sends away who has waited too long, and lets in the first who has not', async () => {
    const { enter, leave, told, wait } = setUp(1);
    enter('a');
    enter('b');
    wait(60);
    enter('c');
    enter('d');
    await leave(120);
    expect(told()).toEqual({ a: true, b: false, c: true });
    await leave(161);
    expect(told()).toEqual({ a: true, b: false, c: true, d: false });
  });

  it('sends away at once who would have to wait with too many', async () => {
    const { enter, leave, told } = setUp(1, 1);
    for (const who of ['a', 'b', 'c']) enter(who);
    await settled();
    expect(told()).toEqual({ a: true, c: false });
    await leave(1);
    enter('d');
    await leave(2);
    expect(told()).toEqual({ a: true, b: true, c: false, d: true });
  });

  it('has room again once all have left', async () => {
    const { enter, leave, told } = setUp(1);
    enter('a');
    await leave(1);
    enter('b');
    await settled();
    expect(told()).toEqual({ a: true, b: true });
  });
});
