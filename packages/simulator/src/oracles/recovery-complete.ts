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
} from './oracle.ts';
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
 * A correct node that came up again after any of its steps would know all that it may not forget: a proxy what
 * lacks signatures, what it drives and whom it has refused; a client what it has signed and its next nonce; a
 * validator whether it has frozen, and what it has to bring to the next committee. What it asks for it has written
 * before, and not only in the same step.
 *
 * An addition of ours to the ledger document: rules P3 to P5, P9, C4 and C5. Of the ledger itself
 * `memory-matches-store` says so. What is forgotten does harm only where a crash comes at that very moment.
 *
 * To come up costs as much as there are rows, so the more there are, the fewer steps are looked at.
 *
 * @param recovery what nodes read of their store as they come up.
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

/** Where the rows lie that nodes read as they come up. */
interface Recovery {
  readonly proxy: readonly StoreRange[];
  readonly validator: readonly StoreRange[];
}

/** A row that nobody reads as the node comes up is as good as none. */
function isRead(recovery: readonly StoreRange[], key: string): boolean {
  return recovery.some(({ from, to }) => from <= key && key < to);
}

type AnyStep = ProxyStep | ClientStep | HandoverStep;
type StateOf<S extends AnyStep> = S['observation']['after'];

/** How one kind of node is looked at. */
interface Kind<S> {
  /** Whether a row is one of those that it comes up from. */
  readonly isKept: (key: string) => boolean;
  readonly recalled: (state: S) => Recalled;
  readonly recover: (like: S, rows: readonly StoreRow[]) => S;
}

/**
 * How many steps go by, at least, until the disk is read again; and how many more for each row that it has and for
 * each time that it was read: a run that has gone on for long shows little that is new.
 */
const STEPS = 4;
const STEPS_A_ROW = 0.5;
const STEPS_A_LOOK = 8;

/** A node since it came up last. */
interface Life {
  readonly shadow: ShadowDisk;
  /** How many steps nobody has looked at since one was. */
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
  /** Undefined where the disk was not what the node came up from. */
  const lives = new Map<string, Life | undefined>();

  function forgotten(state: StateOf<S>, shadow: ShadowDisk): string | undefined {
    const given = kind.recover(state, shadow.rows());
    return forgottenOf(kind.recalled(state), kind.recalled(given));
  }

  function begin({ observation: { before }, disk }: S): Life | undefined {
    const rows = disk();
    if (rows === undefined) return undefined;
    const shadow = createShadowDisk(rows, kind.isKept);
    // What it does as it comes up may be on its way to the disk still.
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
    if (!isDue(life)) return undefined;
    const line = forgotten(after, shadow);
    if (line === undefined) return undefined;
    // Signatures differ from one way to compute them to the other.
    const [what = '', which = ''] = line.split(' ');
    const message = `${step.node} would come up from its disk with something else in mind: ${what}`;
    return { message, facts: { node: step.node, what, which } };
  };
}
