import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freezeMessage } from './freeze-message.ts';

function isFrozenDeep(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  return Object.isFrozen(value) && Object.values(value).every(isFrozenDeep);
}

describe('freezeMessage', () => {
  it('freezes plain data at every depth, and changes nothing else about it', () => {
    const messages = fc.object({ withBigInt: true, withTypedArray: true, withNullPrototype: true });
    const property = fc.property(messages, (message) => {
      const copy = structuredClone(message);
      expect(freezeMessage(message)).toBe(message);
      expect(isFrozenDeep(message)).toBe(true);
      expect(structuredClone(message)).toEqual(copy);
    });
    fc.assert(property);
  });

  it('freezes what is inside an object that somebody else froze', () => {
    const message = Object.freeze({ inner: { amount: 1n } });
    freezeMessage(message);
    expect(Object.isFrozen(message.inner)).toBe(true);
  });

  it('walks a shared part no more than twice', () => {
    let walks = 0;
    const shared = {
      get part() {
        walks += 1;
        return {};
      },
    };
    freezeMessage({ to: 'v1', shared });
    freezeMessage({ to: 'v2', shared });
    freezeMessage({ to: 'v3', shared });
    freezeMessage({ to: 'v4', shared });
    expect(walks).toBe(2);
  });

  it('ends on a cycle', () => {
    const message: { self?: unknown } = {};
    message.self = message;
    expect(Object.isFrozen(freezeMessage(message))).toBe(true);
  });

  it.each([new Map(), new Set()])('refuses what it cannot freeze: %o', (part) => {
    expect(() => freezeMessage({ part })).toThrow(TypeError);
  });
});
