import { createManualClock } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBatch, batches, contentOf, keys, scanFrom } from './laws/model.ts';
import { createSimulatedStore } from './simulated-store.ts';
import type { LawValue } from './store-laws.ts';

const VALUE: LawValue = { sequence: 0, amount: 0n, bytes: new Uint8Array(), memo: null };

function storeOn(
  options: { readonly fails?: () => boolean; readonly keepsHistory?: boolean } = {},
) {
  return createSimulatedStore<LawValue>({ clock: createManualClock(), ...options });
}

/** A key that other rows surround. */
const ROTTEN = 'a/1';

describe('a rotten row of a simulated disk', () => {
  it('refuses exactly the scans that contain it, whatever else is written', () => {
    const others = batches.map((batch) => batch.filter(({ key }) => key !== ROTTEN));
    fc.assert(
      fc.property(others, others, fc.record({ from: keys, to: keys }), (before, after, range) => {
        const store = storeOn();
        store.write([...before, { type: 'Put', key: ROTTEN, value: VALUE }]);
        store.rot(() => contentOf(store).findIndex(([key]) => key === ROTTEN));
        store.write(after);
        if (range.from <= ROTTEN && ROTTEN < range.to) {
          const corrupt = expect.objectContaining({ code: 'Corrupt' });
          expect(() => store.scan(range)).toThrow(corrupt);
        } else {
          const model = applyBatch([], [...before, ...after]);
          expect([...store.scan(range)]).toEqual(scanFrom(model, range));
        }
      }),
    );
  });
});

describe('a failure of a simulated disk', () => {
  it('says that another attempt can help: a devnet restarts what failed so', () => {
    const worthTrying = (code: string) => expect.objectContaining({ code, retryable: true });
    const failing = storeOn({ fails: () => true });
    expect(() => failing.write([])).toThrow(worthTrying('WriteFailed'));
    const outcomes: unknown[] = [];
    failing.flush((failure) => outcomes.push(failure));
    const full = storeOn();
    full.fill();
    full.flush((failure) => outcomes.push(failure));
    expect(outcomes).toEqual([worthTrying('FlushFailed'), worthTrying('DiskFull')]);
  });
});

describe('a simulated disk that keeps its history', () => {
  it('counts what is durable like one that does not', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(batches, fc.constant('flush' as const))), (acts) => {
        const [plain, keeping] = [storeOn(), storeOn({ keepsHistory: true })];
        for (const act of acts) {
          for (const store of [plain, keeping]) {
            if (act === 'flush') store.flush(() => undefined);
            else store.write(act);
          }
          expect(keeping.batches()).toEqual(plain.batches());
          expect(keeping.isSynced()).toBe(plain.isSynced());
        }
      }),
    );
  });
});
