import fc from 'fast-check';
import type { Transport } from '../transport.ts';

/** A message of the laws: nested plain data. */
export interface LawMessage {
  readonly sequence: number;
  readonly parts: readonly { readonly text: string }[];
}

/** A fresh transport for the laws, with operations that the port does not have. */
export interface TransportUnderTest {
  /**
   * It loses nothing while both ends are attached: a network with faults runs the laws with its
   * faults off.
   */
  readonly transport: Transport<LawMessage>;
  /** Whether two messages of one link may overtake each other, as they do under random delays. */
  readonly order: 'FifoPerLink' | 'Any';
  /**
   * Delivers everything under way, including what receivers send meanwhile, and returns what
   * receivers threw, in the order in which they threw it.
   */
  readonly settle: () => readonly unknown[] | Promise<readonly unknown[]>;
  /** Releases what the transport holds, sockets for example. */
  readonly dispose?: () => void | Promise<void>;
}

/** Creates the transport for one run of one law. */
export type CreateTransport = () => TransportUnderTest;

/** One promise of the port. */
export interface TransportLaw {
  readonly name: string;
  /** Rejects if a transport from `createTransport` breaks the promise. */
  check(createTransport: CreateTransport): Promise<void>;
}

/** Makes a law from a property that has to hold for every input on a fresh transport. */
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
