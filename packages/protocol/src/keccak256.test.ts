import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { keccak256 } from './keccak256.ts';

afterEach(() => vi.unstubAllGlobals());

describe('keccak256', () => {
  it.each([
    ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  ])('hashes %j as Ethereum does, not as SHA3-256', (text, digest) => {
    expect(keccak256(new TextEncoder().encode(text))).toBe(digest);
  });

  it('hashes a view of a larger buffer as the bytes it shows, and keeps nothing between calls', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40_000 }), fc.nat(100), (bytes, start) => {
        const digest = keccak256(bytes.slice(start));
        keccak256(bytes);
        expect(keccak256(bytes.subarray(start))).toBe(digest);
      }),
    );
  });

  it('gives the same hash where WebAssembly is not allowed', async () => {
    const refuse = vi.fn(() => Promise.reject(new Error('unsafe-eval')));
    vi.stubGlobal('WebAssembly', { compile: refuse, instantiate: refuse });
    // The module once more, under another name: resetting all modules would load them anew for
    // every test.
    const again = './keccak256.ts?without-web-assembly';
    const { keccak256: inJavaScript } = (await import(again)) as typeof import('./keccak256.ts');
    expect(refuse).toHaveBeenCalled();
    const bytes = new TextEncoder().encode('abc');
    expect(inJavaScript(bytes)).toBe(keccak256(bytes));
  });
});
