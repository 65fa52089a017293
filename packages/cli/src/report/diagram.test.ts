import type { RecordedEvent } from '@quorate/simulator';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { brokenDoubleSpend, firstPayment } from '../../test/sample-result.ts';
import { renderDiagram } from './diagram.ts';

const drawn = (events: readonly RecordedEvent[], result = firstPayment) =>
  renderDiagram({ events, losses: [], result });

const crash = (at: bigint): RecordedEvent => ({
  event: Number(at),
  at,
  from: '',
  to: 'v1',
  kind: 'Crash',
  changes: [],
});

it('puts clients and proxies before validators, each in their order', () => {
  const sent = (from: string, to: string) => ({ ...crash(1n), from, to });
  const events = [sent('v3', 'p1'), sent('p1', 'v2'), sent('alice', 'v3')];
  expect(drawn(events).match(/(?<=participant n\d as ).*/g)).toEqual(['p1', 'alice', 'v2', 'v3']);
});

it('draws a lost message with a cross, in its place', () => {
  const events = [crash(4n), crash(6n)];
  const sent = { event: 5, at: 5n, from: 'p1', to: 'v2', kind: 'GetPending' };
  const losses = [{ ...sent, lost: 'corrupt' } as const];
  const lines = (length: number) =>
    renderDiagram({ events, losses, result: firstPayment }, length).match(/(?<=^ {2})(?!part).*/gm);
  expect(lines(2)).toEqual([
    'Note over n1: 4 Crash',
    'n0-xn2: 5 GetPending =#62; lost: damaged beyond reading',
    'Note over n1: 6 Crash',
  ]);
  expect(lines(0)).toEqual(null);
});

it('shortens what a timer is for', () => {
  const timer = { ...crash(1n), kind: `Timer retry:${'ab'.repeat(32)}` };
  expect(drawn([timer])).toContain('Note over n0: 1 Timer retry:abababab\n');
});

it('says after which event an invariant was found broken, once for each invariant', () => {
  const [found] = brokenDoubleSpend.oracles.filter(({ violations }) => violations.length > 0);
  const [violation] = found?.violations ?? [];
  if (found === undefined || violation === undefined) throw new Error('the sample is broken');
  const oracles = [{ ...found, violations: [{ ...violation, event: 5 }, violation] }];
  // Where nothing takes time, only their numbers tell events apart.
  const events = [crash(4n), crash(5n), { ...crash(6n), at: 5n }];
  const result = { ...brokenDoubleSpend, oracles };
  const notes = (length: number) =>
    renderDiagram({ events, losses: [], result }, length).match(/(?<=Note over n0: ).*/g);
  expect(notes(1)).toEqual(['4 Crash']);
  expect(notes(3)).toEqual([
    '4 Crash',
    '5 Crash',
    `${violation.oracle}: ${violation.message}<br/>must hold: ${violation.mustHold}`,
    '6 Crash',
  ]);
});

it('lets no free text become part of the language', () => {
  const text = fc.string({ unit: fc.oneof(fc.constantFrom(...'#;<>&"`:%\n\r'), fc.string()) });
  const anyEvent = fc.record({
    ...{ event: fc.nat(), at: fc.bigInt(), from: text, to: text, kind: text },
    ...{ about: text, verdict: text, changes: fc.array(text, { maxLength: 2 }) },
  });
  fc.assert(
    fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 4 }), (events) => {
      const [head, ...lines] = drawn(events).split('\n').slice(0, -1);
      expect(head).toBe('sequenceDiagram');
      const words = String.raw`(?:[^#;<>&"\x60\n\r]|#\d+;|<br/>)*`;
      const form = new RegExp(
        `^  (participant n\\d as|n\\d->>n\\d:|Note over n\\d(,n\\d)?:) ${words}$`,
      );
      for (const line of lines) expect(line).toMatch(form);
    }),
  );
});
