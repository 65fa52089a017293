import {
  PROXY_RECOVERY,
  recoverClient,
  recoverProxy,
  recoverValidator,
  type StoreRange,
  type StoreRow,
  VALIDATOR_RECOVERY,
} from '@quorate/core';
import type {
  ClientStep,
  Finding,
  HandoverStep,
  Oracle,
  OracleContext,
  ProxyStep,
} from '../oracle.ts';
import { isForgottenTooSoon } from './forgotten-too-soon.ts';
import {
  forgottenOf,
  type Recalled,
  recalledByClient,
  recalledByProxy,
  recalledByValidator,
} from './recalled.ts';
import { isSentTooSoon } from './sent-too-soon.ts';
import { createShadowDisk, type ShadowDisk } from './shadow-disk.ts';

/**
 * A correct node that restarted after any of its steps would know everything it must not forget: a
 * proxy its incomplete transactions, what it drives and its refusals; a client what it has signed
 * and its next nonce; a validator whether it has frozen, and what it must push to the next
 * committee. What a node sends a request for was written before that, not only in the same step.
 * What becomes of a transaction is written no later than that it is let go of.
 *
 * Our addition to ledger.md, for rules P3 to P5, P9, C4 and C5. `memory-matches-store` covers the
 * ledger itself. A loss does harm only if a crash comes at that very moment.
 *
 * Recovery costs in proportion to the number of rows, so the more rows there are, the fewer steps
 * are checked.
 *
 * @param recovery the ranges of the store that nodes read when they start.
 */
export function recoveryComplete(
  { genesis }: Pick<OracleContext, 'genesis'>,
  { proxy, validator }: Recovery = { proxy: PROXY_RECOVERY, validator: VALIDATOR_RECOVERY },
): Oracle {
  const committees = [genesis.committee];
  return {
    name: 'recovery-complete',
    kind: 'safety',
    afterProxyStep: createCheck<ProxyStep>({
      isKept: (key) => isRead(proxy, key),
      recalled: recalledByProxy,
      recover: ({ timings, upSince }, rows) =>
        recoverProxy({ genesis, timings, now: upSince }, rows).state,
    }),
    afterClientStep: createCheck<ClientStep>({
      isKept: () => true,
      recalled: recalledByClient,
      recover: (state, rows) => {
        const fresh = { ...state, committees, nextNonce: 0n, inFlight: undefined, queue: [] };
        return recoverClient(fresh, rows, { now: 0n }).state;
      },
    }),
    afterHandover: createCheck<HandoverStep>({
      isKept: (key) => key.startsWith('handover/') && isRead(validator, key),
      recalled: recalledByValidator,
      recover: (_, rows) => recoverValidator(genesis, rows).state,
    }),
  };
}

/** The ranges that nodes read when they start. */
interface Recovery {
  readonly proxy: readonly StoreRange[];
  readonly validator: readonly StoreRange[];
}

/** A row that the node does not read at its start is useless. */
function isRead(recovery: readonly StoreRange[], key: string): boolean {
  return recovery.some(({ from, to }) => from <= key && key < to);
}

type AnyStep = ProxyStep | ClientStep | HandoverStep;
type StateOf<S extends AnyStep> = S['observation']['after'];

/** How one kind of node is checked. */
interface Kind<S> {
  /** Whether a row is one that the node starts from. */
  readonly isKept: (key: string) => boolean;
  readonly recalled: (state: S) => Recalled;
  readonly recover: (like: S, rows: readonly StoreRow[]) => S;
}

/**
 * The least number of steps between two checks; and how many more for each row and each earlier
 * check: a long run shows little that is new.
 */
const STEPS = 4;
const STEPS_A_ROW = 0.5;
const STEPS_A_LOOK = 8;

/** A node since its last start. */
interface Life {
  readonly shadow: ShadowDisk;
  /** The number of steps since the last check. */
  skipped: number;
  looks: number;
}

function isDue(life: Life): boolean {
  life.skipped += 1;
  const { shadow, skipped, looks } = life;
  if (skipped < STEPS + shadow.size() * STEPS_A_ROW + looks * STEPS_A_LOOK) return false;
  life.skipped = 0;
  life.looks += 1;
  return true;
}

function createCheck<S extends AnyStep>(kind: Kind<StateOf<S>>): (step: S) => Finding | undefined {
  /** Undefined when the disk was not what the node started from. */
  const lives = new Map<string, Life | undefined>();

  function forgotten(state: StateOf<S>, shadow: ShadowDisk): string | undefined {
    const given = kind.recover(state, shadow.rows());
    return forgottenOf(kind.recalled(state), kind.recalled(given));
  }

  function begin({ observation: { before }, disk }: S): Life | undefined {
    const rows = disk();
    if (rows === undefined) return undefined;
    const shadow = createShadowDisk(rows, kind.isKept);
    // What it does at its start may still be on its way to the disk.
    if (forgotten(before, shadow) !== undefined) return undefined;
    return { shadow, skipped: Number.POSITIVE_INFINITY, looks: 0 };
  }

  return (step) => {
    const { after, effects } = step.observation;
    if (step.isFirst) lives.set(step.node, begin(step));
    const life = lives.get(step.node);
    if (life === undefined) return undefined;
    const { shadow } = life;
    shadow.write(effects);
    if (isSentTooSoon(effects)) {
      const message = `${step.node} has sent or told what it had not written yet`;
      return { message, facts: { node: step.node, what: 'sent' } };
    }
    if (isForgottenTooSoon(effects)) {
      const message = `${step.node} has let go of something in one write and noted in a later one what became of it`;
      return { message, facts: { node: step.node, what: 'apart' } };
    }
    if (!isDue(life)) return undefined;
    const line = forgotten(after, shadow);
    if (line === undefined) return undefined;
    // Signatures differ between crypto modes, so they are left out.
    const [what = '', which = ''] = line.split(' ');
    const message = `${step.node} would come up from its disk with something else in mind: ${what}`;
    return { message, facts: { node: step.node, what, which } };
  };
}
