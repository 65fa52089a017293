import type { OpenLmdb } from '../lmdb/engine.ts';

/** A substitute for LMDB on a disk that can be held back and whose power can be cut. */
export interface PowerCutLmdb {
  readonly open: OpenLmdb;
  /** From now on, the disk confirms nothing. */
  hold(): void;
  release(): void;
  /** Leaves what the disk has confirmed. Whoever had the database open gets no more answers. */
  cut(): void;
}

type Rows = ReadonlyMap<string, Buffer>;

/** The options of the lmdb package that concern durability. */
export interface Durability {
  readonly noSync?: boolean;
  readonly overlappingSync?: boolean;
}

function byBytes(left: string, right: string): number {
  return left < right ? -1 : 1;
}

/** More turns of the event loop than anything takes that does not wait for the disk. */
const TURNS = 500;
/** How many turns a commit or a write to disk takes when nobody holds it back. */
const SOON = 5;

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}

/** Resolves once everything has happened that can happen without the disk. */
export function standstill(): Promise<void> {
  return turns(TURNS);
}

/**
 * Creates an empty database that keeps exactly the promises of the lmdb package.
 *
 * `noSync`: a commit becomes visible but never reaches the disk. `overlappingSync`, the default: a
 * write resolves when it is visible, and `flushed` when it is on the disk. Neither: a write
 * resolves when it is on the disk.
 */
export function createPowerCutLmdb(): PowerCutLmdb {
  let visible: Rows = new Map();
  let durable: Rows = new Map();
  let isHeld = false;
  let cuts = 0;
  let waiting: (() => void)[] = [];

  async function confirm(rows: Rows): Promise<void> {
    const cutsBefore = cuts;
    // No disk confirms at once.
    await turns(SOON);
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    if (cutsBefore !== cuts) await new Promise(() => undefined);
    durable = rows;
  }

  function openAs({ noSync = false, overlappingSync = !noSync }: Durability) {
    let gathered: Map<string, Buffer> | undefined;
    let flushed: Promise<unknown> = Promise.resolve();
    const change = (act: (rows: Map<string, Buffer>) => void): Promise<boolean> => {
      if (gathered === undefined) throw new Error('written outside a batch');
      act(gathered);
      return Promise.resolve(true);
    };
    return {
      get: (key: string) => visible.get(key),
      *getRange({ start, end }: { readonly start: string; readonly end: string }) {
        const keys = [...visible.keys()].filter((key) => start <= key && key < end);
        for (const key of keys.toSorted(byBytes)) yield { key, value: visible.get(key) };
      },
      put: (key: string, value: Buffer) => change((rows) => rows.set(key, value)),
      remove: (key: string) => change((rows) => rows.delete(key)),
      async batch(act: () => void) {
        const rows = new Map(visible);
        gathered = rows;
        act();
        gathered = undefined;
        await turns(SOON);
        visible = rows;
        flushed = noSync ? Promise.resolve() : confirm(rows);
        if (!noSync && !overlappingSync) await flushed;
        return true;
      },
      get flushed() {
        return flushed;
      },
      close: () => Promise.resolve(),
    };
  }

  return {
    open: ((options: Durability) => openAs(options)) as unknown as OpenLmdb,
    hold() {
      isHeld = true;
    },
    release() {
      isHeld = false;
      for (const go of waiting) go();
      waiting = [];
    },
    cut() {
      cuts += 1;
      visible = durable;
    },
  };
}
