import type { Message } from '@quorate/core';
import type { Held } from '@quorate/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeldMessages } from './held-messages.ts';

const asked = (requestId: string): Message => ({ type: 'Execute', requestId, operations: [] });

/** Holds messages with ids of these lengths, and says which arrive and which are lost. */
function hold(lengths: readonly number[], bounds: { messagesMax?: number; bytesMax?: number }) {
  const ends: string[] = [];
  const failures: unknown[] = [];
  const held = createHeldMessages({
    now: () => 7n,
    onFailure: (failure) => void failures.push(failure),
    ...bounds,
  });
  const shelf = held.shelfOf('f', () => true);
  lengths.forEach((length, index) => {
    const message = asked('x'.repeat(length));
    const end = (word: string) => () => void ends.push(`${index} ${word}`);
    const each: Held = {
      from: 'http-1',
      to: 'v1/catch-up',
      message,
      place: 0,
      goOn: end('goes on'),
      arrive: end('arrives'),
      lose: end('is lost'),
    };
    shelf.keep(each);
  });
  return { held, shelf, ends, failures };
}

describe('messages that are held', () => {
  it('are bounded in number and bytes, and those beyond are lost and counted', () => {
    const lengths = fc.array(fc.nat({ max: 500 }), { maxLength: 20 });
    fc.assert(
      fc.property(lengths, fc.nat({ max: 10 }), fc.nat({ max: 3000 }), (given, most, bytes) => {
        const { held, ends } = hold(given, { messagesMax: most, bytesMax: bytes });
        const kept = held.list();
        expect(kept.length).toBeLessThanOrEqual(most);
        expect(
          kept.reduce((sum, { message }) => sum + message.requestId.length, 0),
        ).toBeLessThanOrEqual(bytes);
        expect(kept.length + held.overflow()).toBe(given.length);
        expect(ends).toHaveLength(held.overflow());
        expect(ends.every((end) => end.endsWith('is lost'))).toBe(true);
      }),
    );
  });

  it('leave room for others once they are gone', () => {
    const { held, shelf } = hold([100], { bytesMax: 200 });
    const end = () => undefined;
    const again = {
      place: 0,
      from: 'a',
      to: 'b',
      message: asked('x'.repeat(100)),
      goOn: end,
      arrive: end,
      lose: end,
    };
    shelf.keep(again);
    expect(held.overflow()).toBe(1);
    held.drop('m1');
    shelf.keep(again);
    held.forget();
    shelf.keep(again);
    expect(shelf.takeOut(() => true)).toHaveLength(1);
    shelf.keep(again);
    expect([held.overflow(), held.list().length]).toEqual([1, 1]);
  });

  it('are given up in the order sent when their fault ends, and only those of the links asked for', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(1, 2), { maxLength: 10 }), (lengths) => {
        const { held, shelf } = hold(lengths, {});
        const idOf = ({ message }: { readonly message: unknown }) =>
          (message as Message).requestId.length;
        expect(shelf.takeOut(() => false)).toEqual([]);
        expect(held.shelfOf('other', () => true).takeOut(() => true)).toEqual([]);
        expect(shelf.takeOut((from, to) => from === 'http' && to === 'v1').map(idOf)).toEqual(
          lengths,
        );
        expect(held.list()).toEqual([]);
      }),
    );
  });

  it('are named as the ends of links are, and go in the order asked for', () => {
    const { held, ends } = hold([1, 1, 1], {});
    expect(held.list()[0]).toMatchObject({ id: 'm1', from: 'http', to: 'v1', since: 7n });
    held.release('m3');
    held.drop('m1');
    held.releaseAll();
    expect(ends).toEqual(['2 arrives', '0 is lost', '1 arrives']);
    expect(held.byHandOf('f')).toEqual({ released: 2, dropped: 1 });
  });

  it('may bring a receiver to throw, which is reported, and the others go on', () => {
    const { held, shelf, ends, failures } = hold([1], {});
    const broken = () => {
      throw new Error('broken');
    };
    shelf.keep({
      from: 'a',
      to: 'b',
      message: asked('r'),
      place: 0,
      goOn: broken,
      arrive: broken,
      lose: broken,
    });
    held.release('m2');
    held.releaseAll();
    expect([failures, ends]).toEqual([[new Error('broken')], ['0 arrives']]);
  });
});
