import { invariant } from '@quorate/core';
import type { Fault } from '../../scenario/faults/fault.ts';
import { USUAL_DISK } from '../../scenario/faults/node-fault.ts';
import type { OrderedTurn } from '../../scenario/network/order.ts';
import { isBeside } from '../../world/links.ts';
import { type MessageWords, type TurnWords, timerWord } from '../../world/turn-words.ts';
import type { Sent } from '../machines/machine.ts';
import type { Move } from '../moves.ts';
import { createIdentities } from '../numbers/identities.ts';
import { at } from '../numbers/numbers.ts';
import type { RerunOptions, Scribe } from '../rerun.ts';
import { createProgress, type Progress } from './progress.ts';

/** What a scribe has written: an order of events, in the words of a scenario. */
export interface Script {
  readonly order: readonly OrderedTurn[];
  readonly crashes: readonly Fault[];
}

/** Writes down one rerun. */
export interface ScriptScribe extends Scribe {
  script(): Script;
}

/** Creates the scribe of one rerun of these moves. */
export function createScribe(
  { cluster: { machines }, path, messages }: RerunOptions,
  words: TurnWords,
): ScriptScribe {
  const underWay = createUnderWay(words);
  const order: OrderedTurn[] = [];
  const crashes: Fault[] = [];
  const nodes = new Map<string, Progress>();
  /** The crash that the step being taken leads to. */
  let during: { readonly node: string; readonly effects: number } | undefined;

  function progressOf(node: string): Progress {
    const progress = nodes.get(node) ?? createProgress();
    nodes.set(node, progress);
    return progress;
  }

  function crash(node: string, points: number): void {
    crashes.push(crashAfter(points, node, `crash-${crashes.length + 1}`));
  }

  function fire(node: string, timer: string): void {
    const progress = progressOf(node);
    const word = timerWord(timer);
    const alike = progress.timers().filter((each) => timerWord(each) === word);
    order.push({ do: 'fire', node, timer: word, nth: 1 + Math.max(0, alike.indexOf(timer)) });
    progress.fires(timer);
    progress.begins();
  }

  function begin(move: Move): void {
    switch (move.kind) {
      case 'deliver':
        order.push({ do: 'deliver', ...underWay.take(messages.at(move.message)) });
        return;
      case 'drop':
        order.push({ do: 'lose', ...underWay.take(messages.at(move.message)) });
        return;
      case 'duplicate':
        order.push({ do: 'copy', ...underWay.name(messages.at(move.message)) });
        return;
      case 'timeout':
        fire(at(machines, move.node).name, move.timer);
        return;
      case 'crash': {
        const { name } = at(machines, move.node);
        crash(name, progressOf(name).points());
        return;
      }
      case 'crash-during': {
        const sent = messages.at(move.message);
        order.push({ do: 'deliver', ...underWay.take(sent) });
        progressOf(sent.to).begins();
        during = { node: sent.to, effects: move.effects };
      }
    }
  }

  return {
    next: (over) => begin(at(path, over)),
    stepped({ name }, observed) {
      const effects = observed.flatMap(({ observation }) => observation.effects);
      const progress = progressOf(name);
      if (during?.node === name) crash(name, progress.pointsAfter(effects, during.effects));
      during = undefined;
      for (const { observation } of observed) progress.goesOn(observation.effects);
    },
    sent: underWay.post,
    arrived: ({ name }) => progressOf(name).begins(),
    crashed: (node) => progressOf(node).crashed(),
    script: () => ({ order, crashes }),
  };
}

/** Creates the crash of a node right after so many points of its course, or before the first. */
function crashAfter(points: number, node: string, id: string): Fault {
  const moment =
    points === 0
      ? ({ kind: 'time', at: 0n } as const)
      : ({ kind: 'trigger', node, after: 'effect', count: points } as const);
  return { id, kind: 'crash', node, moment, disk: USUAL_DISK, restartAfter: 0n };
}

/** What a message under way is called, and which of several with that name it is. */
type Named = MessageWords & { readonly nth: number };

/** The messages under way, in the order in which they were sent. */
interface UnderWay {
  post(sent: Sent): void;
  name(sent: Sent): Named;
  /** Names a message, which then is under way no more. */
  take(sent: Sent): Named;
}

function createUnderWay(words: TurnWords): UnderWay {
  const identities = createIdentities();
  const all: Sent[] = [];

  function wordsOf({ from, to, message }: Sent): MessageWords {
    return words.wordsOf({ from, node: to, message });
  }

  function placeOf(wanted: Sent): number {
    const place = all.findIndex((each) => identities.of(each) === identities.of(wanted));
    invariant(place >= 0, 'what an order moves is under way');
    return place;
  }

  function name(sent: Sent): Named {
    const said = wordsOf(sent);
    const isLike = (each: Sent) => identities.of(wordsOf(each)) === identities.of(said);
    return { ...said, nth: 1 + all.slice(0, placeOf(sent)).filter(isLike).length };
  }

  return {
    name,
    post(sent) {
      words.learn(sent.message);
      if (!isBeside(sent.from, sent.to)) all.push(sent);
    },
    take(sent) {
      const named = name(sent);
      all.splice(placeOf(sent), 1);
      return named;
    },
  };
}
