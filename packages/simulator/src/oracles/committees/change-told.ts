import { epochOf, nodeNamesOf, type ValidatorState } from '@quorate/core';
import { quorumSize } from '../../quorums.ts';
import type { Finding, HandoverStep, Oracle } from '../oracle.ts';

/**
 * A correct validator that knows of a change announces it to each member of both committees that
 * has not said that it knows, until a quorum of the new committee has said that it serves (rule
 * C4).
 *
 * It announces the change at once to a member whose snapshot it waits for and which answers that it
 * does not know of it.
 *
 * Our addition to ledger.md. Usually others announce it as well; but a member that depends on the
 * only validator that does not, waits for ever.
 */
export function changeTold(): Oracle {
  const lives = new Map<string, Heard>();

  return {
    name: 'change-told',
    kind: 'safety',
    afterHandover: (step) => {
      const { node, isFirst, observation } = step;
      // After a restart the validator asks anew.
      const heard: Heard = (isFirst ? undefined : lives.get(node)) ?? new Map();
      lives.set(node, heard);
      note(heard, observation.input);
      const { after } = observation;
      return (
        leftBehind(step) ??
        passedOver(step, heard) ??
        givenUp(node, after, heard) ??
        waitsInSilence(node, after)
      );
    },
    atRest: ({ validators }) => {
      for (const { name, state } of validators) {
        const finding = givenUp(name, state, lives.get(name) ?? new Map());
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

/** The last epochs that a node has said it knows and serves in. */
type Heard = Map<string, { readonly known: number; readonly served: number }>;

function note(heard: Heard, input: HandoverStep['observation']['input']): void {
  if (input.type !== 'Message' || input.message.type !== 'Response') return;
  const { result } = input.message;
  if (result.type !== 'EpochStatus') return;
  const before = heard.get(input.from) ?? { known: 0, served: 0 };
  heard.set(input.from, {
    known: Math.max(before.known, result.known, result.served),
    served: Math.max(before.served, result.served),
  });
}

/** The prefix of the ids of requests for parts of snapshots. */
const SNAPSHOT_REQUEST = 'handover/snapshot/';

// The next announcement to all may be half a minute away. An announcement is read from the disk
// first.
function leftBehind({
  node,
  observation: { input, before, effects },
}: HandoverStep): Finding | undefined {
  const { merge } = before.handover;
  if (merge === undefined || input.type !== 'Message') return undefined;
  const { from, message } = input;
  if (message.type !== 'Response' || message.result.type !== 'EpochStatus') return undefined;
  const isAsked = message.requestId.startsWith(SNAPSHOT_REQUEST);
  const isBehind = message.result.known < merge.epoch;
  if (!isAsked || !isBehind || !nodesOf(before, [merge.epoch - 1]).includes(from)) return undefined;
  const isTold = effects.some(
    (effect) =>
      effect.type === 'Load' ||
      (effect.type === 'Send' && effect.to === from && effect.message.type === 'AnnounceChange'),
  );
  if (isTold) return undefined;
  return {
    message: `${node} waits for the snapshot of ${from}, who has not heard of the change, and tells nothing`,
    facts: { validator: node, untold: from, epoch: String(merge.epoch) },
  };
}

function passedOver(
  { node, observation: { before, after, effects } }: HandoverStep,
  heard: Heard,
): Finding | undefined {
  for (const { epoch, attempts } of after.handover.pushes) {
    const earlier = before.handover.pushes.find((push) => push.epoch === epoch);
    if (attempts <= (earlier?.attempts ?? 0)) continue;
    const told = new Set(
      effects.flatMap((effect) =>
        effect.type === 'Send' && effect.message.type === 'AnnounceChange' ? [effect.to] : [],
      ),
    );
    const untold = nodesOf(after, [epoch - 1, epoch]).find(
      (other) => other !== node && !told.has(other) && (heard.get(other)?.known ?? 0) < epoch,
    );
    if (untold === undefined) continue;
    return {
      message: `${node} tells others that epoch ${epoch} has begun, and not ${untold}`,
      facts: { validator: node, untold, epoch: String(epoch) },
    };
  }
  return undefined;
}

// A change that another one has followed need not be announced by itself.
function givenUp(node: string, state: ValidatorState, heard: Heard): Finding | undefined {
  const epoch = epochOf(state);
  const { pushes, served } = state.handover;
  if (epoch === 0 || pushes.some((push) => push.epoch === epoch)) return undefined;
  const members = nodesOf(state, [epoch]);
  const serving = members.filter((name) => {
    return (name === node ? served : (heard.get(name)?.served ?? 0)) >= epoch;
  });
  if (serving.length >= quorumSize(members.length)) return undefined;
  return {
    message: `${node} tells nobody that epoch ${epoch} has begun, and has heard of ${serving.length} who serve in it`,
    facts: { validator: node, serving: serving.join(' '), epoch: String(epoch) },
  };
}

// A member that does not know of the change gives no snapshot, and there may be nobody else to tell
// it.
function waitsInSilence(node: string, { handover }: ValidatorState): Finding | undefined {
  const { merge, pushes } = handover;
  if (merge === undefined || pushes.some(({ epoch }) => epoch === merge.epoch)) return undefined;
  return {
    message: `${node} waits for snapshots at the end of epoch ${merge.epoch - 1} and tells nobody that it has ended`,
    facts: { validator: node, epoch: String(merge.epoch) },
  };
}

function nodesOf({ committees }: ValidatorState, epochs: readonly number[]): readonly string[] {
  const members = epochs.flatMap((epoch) => committees[epoch]?.members ?? []);
  return [...new Set(nodeNamesOf(members))];
}
