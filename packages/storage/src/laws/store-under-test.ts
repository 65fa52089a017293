import fc from 'fast-check';
import { expect } from 'vitest';
import type { Store, StoreErrorCode } from '../store.ts';
import { StoreError } from '../store.ts';
import type { LawValue } from './model.ts';

/** A fresh, empty store for the laws, with operations that the port does not have. */
export interface StoreUnderTest {
  readonly store: Store<LawValue>;
  /** Waits for every flush under way, for a store whose flushes end later. */
  readonly settle?: () => void | Promise<void>;
  /**
   * Loses the store as abruptly as the implementation can, and reopens what it kept. Only a store
   * that outlives its process has this; the laws about durability skip the others.
   */
  readonly reopen?: () => Store<LawValue> | Promise<Store<LawValue>>;
  /** Absent for a store whose disk cannot be held back; the law about that skips it. */
  readonly disk?: HeldDisk;
  /** Removes what the store left behind; the store may be open or closed. */
  readonly dispose?: () => void | Promise<void>;
}

/** The disk under a store. */
export interface HeldDisk {
  /** From now on the disk confirms nothing. */
  hold(): void;
  release(): void;
  /** Resolves once everything has happened that can happen while the disk is held back. */
  standstill(): Promise<void>;
}

/** Creates the store for one run of one law. */
export type CreateStore = () => StoreUnderTest;

/** One promise of the port. */
export interface StoreLaw {
  readonly name: string;
  /** Rejects if a store from `createStore` breaks the promise. */
  check(createStore: CreateStore): Promise<void>;
}

/** Makes a law from a property that has to hold for every input on a fresh store. */
export function storeLaw<T>(
  name: string,
  inputs: fc.Arbitrary<T>,
  holds: (subject: StoreUnderTest, input: T) => void | Promise<void>,
): StoreLaw {
  const check = async (createStore: CreateStore): Promise<void> => {
    const property = fc.asyncProperty(inputs, async (input) => {
      const subject = createStore();
      try {
        await holds(subject, input);
      } finally {
        await subject.dispose?.();
      }
    });
    await fc.assert(property);
  };
  return { name, check };
}

/** Expects that a call is refused with this code. */
export function expectRefusal(call: () => unknown, code: StoreErrorCode): void {
  const thrown = thrownBy(call);
  expect(thrown).toBeInstanceOf(StoreError);
  expect(thrown).toMatchObject({ code });
}

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}
