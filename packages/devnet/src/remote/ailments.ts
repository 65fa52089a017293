import { AdminError } from '../admin/admin-error.ts';
import type { LyingAct } from '../faults/act-shape.ts';
import type { Acted, Ailment, NumberedAilments, Suffer } from '../faults/ailment.ts';
import type { OnActed } from '../faults/liar.ts';
import { HTTP } from '../faults/link-end.ts';
import { inTime } from '../timing/in-time.ts';
import { UP_WITHIN_MILLIS } from '../timing/patience.ts';
import type { Given, Question } from './born-validator.ts';

/** What a validator in a process of its own suffers from. */
export interface Ailments {
  /** The oldest first. */
  readonly present: () => NumberedAilments;
  readonly suffer: Suffer;
  /** Told that its process has done an act: the next process does it once less. */
  readonly noteActed: (acted: Acted) => void;
}

/**
 * Creates the ailments of a validator in a process of its own, at first none; `ask` reaches its
 * process. That is told all of them each time, so that none is lost however often it ends.
 */
export function createAilments(
  name: string,
  ask: (question: Question) => Promise<Given | undefined>,
): Ailments {
  const all = new Map<number, Ailment>();
  let last = 0;
  const present = (): NumberedAilments => [...all];

  async function tell(consequence = ''): Promise<void> {
    const told = ask({ type: 'Suffer', ailments: present() }).then(() => true);
    if ((await inTime(told, performance.now() + UP_WITHIN_MILLIS)) === true) return;
    const late = `${name}: no answer after ${UP_WITHIN_MILLIS} ms`;
    throw new AdminError(408, 'TIMEOUT', `${late}${consequence}`);
  }

  return {
    present,
    noteActed({ ailment: own, act }) {
      const ailment = all.get(own);
      if (ailment?.kind === 'byzantine') all.set(own, withOneLess(ailment, act));
    },
    suffer(ailment) {
      expectHeard(name, ailment);
      last += 1;
      const own = last;
      all.set(own, ailment);
      return {
        begun: tell(),
        async end() {
          if (all.delete(own)) await tell(', and it may suffer on until it answers');
        },
      };
    },
  };
}

function withOneLess(
  { kind, acts }: Extract<Ailment, { readonly kind: 'byzantine' }>,
  done: number,
): Ailment {
  const lessOf = ({ times, ...act }: LyingAct): LyingAct => {
    return { ...act, times: times === undefined ? undefined : times - 1 };
  };
  return { kind, acts: acts.map((act, index) => (index === done ? lessOf(act) : act)) };
}

/**
 * Creates what makes the validator of this process suffer from exactly these ailments; `suffer` is
 * given what to call each time that an act has been done.
 */
export function createSufferer(
  suffer: (ailment: Ailment, onActed: OnActed) => () => void,
  onActed: (acted: Acted) => void,
): (ailments: NumberedAilments) => void {
  const ends = new Map<number, () => void>();
  return (ailments) => {
    const present = new Set(ailments.map(([own]) => own));
    for (const [own, end] of ends) {
      if (present.has(own)) continue;
      ends.delete(own);
      end();
    }
    for (const [own, ailment] of ailments) {
      if (ends.has(own)) continue;
      ends.set(
        own,
        suffer(ailment, (act) => onActed({ ailment: own, act })),
      );
    }
  };
}

/** Refuses an act that would touch nobody although its author expects somebody. */
function expectHeard(name: string, ailment: Ailment): void {
  if (ailment.kind !== 'byzantine') return;
  for (const [index, act] of ailment.acts.entries()) {
    const scopes = {
      only: act.only,
      ...(act.act === 'selective-service' && { serves: act.serves }),
    };
    for (const [key, { peers = [] }] of Object.entries(scopes)) {
      if (peers.every((peer) => peer === HTTP)) continue;
      const why = `${name} runs in a process of its own, where everybody is ${HTTP}`;
      const message = `acts.${index}.${key}.peers: expected ${HTTP} alone: ${why}`;
      throw new AdminError(400, 'NOT_IN_THIS_PROCESS', message);
    }
  }
}
