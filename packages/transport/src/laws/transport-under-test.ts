import fc from 'fast-check';
import type { Transport } from '../transport.ts';

/** Is what the laws send: plain data that nests. */
export interface LawMessage {
  readonly sequence: number;
  readonly parts: readonly { readonly text: string }[];
}

/** Gives the laws one fresh transport and what they cannot do through the port. */
export interface TransportUnderTest {
  /** Loses nothing while both ends are attached: a network with faults runs the laws without. */
  readonly transport: Transport<LawMessage>;
  /** Whether two messages of one link may overtake each other, as they do under random delays. */
  readonly order: 'FifoPerLink' | 'Any';
  /**
   * Delivers everything under way, what receivers send meanwhile included, and returns what
   * receivers threw, in the order they threw it.
   */
  readonly settle: () => readonly unknown[] | Promise<readonly unknown[]>;
  /** Releases what the transport holds, sockets for example. */
  readonly dispose?: () => void | Promise<void>;
}

/** Creates the transport for one run of one law. */
export type CreateTransport = () => TransportUnderTest;

/** States one promise of the port. */
export interface TransportLaw {
  readonly name: string;
  /** Rejects when a transport from `createTransport` breaks the promise. */
  check(createTransport: CreateTransport): Promise<void>;
}

/** Makes a law of a property that has to hold for every input on a fresh transport. */
export function transportLaw<T>(
  name: string,
  inputs: fc.Arbitrary<T>,
  holds: (subject: TransportUnderTest, input: T) => void | Promise<void>,
): TransportLaw {
  const check = async (createTransport: CreateTransport): Promise<void> => {
    const property = fc.asyncProperty(inputs, async (input) => {
      const subject = createTransport();
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
