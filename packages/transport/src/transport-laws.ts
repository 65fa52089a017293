import { describe, it } from 'vitest';
import { attachmentLaws } from './laws/attachment-laws.ts';
import { deliveryLaws } from './laws/delivery-laws.ts';
import type { CreateTransport, TransportLaw } from './laws/transport-under-test.ts';

export type { DeferQueue } from './laws/defer-queue.ts';
export { createDeferQueue } from './laws/defer-queue.ts';
export type {
  CreateTransport,
  LawMessage,
  TransportLaw,
  TransportUnderTest,
} from './laws/transport-under-test.ts';

/** The laws that every transport must keep, as far as a test can check them. */
export const transportLawList: readonly TransportLaw[] = [...attachmentLaws, ...deliveryLaws];

/** Registers one vitest test for each law. Every implementation of the transport calls it. */
export function transportLaws(name: string, createTransport: CreateTransport): void {
  describe(`${name} keeps the transport laws`, () => {
    for (const law of transportLawList) it(law.name, () => law.check(createTransport));
  });
}
