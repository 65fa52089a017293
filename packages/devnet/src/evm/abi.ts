import { hexToBytes } from '@quorate/protocol';
import { createContract } from 'micro-eth-signer/abi.js';

/** A part of a tuple. */
interface AbiComponent {
  readonly name: string;
  /** A type of Solidity; `tuple` and `tuple[]` have components. */
  readonly type: string;
  readonly components?: readonly AbiComponent[];
}

/** A field with its value: bytes as Uint8Array, integers as bigint, tuples as objects. */
export interface AbiField extends AbiComponent {
  readonly value: unknown;
}

/** The bytes of the selector that the library puts before the arguments of a call. */
const SELECTOR_BYTES = 4;

/** Encodes fields as `abi.encode(field, field, …)` does. */
export function encodeFields(fields: readonly AbiField[]): Uint8Array {
  if (fields.length === 0) return new Uint8Array();
  const inputs = fields.map(({ value: _, ...input }) => input);
  const contract = createContract([
    { type: 'function', name: 'fields', inputs, outputs: [] },
  ] as const) as unknown as { readonly fields: { encodeInput(values: unknown): Uint8Array } };
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  // The library takes a single argument without its name.
  const [first] = fields;
  const given = fields.length === 1 ? first?.value : values;
  return contract.fields.encodeInput(given).slice(SELECTOR_BYTES);
}

/** Gives 32 bytes from hex digits; zeros if they are absent. */
export function bytes32(hex: string | null | undefined): Uint8Array {
  return hex === null || hex === undefined ? new Uint8Array(32) : hexToBytes(hex);
}
