import type { Message } from '@quorate/core';
import type { Fate } from '@quorate/network';
import type { EventHandle, EventQueue, Turn } from './event-queue.ts';
import type { OrderedTurn } from './scenario/network/order.ts';
import type { Fire } from './virtual-clock.ts';
import { isBeside } from './world/links.ts';
import type { TurnWords } from './world/turn-words.ts';

/** The options of a queue that begins with a stated order. */
export interface OrderQueueOptions {
  /** What comes first. */
  readonly order: readonly OrderedTurn[];
  /** Orders everything else. */
  readonly rest: EventQueue<Fire>;
  /** Tells what events are called in an order. */
  readonly words: TurnWords;
}

/** A queue that begins with a stated order. */
export interface OrderQueue extends EventQueue<Fire> {
  /** The places in the order of what has not come, in order, numbered from 0. */
  neverCame(): readonly number[];
}

/** A message under way, or a timer that is set, that an order can name. */
interface Named {
  readonly handle: EventHandle<Fire>;
  readonly turn: Turn;
}

const FATES = { deliver: 'arrives', lose: 'lost', copy: 'copied', fire: 'arrives' } as const;

/**
 * Creates a queue that begins with the events of a list, in its order, whatever their time.
 *
 * Meanwhile all else that an order could name waits. What it cannot name, such as a fault or the
 * start of a client, takes place when it is due: before the next of the list if that time has come,
 * and otherwise only if the next of the list is not there. If nothing of that kind is left either,
 * the next of the list is passed over. After the list, everything goes on as in `rest`.
 */
export function createOrderQueue({ order, rest, words }: OrderQueueOptions): OrderQueue {
  const named = new Map<EventHandle<Fire>, Turn>();
  const free = new Set<EventHandle<Fire>>();
  const passedOver: number[] = [];
  let next = 0;
  let elapsed = 0;

  function firstFree(): EventHandle<Fire> | undefined {
    let first: EventHandle<Fire> | undefined;
    for (const each of free) {
      const isEarlier = first === undefined || each.at < first.at;
      if (isEarlier || (each.at === first?.at && each.draw < first.draw)) first = each;
    }
    return first;
  }

  function find(wanted: OrderedTurn): Named | undefined {
    let left = wanted.nth;
    for (const [handle, turn] of named) {
      if (!words.fits(turn, wanted)) continue;
      left -= 1;
      if (left === 0) return { handle, turn };
    }
    return undefined;
  }

  /** Gives the first event, and what becomes of it. */
  function first(): { readonly handle: EventHandle<Fire>; readonly fate?: Fate } | undefined {
    for (let wanted = order[next]; wanted !== undefined; wanted = order[next]) {
      const due = firstFree();
      if (due !== undefined && due.at <= elapsed) return { handle: due };
      const found = find(wanted);
      if (found !== undefined) return { handle: found.handle, fate: FATES[wanted.do] };
      if (due !== undefined) return { handle: due };
      passedOver.push(next);
      next += 1;
    }
    const handle = rest.peek();
    return handle && { handle };
  }

  function forget(handle: EventHandle<Fire>): void {
    named.delete(handle);
    free.delete(handle);
  }

  return {
    push(at, draw, task, turn) {
      const handle = rest.push(at, draw, task, turn);
      if (next >= order.length) return handle;
      if (turn !== undefined && isNameable(turn)) {
        named.set(handle, turn);
        if (turn.message !== undefined) words.learn(turn.message as Message);
      } else free.add(handle);
      return handle;
    },
    cancel(handle) {
      forget(handle);
      return rest.cancel(handle);
    },
    peek: () => first()?.handle,
    pop() {
      const found = first();
      if (found === undefined || next >= order.length) return rest.pop();
      const { handle, fate } = found;
      elapsed = Math.max(elapsed, handle.at);
      if (fate !== undefined) next += 1;
      if (fate !== 'copied') {
        forget(handle);
        rest.cancel(handle);
      }
      return fate === undefined || fate === 'arrives'
        ? handle
        : { ...handle, task: () => handle.task(fate) };
    },
    size: rest.size,
    neverCame: () => [...passedOver, ...order.flatMap((_, place) => (place < next ? [] : [place]))],
  };
}

/** What passes between a user and its client takes no time, and is no event that matters. */
function isNameable({ from, to, timer }: Turn): boolean {
  return timer !== undefined || (from !== undefined && !isBeside(from, to));
}
