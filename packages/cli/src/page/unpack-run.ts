import type { Against, Message, RunData, Step } from './run-data.ts';

/**
 * A list of records without their keys, which take half of the room: in each row the values stand in
 * the order of the keys, null for what is absent, and none after the last that is there.
 */
export interface Packed {
  readonly keys: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The data of a page as it holds them: the longest lists are packed. */
export type PackedRun = Omit<RunData, 'messages' | 'steps' | 'against'> & {
  readonly messages: Packed;
  readonly steps: Packed;
  readonly against?: Omit<Against, 'other'> & { readonly other: PackedRun };
};

/** Gives what a page shows, from what it holds. */
export function unpackRun({ against, messages, steps, ...rest }: PackedRun): RunData {
  return {
    ...rest,
    messages: unpack(messages) as readonly Message[],
    steps: unpack(steps) as readonly Step[],
    ...(against === undefined ? {} : { against: { ...against, other: unpackRun(against.other) } }),
  };
}

/** Gives the records that were packed. */
function unpack({ keys, rows }: Packed): readonly object[] {
  return rows.map((row) =>
    Object.fromEntries(
      row.flatMap((value, place) => (value === null ? [] : [[keys[place] ?? '', value]])),
    ),
  );
}
