import type { RecordedMessage } from '@quorate/simulator';
import { describe, expect, it } from 'vitest';
import type { Happening } from './happenings.ts';
import { fateText, happeningText } from './words.ts';

const moment = { event: 7, at: 0n };

function told(what: Happening['what'], message: Partial<RecordedMessage>): string {
  const query = { type: 'GetPending', requestId: '1', address: '' } as never;
  const sent = { from: 'alice', to: 'p1', kind: 'GetPending', content: query, sent: moment };
  const messages = [{ ...sent, arrivals: [], ...message }];
  const happening = { ...moment, what, course: '', label: '', message: 0 };
  return happeningText(happening, { messages, transactions: [] });
}

describe('happeningText', () => {
  it('tells a user from its client, and a damaged message from a whole one', () => {
    expect(told('sent', {})).toBe('alice sends p1: GetPending');
    expect(told('got', {})).toBe('p1 gets the message of alice: GetPending');
    expect(told('got', { isAltered: true })).toMatch(/ of alice, damaged: /);
    expect(told('sent', { from: 'user:alice', to: 'alice' })).toMatch(/^the user sends alice: /);
    expect(told('sent', { from: 'alice', to: 'user:alice' })).toMatch(/^alice sends the user: /);
  });
});

describe('fateText', () => {
  it.each([
    ['got', 'arrives at event 9'],
    ['lost', 'is lost, at event 9'],
    [undefined, 'is still under way at the end'],
  ] as const)('says what became of a message in the other run: %s', (fate, text) => {
    const happening = (what: Happening['what']): Happening => {
      return { what, course: '', label: '', message: 0, event: 9, at: 0n };
    };
    const [sent, sentThere, got] = [happening('sent'), happening('sent'), happening('got')];
    const own = { happenings: [sent, got], shared: new Map([[sent, sentThere]]) };
    const there = [sentThere, ...(fate === undefined ? [] : [happening(fate)])];
    expect(fateText(got, own, { happenings: there, shared: new Map() })).toBe(text);
    const unsent = { ...own, shared: new Map() };
    expect(fateText(got, unsent, { happenings: there, shared: new Map() })).toBe('is never sent');
    expect(fateText(sent, own, { happenings: there, shared: new Map() })).toBeUndefined();
  });
});
