import type { RecordedEvent, RecordedLoss } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { plainColors } from '../output/terminal.ts';
import { renderEvents } from './events.ts';
import { occurrencesIn } from './occurrences.ts';

const sent = { from: 'alice', kind: 'SubmitTransaction', at: 0n };

const events: readonly RecordedEvent[] = [
  { ...sent, event: 1, from: '', to: 'alice', kind: 'Execute', changes: [] },
  { ...sent, event: 2, to: 'v1', verdict: 'Signed', changes: ['alice is locked on c4c4c4c4'] },
  { ...sent, event: 13, at: 112_000_000n, from: '', to: 'v1', kind: 'Crash', changes: [] },
];

const losses: readonly RecordedLoss[] = [
  { ...sent, event: 0, to: 'v2', lost: 'cut' },
  { ...sent, event: 1, to: 'v3', lost: 'link' },
  { ...sent, event: 5, at: 15_000_000n, to: 'v4', about: 'alice pays bob 1', lost: 'detached' },
];

const shown = (length?: number) =>
  renderEvents(occurrencesIn({ events, losses }, length), plainColors).join('');

it('shows each lost message after the event in which it was lost', () => {
  expect(shown()).toMatchInlineSnapshot(`
    " 0    0.000 ms  alice → v2  SubmitTransaction => lost: the link is cut
     1    0.000 ms  alice       Execute
     1    0.000 ms  alice → v3  SubmitTransaction => lost on the way
     2    0.000 ms  alice → v1  SubmitTransaction => Signed
                                alice is locked on c4c4c4c4
     5   15.000 ms  alice → v4  SubmitTransaction (alice pays bob 1) => lost: nobody is there to hear it
    13  112.000 ms  v1          Crash
    "
  `);
});

it('shows of a beginning what was lost before the next event', () => {
  expect(shown(1).match(/v\d/g)).toEqual(['v2', 'v3']);
});
