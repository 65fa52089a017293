import type { Input, Message, NodeName, Response } from '@quorate/core';
import type { OutwardEffect } from './effect-queue.ts';
import type { Cancel, NodePorts } from './ports.ts';
import { loadRows } from './store-rows.ts';

/** What the effects of one life of a node work on. */
export interface Performance<M, Resume> {
  readonly name: NodeName;
  readonly ports: NodePorts;
  /** The timers that have not fired, by id. */
  readonly timers: Map<string, Cancel>;
  /** Hands the result of an effect to the step machine. */
  readonly hear: (input: Input<M, Resume>) => void;
}

/** Carries out one effect. */
export function perform<M extends Message, Resume>(
  { name, ports, timers, hear }: Performance<M, Resume>,
  effect: OutwardEffect<Resume>,
): void {
  switch (effect.type) {
    case 'Send':
      ports.transport.send(name, effect.to, effect.message);
      return;
    case 'Reply': {
      const { to, requestId, result } = effect;
      const response: Response = { type: 'Response', requestId, result };
      ports.transport.send(name, to, response);
      return;
    }
    case 'Load': {
      const rows = effect.ranges.map((range) => loadRows(ports.store, range));
      hear({ type: 'Loaded', resume: effect.resume, rows });
      return;
    }
    case 'SetTimer': {
      const { id, at } = effect;
      timers.get(id)?.();
      const fire = () => {
        timers.delete(id);
        hear({ type: 'Timer', id });
      };
      timers.set(id, ports.clock.setTimer(at, fire, id));
      return;
    }
    case 'CancelTimer':
      timers.get(effect.id)?.();
      timers.delete(effect.id);
      return;
  }
}
