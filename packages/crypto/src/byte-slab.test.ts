import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createByteSlabs, isKept } from './byte-slab.ts';

it('remembers bytes of any length, and takes no others for them', () => {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constant(new Uint8Array(70_000)));
  fc.assert(
    fc.property(fc.array(bytes), bytes, (list, other) => {
      const keep = createByteSlabs();
      const kept = list.map((each) => {
        const reused = new Uint8Array(each);
        const copy = keep(reused);
        reused.fill(9);
        return copy;
      });
      for (const [index, each] of list.entries()) {
        const copy = kept[index];
        expect(copy !== undefined && isKept(copy, each)).toBe(true);
        expect(copy !== undefined && isKept(copy, other)).toBe(Buffer.compare(each, other) === 0);
      }
    }),
  );
});
