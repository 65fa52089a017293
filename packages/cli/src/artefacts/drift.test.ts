import type { RecordedEvent } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDrift } from './drift.ts';
import { traceLine } from './trace-file.ts';

const anyEvent: fc.Arbitrary<RecordedEvent> = fc.record(
  {
    event: fc.nat(),
    at: fc.bigInt({ min: 0n, max: 2n ** 60n }),
    from: fc.string(),
    to: fc.string(),
    kind: fc.string(),
    transactionId: fc.string(),
    signers: fc.array(fc.string()),
    verdict: fc.string(),
    stateDigest: fc.string(),
    changes: fc.constant([]),
  },
  { requiredKeys: ['event', 'at', 'from', 'to', 'kind', 'changes'] },
);

describe('findDrift', () => {
  it('finds no difference in the same run, however far it went', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), fc.nat(), (events, count) => {
        const lines = events.map(traceLine);
        expect(findDrift(lines, events, true)).toBeUndefined();
        expect(findDrift(lines, events.slice(0, count), false)).toBeUndefined();
      }),
    );
  });

  it('finds that a run ends before the recorded one, or goes on after it', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { minLength: 1 }), fc.nat(), (events, count) => {
        const fewer = events.slice(0, count % events.length);
        const lines = events.map(traceLine);
        const short = fewer.map(traceLine);
        const [line, event] = [fewer.length + 2, events[fewer.length]?.event];
        const missing = lines[fewer.length];
        const over = { line, event, recorded: undefined, now: missing };
        expect(findDrift(lines, fewer, true)).toEqual({
          ...over,
          recorded: missing,
          now: undefined,
        });
        expect(findDrift(short, events, true)).toEqual(over);
        expect(findDrift(short, events, false)).toEqual(over);
      }),
    );
  });

  it('gives the first line that differs', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { minLength: 1 }), fc.nat(), anyEvent, (events, at, wrong) => {
        const index = at % events.length;
        const was = events[index];
        fc.pre(was !== undefined && traceLine(was) !== traceLine(wrong));
        const drift = findDrift(events.map(traceLine), events.with(index, wrong), true);
        expect(drift).toEqual({
          event: wrong.event,
          line: index + 2,
          recorded: was === undefined ? undefined : traceLine(was),
          now: traceLine(wrong),
        });
      }),
    );
  });
});
