import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Chronicle, createChronicle, eventsOf, type Told } from './chronicle.ts';
import type { DevnetEvent } from './event.ts';

function createWorld({
  run = 1_000_000n,
  ...most
}: {
  run?: bigint;
  eventsMax?: number;
  bytesMax?: number;
} = {}) {
  const chronicle = createChronicle({ now: () => run, ...most });
  let told = 0;
  const tell = (count = 1, bytes = 0): void => {
    for (const _ of Array.from({ length: count })) {
      told += 1;
      const facts = { node: `n${told}` };
      chronicle.tell({ kind: 'up', write: () => facts, bytes });
    }
  };
  return { chronicle, tell };
}

/** Takes so many events. */
async function take(events: AsyncIterator<DevnetEvent>, count: number): Promise<DevnetEvent[]> {
  const taken: DevnetEvent[] = [];
  while (taken.length < count) {
    const { value, done } = await events.next();
    if (done === true) break;
    taken.push(value);
  }
  return taken;
}

const nodesOf = (events: readonly DevnetEvent[]) =>
  events.map(({ kind, node, missed }) => (kind === 'missed' ? `missed ${missed}` : node));

describe('createChronicle', () => {
  it('tells a reader that comes again each event once, or that it has missed it', async () => {
    const steps = fc.array(
      fc.tuple(fc.integer({ max: 12, min: 0 }), fc.integer({ max: 12, min: 0 })),
    );
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { chronicle, tell } = createWorld({ eventsMax: 8 });
        tell();
        let [{ id: after } = expect.fail('none')] = await take(eventsOf(chronicle, { last: 1 }), 1);
        let [told, known] = [1, 1];
        for (const [happening, wanted] of [...given, [0, 99]] as const) {
          tell(happening);
          told += happening;
          // Each time a reader of its own, as after a lost connection.
          const events = eventsOf(chronicle, { after });
          for (let left = wanted; left > 0 && known < told; left -= 1) {
            const [event = expect.fail('none')] = await take(events, 1);
            after = event.id;
            known += event.missed ?? 1;
            if (event.kind !== 'missed') expect(event.node).toBe(`n${known}`);
          }
        }
        expect(known).toBe(told);
      }),
    );
  });

  it('tells a slow reader what it has missed, and keeps no more for it', async () => {
    const { chronicle, tell } = createWorld({ eventsMax: 100 });
    const events = eventsOf(chronicle);
    tell(3);
    expect(nodesOf(await take(events, 1))).toEqual(['n1']);
    tell(1000);
    // It was given three at once before it fell behind.
    expect(nodesOf(await take(events, 4))).toEqual(['n2', 'n3', 'missed 900', 'n904']);
  });

  it('keeps at most so many bytes, but always the latest event', async () => {
    const { chronicle, tell } = createWorld({ bytesMax: 10 });
    tell(3, 4);
    tell(1, 11);
    chronicle.close();
    const all = await take(eventsOf(chronicle, { last: 10 }), 9);
    expect(nodesOf(all)).toEqual(['n4']);
  });

  it('tells who comes from another devnet that much may be missed', async () => {
    const other = createWorld({ run: 7n });
    other.tell(5);
    const [{ id: after } = expect.fail('none')] = await take(
      eventsOf(other.chronicle, { last: 1 }),
      1,
    );
    const { chronicle, tell } = createWorld();
    tell(2);
    expect(nodesOf(await take(eventsOf(chronicle, { after }), 3))).toEqual([
      'missed null',
      'n1',
      'n2',
    ]);
    expect(() => chronicle.read({ after: 'gold' })).toThrow('expected the id of an event');
  });

  it('begins with what comes when it is asked, and says when nothing does', async () => {
    const { chronicle, tell } = createWorld();
    tell(2);
    const told = chronicle.read({ beat: 1 });
    const ids = async () => (await told.next()).value as Told;
    expect(await ids()).toEqual({ id: expect.stringMatching(/-2$/) });
    tell();
    expect(await ids()).toMatchObject({ event: { node: 'n3' } });
  });

  it('ends readings when it is closed, and when the reader goes', async () => {
    const ends: ((chronicle: Chronicle, gone: AbortController) => void)[] = [
      (chronicle) => chronicle.close(),
      (_, gone) => gone.abort(),
    ];
    for (const end of ends) {
      const { chronicle } = createWorld();
      const gone = new AbortController();
      const next = chronicle.read({ until: gone.signal }).next();
      end(chronicle, gone);
      expect((await next).done).toBe(true);
    }
  });
});
