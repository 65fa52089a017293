import type { Message } from '@quorate/core';
import { createMemoryStore } from '@quorate/storage';
import { CLOCK_START, createManualClock } from '@quorate/testkit';
import type { Receive } from '@quorate/transport';
import { describe, expect, it } from 'vitest';
import type { NodePorts } from '../ports.ts';
import { createGate } from './gate.ts';
import { gatedPorts } from './gated-ports.ts';

const ASK: Message = { type: 'GetPending', requestId: 'r1', address: '00' as never };

function trial() {
  const clock = createManualClock();
  const gate = createGate(clock);
  const receivers = new Set<Receive<Message>>();
  const bare: NodePorts = {
    store: createMemoryStore<unknown>(),
    clock,
    transport: {
      attach(_node, receive) {
        receivers.add(receive);
        return () => receivers.delete(receive);
      },
      send: () => undefined,
    },
  };
  const deliver = (message: Message) => {
    for (const receive of receivers) receive('p1', message);
  };
  return { clock, gate, ports: gatedPorts(bare, gate), deliver, receivers };
}

describe('gatedPorts', () => {
  it('forgets a timer that is taken back while the node stands still', () => {
    const { clock, gate, ports } = trial();
    const fired: string[] = [];
    const end = gate.pause();
    const cancel = ports.clock.setTimer(CLOCK_START + 5n, () => fired.push('cancelled'));
    ports.clock.setTimer(CLOCK_START + 5n, () => fired.push('kept'));
    while (clock.runNext());
    cancel();
    end();
    expect(fired).toEqual(['kept']);
  });

  it('loses what waits for a node that crashes, also if it comes up again', () => {
    const { gate, ports, deliver } = trial();
    const heard: string[] = [];
    const detach = ports.transport.attach('v1', () => heard.push('first life'));
    const end = gate.pause();
    deliver(ASK);
    detach();
    ports.transport.attach('v1', () => heard.push('second life'));
    deliver(ASK);
    end();
    expect(heard).toEqual(['second life']);
  });

  it('keeps the end of a flush in its place among all that reaches a node that stands still', () => {
    const { gate, ports, deliver } = trial();
    const heard: string[] = [];
    ports.transport.attach('v1', () => heard.push('message'));
    const end = gate.pause();
    deliver(ASK);
    ports.store.flush(() => heard.push('flushed'));
    deliver(ASK);
    expect(heard).toEqual([]);
    end();
    expect(heard).toEqual(['message', 'flushed', 'message']);
  });

  it('spends the time of a slow node on messages and timers, and none on the end of a flush', () => {
    const { clock, gate, ports, deliver } = trial();
    const heard: [string, bigint][] = [];
    const note = (what: string) => () => heard.push([what, clock.now() - CLOCK_START]);
    ports.transport.attach('v1', note('message'));
    gate.slow(10n);
    deliver(ASK);
    ports.clock.setTimer(CLOCK_START + 5n, note('timer'));
    ports.store.flush(note('flushed'));
    while (clock.runNext());
    expect(heard).toEqual([
      ['flushed', 0n],
      ['message', 10n],
      ['timer', 20n],
    ]);
  });

  it('leaves no timer that was taken back, and no receiver of a life that is over', () => {
    const { clock, ports, receivers } = trial();
    ports.clock.setTimer(CLOCK_START + 5n, () => undefined)();
    ports.transport.attach('v1', () => undefined)();
    expect([clock.pending(), receivers.size]).toEqual([0, 0]);
  });
});
