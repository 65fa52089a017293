import type { TransactionEnvelope } from '@quorate/protocol';
import { createManualClock } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { runErrand } from './errand.ts';

describe('runErrand', () => {
  it.each(['fresh', 'continued'] as const)(
    'tells once that it came to nothing where nobody ever answers: %s keys',
    (keys) => {
      const clock = createManualClock();
      const ends: boolean[] = [];
      let sent = 0;
      const transport = {
        attach: () => () => undefined,
        send: () => {
          sent += 1;
        },
      };
      runErrand(
        {
          name: 'registrar',
          envelope: {} as TransactionEnvelope,
          onEnd: (hasSettled) => ends.push(hasSettled),
        },
        { clock, transport, validators: ['v1'], proxies: ['p1'], quorumAmong: () => undefined },
        { keys, deliver: undefined },
      );
      while (clock.runNext());
      expect(sent).toBe(16);
      expect(ends).toEqual([false]);
    },
  );
});
