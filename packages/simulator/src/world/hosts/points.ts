import type { NodePorts } from '@quorate/actors';
import { FROZEN_KEY, type Message, type Result, SERVED_KEY } from '@quorate/core';
import type { ProtocolMoment } from '../../scenario/faults/moment.ts';
import type { AnyObservation } from '../trace-recorder.ts';

/** The kinds of writes that a moment can name. */
type Written = Extract<ProtocolMoment, 'signed' | 'settled' | 'certified'>;

/** What a batch means once it is durable, by a key that it writes; in this order. */
const BROUGHT = [
  [FROZEN_KEY, 'frozen'],
  [SERVED_KEY, 'merged'],
] as const satisfies readonly (readonly [string, ProtocolMoment])[];

/** One effect of a node, or an input that it is about to handle. */
export interface EffectReached {
  /** `hears` comes before the step that it triggers, all others after the effect. */
  readonly what: 'hears' | 'wakes' | 'reads' | 'writes' | 'flushes' | 'sends' | 'sets' | 'cancels';
  /** The message that is received or sent. */
  readonly message?: Message;
  /** How many batches are written but not durable, as far as this life of the node knows. */
  readonly unsynced: number;
}

/** Watches one node reach the points of the protocol. */
export interface Points {
  /** The node's ports, watched. */
  readonly ports: NodePorts;
  /** Sees a step before its effects are carried out. */
  observe(observation: AnyObservation): void;
  /** A message has its turn. */
  received(message: Message): void;
}

/** Called at every point that a node reaches; for an effect, with the effect. */
export type OnPoint = (point: ProtocolMoment, effect?: EffectReached) => void;

/**
 * Creates the watch of one node. `reached` is called exactly where the node reaches a point, and
 * may crash the node there.
 */
export function watchPoints(ports: NodePorts, reached: OnPoint): Points {
  const { store, transport } = ports;
  let written: Written | undefined;
  // What each unflushed batch means. A new life forgets those whose flush never ended.
  let unflushed: (readonly ProtocolMoment[])[] = [];
  let flushed = 0;
  let lives = 0;
  let isUp = false;

  function effect(what: EffectReached['what'], message?: Message): void {
    // Timers are also cancelled in a crash, which does not count.
    if (!isUp) return;
    const unsynced = unflushed.length;
    reached('effect', message === undefined ? { what, unsynced } : { what, unsynced, message });
  }

  function reportFlushed(covered: number): void {
    const life = lives;
    while (flushed < covered && life === lives) {
      flushed += 1;
      for (const point of unflushed.shift() ?? []) if (life === lives) reached(point);
    }
    if (life === lives) effect('flushes');
  }

  return {
    observe({ effects }) {
      written = writtenBy(effects);
    },
    received(message) {
      const life = lives;
      if (isDemand(message)) reached('received');
      if (life === lives) effect('hears', message);
    },
    ports: {
      clock: watchTimers(ports.clock, (what) => {
        const life = lives;
        effect(what);
        return life === lives;
      }),
      store: {
        ...store,
        // Only steps that load something scan with a limit.
        scan(range) {
          const rows = store.scan(range);
          if (range.limit !== undefined) effect('reads');
          return rows;
        },
        write(batch) {
          store.write(batch);
          unflushed.push(broughtBy(batch));
          const life = lives;
          const point = written;
          written = undefined;
          if (point !== undefined) reached(point);
          if (life === lives) effect('writes');
        },
        flush(done) {
          const covered = flushed + unflushed.length;
          const life = lives;
          store.flush((failure) => {
            if (failure === undefined && life === lives) reportFlushed(covered);
            done(failure);
          });
        },
      },
      transport: {
        attach(node, receive) {
          const detach = transport.attach(node, receive);
          lives += 1;
          isUp = true;
          unflushed = [];
          return () => {
            lives += 1;
            isUp = false;
            detach();
          };
        },
        send(from, to, message) {
          transport.send(from, to, message);
          const life = lives;
          if (message.type === 'Response' && isPromise(message.result)) reached('answered');
          if (life === lives) effect('sends', message);
        },
      },
    },
  };
}

/** Watches timers. `survives` is told of each effect, and tells whether the node survived it. */
function watchTimers(
  clock: NodePorts['clock'],
  survives: (what: 'wakes' | 'sets' | 'cancels') => boolean,
): NodePorts['clock'] {
  return {
    now: clock.now,
    setTimer(at, fire, id) {
      const wake = () => {
        if (survives('wakes')) fire();
      };
      const cancel = clock.setTimer(at, wake, id);
      // A node that crashes inside this call does not know of the timer, so it could not cancel it.
      if (!survives('sets')) cancel();
      return () => {
        cancel();
        survives('cancels');
      };
    },
  };
}

function writtenBy(effects: AnyObservation['effects']): Written | undefined {
  let point: Written | undefined;
  let isWritten = false;
  for (const effect of effects) {
    if (effect.type === 'Persist') isWritten = true;
    if (effect.type === 'Reply' && effect.result.type === 'Signed') point = 'signed';
    if (effect.type === 'Reply' && effect.result.type === 'Settled') point = 'settled';
    if (effect.type === 'Send' && effect.message.type === 'SubmitCertificate') point = 'certified';
  }
  return isWritten ? point : undefined;
}

function broughtBy(batch: Parameters<NodePorts['store']['write']>[0]): readonly ProtocolMoment[] {
  const besides = BROUGHT.filter(([key]) => batch.some((write) => write.key === key));
  return ['flushed', ...besides.map(([, point]) => point)];
}

/** Tells requests with a lasting effect from checks, queries and answers. */
function isDemand({ type }: Message): boolean {
  return type === 'SubmitTransaction' || type === 'SubmitCertificate' || type === 'Execute';
}

/** Tells the answers that bind a node from those that do not. */
function isPromise({ type }: Result): boolean {
  return type === 'Signed' || type === 'Settled' || type === 'Success';
}
