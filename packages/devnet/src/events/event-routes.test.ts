import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdminRoutes } from '../admin/admin-routes.ts';
import { type Listener, listen } from '../http/listen.ts';
import { type Chronicle, createChronicle, type Reading, type Told } from './chronicle.ts';
import type { DevnetEvent } from './event.ts';
import { addEvents } from './event-routes.ts';

const KEPT = 20;
/** Sockets of both ends hold some MB. */
const LONG = 'x'.repeat(100_000);

let chronicle: Chronicle;
let listener: Listener;
/** How many events each reader has been told so far, in the order in which they came. */
const taken: number[] = [];
beforeAll(async () => {
  chronicle = createChronicle({ now: () => 0n, eventsMax: KEPT });
  const fail = (failure: unknown) => expect.fail(String(failure));
  const closing = new AbortController().signal;
  const routes = createAdminRoutes({ guard: () => undefined, onUnforeseen: fail, closing });
  addEvents(routes, { chronicle: { read: counted }, nodeNames: () => [] });
  listener = await listen({ role: 'a test', host: '127.0.0.1', port: 0 });
  listener.serve(routes.app.fetch);
});
afterAll(() => {
  chronicle.close();
  return listener.close();
});

async function* counted(reading: Reading): AsyncGenerator<Told, void> {
  const reader = taken.push(0) - 1;
  for await (const told of chronicle.read(reading)) {
    taken[reader] = (taken[reader] ?? 0) + 1;
    yield told;
  }
}

/** Connects; nothing of the answer is taken in before somebody asks for events. */
async function connect(): Promise<AsyncGenerator<DevnetEvent, void>> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${listener.url}/_devnet/v1/events`, resolve).on('error', reject);
  });
  return eventsIn(answer);
}

async function* eventsIn(answer: IncomingMessage): AsyncGenerator<DevnetEvent, void> {
  let line = '';
  for await (const piece of answer.setEncoding('utf8')) {
    const lines = `${line}${piece}`.split('\n');
    line = lines.pop() ?? '';
    for (const each of lines) if (each.startsWith('data: ')) yield JSON.parse(each.slice(6));
  }
}

it('tell a reader that takes nothing in what it has missed, and others all the while', async () => {
  const slow = await connect();
  const quick = await connect();
  let told = 0;
  while (told - (taken[0] ?? 0) <= 2 * KEPT) {
    told += 1;
    const facts = { node: `n${told}`, reason: LONG };
    chronicle.tell({ kind: 'up', write: () => facts });
    expect((await quick.next()).value?.node).toBe(`n${told}`);
    // It would be kept for it without end.
    expect(told).toBeLessThan(1000);
  }
  let known = 0;
  let missed = 0;
  for await (const event of slow) {
    known += event.missed ?? 1;
    missed += event.missed ?? 0;
    if (event.kind !== 'missed') expect(event.node).toBe(`n${known}`);
    if (known === told) break;
  }
  expect(missed).toBeGreaterThan(0);
});
