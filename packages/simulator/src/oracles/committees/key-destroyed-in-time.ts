import {
  isSpent as isSpentByRule,
  nodeNameOf,
  nodeNamesOf,
  type StoreWrite,
  type ValidatorState,
} from '@quorate/core';
import { type Address, counted, type SignedSnapshotPart } from '@quorate/protocol';
import { quorumSize } from '../../quorums.ts';
import { isPersist } from '../following/is-persist.ts';
import type { Finding, HandoverStep, Oracle, OracleContext } from '../oracle.ts';

/**
 * A correct member destroys its key of an ended epoch once its snapshot is stored and a quorum of
 * the next committee has merged, itself included if it must; never before, and not never (rule C9).
 *
 * Our addition to ledger.md. A member without its key cannot act, and a key that is kept can be
 * stolen.
 */
export function keyDestroyedInTime({
  isSpent = isSpentByRule,
  isCorrect = () => true,
  unseen = [],
}: Pick<OracleContext, 'isSpent' | 'isCorrect' | 'unseen'>): Oracle {
  const lives = new Map<string, Life>();
  /** A node that cannot be seen, or lies, may have merged. */
  const mayHaveMerged = (node: string, epoch: number) =>
    unseen.includes(node) || !isCorrect(node) || (lives.get(node)?.served.has(epoch) ?? false);

  function early({ served, fixed }: Life, state: ValidatorState, at: number) {
    if (!served.has(at)) return undefined;
    if (!fixed.has(at)) return 'before its snapshot of it is written down';
    if (state.handover.merge?.epoch === at + 1) return 'before it has merged';
    const next = nodeNamesOf(state.committees[at + 1]?.members ?? []);
    const merged = next.filter((each) => mayHaveMerged(each, at + 1)).length;
    return merged < quorumSize(next.length)
      ? `when ${counted(merged, 'member')} had merged`
      : undefined;
  }

  return {
    name: 'key-destroyed-in-time',
    kind: 'safety',
    afterHandover: (step) => {
      const life = lifeOf(step, lives);
      const { before, after } = step.observation;
      if (after.committees.length === 1) return undefined;
      if (before.handover === after.handover && before.committees === after.committees) return;
      for (const { epoch, key } of seatsOver(step.node, after)) {
        if (life.spent.has(epoch) || !isSpent(after, key)) continue;
        life.spent.add(epoch);
        const fault = early(life, after, epoch);
        if (fault !== undefined) return found(step.node, epoch, `destroys ${fault}`);
      }
      return undefined;
    },
    atRest: ({ resting }) => {
      for (const node of resting) {
        if (node.role !== 'validator') continue;
        const { name, state } = node;
        const { served, fixed } = lives.get(name) ?? NO_LIFE;
        const left = seatsOver(name, state).find(
          ({ epoch, key }) => served.has(epoch) && fixed.has(epoch) && !isSpent(state, key),
        );
        if (left !== undefined) return found(name, left.epoch, 'never destroys');
      }
      return undefined;
    },
  };
}

/** What is known of a validator. */
interface Life {
  /** The epochs whose locks it has held. */
  readonly served: Set<number>;
  /** The epochs of which its snapshot is stored. */
  readonly fixed: Set<number>;
  /** The epochs whose key it destroys. */
  readonly spent: Set<number>;
}

const NO_LIFE: Life = { served: new Set(), fixed: new Set(), spent: new Set() };

function lifeOf({ node, observation, isFirst, disk }: HandoverStep, lives: Map<string, Life>) {
  const { before, after, effects } = observation;
  const life = lives.get(node) ?? { served: new Set(), fixed: new Set(), spent: new Set() };
  lives.set(node, life);
  if (isFirst) {
    life.fixed.clear();
    // Nobody has frozen during the first epoch.
    const rows = before.committees.length === 1 ? [] : disk();
    // If the disk cannot be read, every snapshot counts as stored.
    if (rows === undefined) for (const { epoch } of before.committees) life.fixed.add(epoch);
    else noteFixed(life, rows);
  }
  life.served.add(before.handover.served).add(after.handover.served);
  for (const { writes } of effects.filter(isPersist)) noteFixed(life, writes);
  return life;
}

function noteFixed({ fixed }: Life, rows: readonly StoreWrite[]): void {
  for (const { key, value } of rows) {
    if (!key.startsWith('snapshot/') || value === undefined) continue;
    const { part } = value as SignedSnapshotPart;
    if (part.kind === 'Root') fixed.add(part.epoch);
  }
}

/** Lists the ended epochs, as the validator knows them, in which it had a seat. */
function seatsOver(
  node: string,
  { committees }: Pick<ValidatorState, 'committees'>,
): readonly { readonly epoch: number; readonly key: Address }[] {
  return committees
    .slice(0, -1)
    .flatMap(({ epoch, members }) =>
      members.flatMap(({ validator }) =>
        nodeNameOf(validator) === node ? [{ epoch, key: validator.address }] : [],
      ),
    );
}

function found(validator: string, epoch: number, fault: string): Finding {
  return {
    message: `the key of epoch ${epoch} ${validator} ${fault}`,
    facts: { validator, epoch: String(epoch) },
  };
}
