import { describe, expect, it } from 'vitest';
import { CLOCK_START, createFifoClock, runOut } from '../../test/fifo-clock.ts';
import { createMoments } from './moments.ts';

function trial() {
  const clock = createFifoClock();
  const seen: string[] = [];
  const moments = createMoments({ clock, start: CLOCK_START });
  moments.begin();
  const note = (word: string) => () => void seen.push(word);
  return { clock, moments, seen, note };
}

describe('createMoments', () => {
  it('comes at a time before everything else of that instant', () => {
    const { clock, moments, seen, note } = trial();
    clock.setTimer(CLOCK_START + 5n, note('message'));
    moments.when({ kind: 'time', at: 5n }, note('first'));
    moments.when({ kind: 'time', at: 5n }, note('second'));
    runOut(clock);
    expect(seen).toEqual(['first', 'second', 'message']);
  });

  it('comes right after the event that makes the count full', () => {
    const { moments, seen, note } = trial();
    moments.when({ kind: 'events', count: 2 }, note('two'));
    moments.when({ kind: 'events', count: 1 }, note('one'));
    for (const event of ['a', 'b', 'c']) {
      seen.push(event);
      moments.delivered();
    }
    expect(seen).toEqual(['a', 'one', 'b', 'two', 'c']);
  });

  it('comes once, when its trigger occurs for the n-th time at its node and point', () => {
    const { moments, seen, note } = trial();
    moments.when({ kind: 'trigger', node: 'v2', after: 'signed', count: 2 }, note('struck'));
    moments.reached('v1', 'signed');
    moments.reached('v2', 'flushed');
    moments.reached('v2', 'signed');
    expect(seen).toEqual([]);
    moments.reached('v2', 'signed');
    moments.reached('v2', 'signed');
    expect(seen).toEqual(['struck']);
  });

  it('does not count what a node reaches before the run begins, even if something waits for it', () => {
    const { clock, seen, note } = trial();
    const moments = createMoments({ clock, start: CLOCK_START });
    const trigger = { kind: 'trigger', node: 'v2', after: 'effect', count: 2 } as const;
    moments.when(trigger, note('act'));
    moments.reached('v2', 'effect');
    moments.begin();
    moments.when(trigger, note('fault'));
    moments.reached('v2', 'effect');
    expect(seen).toEqual([]);
    moments.reached('v2', 'effect');
    expect(seen).toEqual(['act', 'fault']);
  });

  it('counts nothing that is reached once the run has ended', () => {
    const { moments, seen, note } = trial();
    moments.when({ kind: 'trigger', node: 'v2', after: 'effect', count: 1 }, note('struck'));
    moments.end();
    moments.reached('v2', 'effect');
    expect(seen).toEqual([]);
  });

  it('counts what is to come next from now on', () => {
    const { moments, seen, note } = trial();
    moments.when({ kind: 'trigger', node: 'v2', after: 'signed', count: 1 }, note('first'));
    moments.reached('v2', 'signed');
    moments.next({ node: 'v2', after: 'signed', count: 2 }, note('second since'));
    moments.reached('v2', 'signed');
    expect(seen).toEqual(['first']);
    moments.reached('v2', 'signed');
    expect(seen).toEqual(['first', 'second since']);
  });

  it('lets an act await what comes after it', () => {
    const { moments, seen, note } = trial();
    const trigger = { kind: 'trigger', node: 'v2', after: 'signed' } as const;
    moments.when({ ...trigger, count: 1 }, () => moments.when({ ...trigger, count: 2 }, note('2')));
    moments.reached('v2', 'signed');
    expect(seen).toEqual([]);
    moments.reached('v2', 'signed');
    expect(seen).toEqual(['2']);
  });
});
