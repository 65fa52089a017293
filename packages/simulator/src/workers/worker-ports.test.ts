import type { Cancel, NodePorts } from '@quorate/actors';
import type { Result } from '@quorate/core';
import { createMemoryStore, StoreError } from '@quorate/storage';
import { createManualClock } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCarrier } from './carrier.ts';
import type { ClockRequest, FromWorker, StoreRequest, ToWorker } from './requests.ts';
import { createWorkerPorts, type WorkerPorts } from './worker-ports.ts';

type Ground = Pick<NodePorts, 'store' | 'clock'>;

/** Joins the ports of a worker with what they stand for; everything that passes is cloned. */
function joined(ground: Ground): { readonly worker: WorkerPorts; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const carrier = createCarrier(ground, (request) => reach(worker, structuredClone(request)));
  const worker = createWorkerPorts((request: FromWorker['request']) => {
    asked.push(request);
    if (request.type === 'Send' || request.type === 'Attach') return undefined;
    return structuredClone(carrier.answer(structuredClone(request) as StoreRequest | ClockRequest));
  });
  return { worker, asked };
}

function reach(worker: WorkerPorts, request: ToWorker['request']): void {
  if (request.type === 'Fire') worker.fire(request.timer);
  if (request.type === 'Flushed') worker.flushed(request.flush, request.failure);
}

const ground = (): Ground => ({ store: createMemoryStore(), clock: createManualClock() });

type Act =
  | { readonly act: 'set'; readonly after: bigint }
  | { readonly act: 'cancel'; readonly which: number }
  | { readonly act: 'run' };

const anyActs = fc.array(
  fc.oneof(
    fc.bigInt({ min: 1n, max: 5n }).map((after): Act => ({ act: 'set', after })),
    fc.nat(5).map((which): Act => ({ act: 'cancel', which })),
    fc.constant<Act>({ act: 'run' }),
  ),
);

describe('the ports of a node in a worker', () => {
  it('set, fire and cancel timers as the clock does itself', () => {
    fc.assert(
      fc.property(anyActs, (acts) => {
        const [here, there] = [createManualClock(), createManualClock()];
        const { clock } = joined({ ...ground(), clock: there }).worker.ports;
        const logs = [
          { clock: here, under: here },
          { clock, under: there },
        ].map((each) => {
          const log: string[] = [];
          const cancels: Cancel[] = [];
          for (const act of acts) {
            if (act.act === 'set') {
              const name = `timer ${cancels.length}`;
              const at = each.clock.now() + act.after;
              cancels.push(
                each.clock.setTimer(at, () => log.push(`${name} at ${each.clock.now()}`)),
              );
            } else if (act.act === 'cancel') cancels[act.which]?.();
            else each.under.runNext();
          }
          return log;
        });
        expect(logs[1]).toEqual(logs[0]);
      }),
    );
  });

  it('read and write the store that they stand for', () => {
    const { store, clock } = ground();
    const { ports } = joined({ store, clock }).worker;
    ports.store.write([{ type: 'Put', key: 'balance/a', value: 2n ** 100n }]);
    store.write([{ type: 'Put', key: 'balance/b', value: -1n }]);
    expect(ports.store.get('balance/b')).toBe(-1n);
    expect(ports.store.get('balance/c')).toBeUndefined();
    expect([...ports.store.scan({ from: 'balance/', to: 'balance0' })]).toEqual([
      ['balance/a', 2n ** 100n],
      ['balance/b', -1n],
    ]);
    expect([...store.scan({ from: '', to: '\x7f', limit: 1 })]).toEqual([
      ['balance/a', 2n ** 100n],
    ]);
  });

  it('hear how each flush ended, and why', () => {
    const failure = new StoreError('the disk is full', { code: 'FlushFailed', retryable: true });
    const endings = [undefined, failure];
    const store = {
      ...createMemoryStore<unknown>(),
      flush: (done: (ending: StoreError | undefined) => void) => done(endings.shift()),
    };
    const { ports } = joined({ ...ground(), store }).worker;
    const heard: (StoreError | undefined)[] = [];
    ports.store.flush((ending) => heard.push(ending));
    ports.store.flush((ending) => heard.push(ending));
    expect(heard[0]).toBeUndefined();
    expect(heard[1]).toBeInstanceOf(StoreError);
    const { code, retryable, message } = heard[1] ?? {};
    expect({ code, retryable, message }).toEqual({
      code: 'FlushFailed',
      retryable: true,
      message: 'the disk is full',
    });
  });

  it('name a result that the report of its step has brought, and spell out any other', () => {
    const { worker, asked } = joined(ground());
    const { transport } = worker.ports;
    const result = (settledCount: number) =>
      ({ type: 'Settled', settledCount }) as unknown as Result;
    const [first, second, other] = [result(1), result(2), result(3)];
    transport.attach('v1', () => undefined);
    worker.number([first, second]);
    for (const each of [second, other, first]) {
      transport.send('v1', 'p1', { type: 'Response', requestId: 'id', result: each });
    }
    const sent = (message: object) => ({ type: 'Send', from: 'v1', to: 'p1', message });
    expect(asked.slice(1)).toEqual([
      sent({ type: 'NumberedResponse', requestId: 'id', number: 1 }),
      sent({ type: 'Response', requestId: 'id', result: other }),
      sent({ type: 'NumberedResponse', requestId: 'id', number: 0 }),
    ]);
  });
});
