import type { RunData } from '../../page/run-data.ts';
import type { Packed, PackedRun } from '../../page/unpack-run.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Packs what a page shows; `unpackRun` undoes it. The program of the page has that, and shares no code
 * with this: it has to be one file.
 */
export function packRun({ against, messages, steps, ...rest }: RunData): PackedRun {
  return {
    ...{ ...rest, messages: pack(messages), steps: pack(steps) },
    ...(against === undefined ? {} : { against: { ...against, other: packRun(against.other) } }),
  };
}

/** Packs records; no value of theirs may be null. */
function pack(records: readonly object[]): Packed {
  const counts = new Map<string, number>();
  for (const key of records.flatMap(Object.keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  // What most have comes first, so that most rows end early.
  const keys = [...counts].sort(([, one], [, other]) => other - one).map(([key]) => key);
  const rows = records.map((record) => {
    const row = keys.map((key) => (record as Fields)[key] ?? null);
    return row.slice(0, row.findLastIndex((value) => value !== null) + 1);
  });
  return { keys, rows };
}
