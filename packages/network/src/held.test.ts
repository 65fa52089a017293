import { createManualClock } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createConditions, type Held } from './conditions.ts';
import { createFaultyNetwork } from './network.ts';
import { createRng } from './rng.ts';

const IDS = [0, 1, 2, 3, 4, 5];

/** Holds the even ones of six messages from a to b, all of them behind a second clog as well. */
function createWorld() {
  const clock = createManualClock();
  const conditions = createConditions(() => ({ delay: { kind: 'const', mean: 5n }, drop: 0 }));
  const heard: number[] = [];
  const lost: number[] = [];
  const network = createFaultyNetwork<{ readonly id: number }>({
    clock,
    rng: createRng(1n),
    passage: conditions,
    anatomy: { isResponse: () => false, corrupt: () => undefined },
    memory: 0,
    onDrop: ({ message }) => void lost.push(message.id),
  });
  network.attach('b', (_, { id }) => void heard.push(id));
  const kept: Held[] = [];
  const end = conditions.clog(() => true, {
    takes: ({ message }) => (message as { readonly id: number }).id % 2 === 0,
    keep: (held) => void kept.push(held),
    takeOut: () => kept.splice(0),
  });
  const send = (): void => {
    for (const id of IDS) network.send('a', 'b', { id });
  };
  const settle = (): void => {
    while (clock.runNext());
  };
  return { conditions, network, heard, lost, kept, end, send, settle };
}

describe('what a clog with a shelf holds', () => {
  it('is what the shelf takes; the rest goes on', () => {
    const { heard, kept, send, settle } = createWorld();
    send();
    settle();
    expect(heard).toEqual([1, 3, 5]);
    expect(kept.map(({ message }) => message)).toEqual([{ id: 0 }, { id: 2 }, { id: 4 }]);
  });

  it('arrives in any order, past every other clog, or is lost', () => {
    const order = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    fc.assert(
      fc.property(order, fc.nat({ max: 3 }), (places, arriving) => {
        const { conditions, network, heard, lost, kept, send, settle } = createWorld();
        send();
        settle();
        conditions.clog(() => true);
        heard.length = 0;
        const chosen = places.map((place) => kept[place] ?? expect.fail('nothing is there'));
        chosen.forEach(({ arrive, lose }, index) => {
          (index < arriving ? arrive : lose)();
        });
        const ids = places.map((place) => 2 * place);
        expect([heard, lost]).toEqual([ids.slice(0, arriving), ids.slice(arriving)]);
        expect(network.inFlight()).toBe(0);
      }),
    );
  });

  it('goes on in the order sent when the clog ends', () => {
    const { heard, end, send, settle } = createWorld();
    send();
    end();
    settle();
    expect(heard.filter((id) => id % 2 === 0)).toEqual([0, 2, 4]);
  });

  it('is gone once the network forgets, whatever is done to it then', () => {
    const { network, heard, lost, kept, send, settle } = createWorld();
    send();
    settle();
    heard.length = 0;
    network.forget();
    for (const { arrive, lose, goOn } of kept.splice(0)) {
      arrive();
      lose();
      goOn(0n);
    }
    settle();
    expect([heard, lost, kept, network.inFlight()]).toEqual([[], [], [], 0]);
  });
});
