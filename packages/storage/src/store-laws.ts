import { describe, it } from 'vitest';
import { flushLaws } from './laws/flush-laws.ts';
import { scanLaws } from './laws/scan-laws.ts';
import type { CreateStore, StoreLaw } from './laws/store-under-test.ts';
import { writeLaws } from './laws/write-laws.ts';

export type { LawValue } from './laws/model.ts';
export {
  createPowerCutLmdb,
  type Durability,
  type PowerCutLmdb,
  standstill,
} from './laws/power-cut.ts';
export type { CreateStore, HeldDisk, StoreLaw, StoreUnderTest } from './laws/store-under-test.ts';

/** The laws that every store must keep, as far as a test can check them. */
export const storeLawList: readonly StoreLaw[] = [...writeLaws, ...scanLaws, ...flushLaws];

/** Registers one vitest test for each law. Every implementation of the store calls it. */
export function storeLaws(name: string, createStore: CreateStore): void {
  describe(`${name} keeps the store laws`, () => {
    for (const law of storeLawList) it(law.name, () => law.check(createStore));
  });
}
