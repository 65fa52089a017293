import fc from 'fast-check';
import { expect } from 'vitest';
import type { Store, StoreErrorCode } from '../store.ts';
import { StoreError } from '../store.ts';
import type { LawValue } from './model.ts';

/** Gives the laws one fresh, empty store and what they cannot do through the port. */
export interface StoreUnderTest {
  readonly store: Store<LawValue>;
  /** Lets every flush under way finish, for a store that calls back later. */
  readonly settle?: () => void | Promise<void>;
  /**
   * Loses the store as abruptly as the implementation can, and opens what it kept. Only a store
   * that outlives its process has it; the laws about durability pass over the others.
   */
  readonly reopen?: () => Store<LawValue> | Promise<Store<LawValue>>;
  /** Only a store whose disk can be held back has it; the law about that passes over the others. */
  readonly disk?: HeldDisk;
  /** Removes what the store left behind; the store may be open or closed. */
  readonly dispose?: () => void | Promise<void>;
}

/** The disk under a store. */
export interface HeldDisk {
  /** From here on the disk confirms nothing. */
  hold(): void;
  release(): void;
  /** Resolves once everything has happened that can happen while the disk is held back. */
  standstill(): Promise<void>;
}

/** Creates the store for one run of one law. */
export type CreateStore = () => StoreUnderTest;

/** States one promise of the port. */
export interface StoreLaw {
  readonly name: string;
  /** Rejects when a store from `createStore` breaks the promise. */
  check(createStore: CreateStore): Promise<void>;
}

/** Makes a law of a property that has to hold for every input on a fresh store. */
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

/** Expects that a call is refused with the given code. */
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
