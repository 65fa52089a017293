import type { Message } from '@quorate/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEventQueue, fifoSchedule } from '../event-queue.ts';
import { createVirtualClock, type Fire } from '../virtual-clock.ts';
import { createMoments } from '../world/moments.ts';
import { reachOf } from './reach.ts';

const START = 1_000n;
const REQUEST: Message = { type: 'GetEpoch', requestId: 'one' } as never;
const within = (max: bigint) => fc.bigInt({ min: 0n, max });

it('an act lasts from its moment on as long as it says, or to the end', () => {
  const lasting = fc.record({
    at: fc.option(within(20n), { nil: undefined }),
    length: fc.option(within(20n), { nil: undefined }),
  });
  fc.assert(
    fc.property(lasting, within(50n), ({ at, length }, asked) => {
      const queue = createEventQueue<Fire>();
      const clock = createVirtualClock({ start: START, queue, policy: fifoSchedule });
      const moments = createMoments({ clock, start: START });
      const moment = at === undefined ? undefined : ({ kind: 'time', at } as const);
      const act = { id: 'act', moment, only: {}, times: undefined, for: length } as const;
      const parties = { nameOf: () => 'nobody' };
      const acted: string[] = [];
      const acts = { acted: (id: string) => void acted.push(id) };
      const reach = reachOf(act as never, { clock, moments, parties, acts });
      let done: boolean | undefined;
      clock.setTimer(START + asked, () => {
        done = reach.act({ peer: 'p1', request: REQUEST }, () => true);
      });
      while (clock.nextAfter() !== undefined) clock.runNext();
      const from = at ?? 0n;
      const isOn = asked >= from && (length === undefined || asked < from + length);
      expect(done ?? false).toBe(isOn);
      expect(acted).toEqual(isOn ? ['act'] : []);
    }),
  );
});
