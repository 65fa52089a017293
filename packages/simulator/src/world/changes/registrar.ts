import type { Signer } from '@quorate/crypto';
import type { TransactionEnvelope, TransactionId } from '@quorate/protocol';
import type { CommitteeBook } from '../../oracles/committee-book.ts';
import type { FaultReport } from '../../run-result.ts';
import { type CommitteeChange, isAdmissible } from '../../scenario/cluster/committee-changes.ts';
import type { Moments } from '../moments.ts';
import { operatorOf } from '../parties.ts';
import { changeEnvelope, configOf } from './committee-account.ts';
import { type Errand, type ErrandEnd, runErrand } from './errand.ts';
import { keyEpochOf, registrarOf, requestSeats, type SeatGround } from './seat-requests.ts';
import { useFirstKey } from './use-first-key.ts';

/** Acts for the operators of validators: requests seats and changes committees (rules C2, C3). */
export interface Registrar {
  /** Reports for each change when it was handed in, in the order of the scenario. */
  reports(): readonly FaultReport[];
  /** Lists the changes that were handed in, in the order of the scenario. */
  handedIn(): readonly HandedIn[];
}

/** A change signed by a quorum of operators, and what became of it. */
export interface HandedIn {
  readonly change: CommitteeChange;
  readonly envelope: TransactionEnvelope;
  /** The epoch that the change ends. */
  readonly epoch: number;
  /** The join requests of its members. */
  readonly requests: readonly TransactionId[];
  /** When it was handed in, in nanoseconds since the start of the run. */
  readonly at: bigint;
  /** How its errand ended, and when; undefined while it is under way. */
  readonly ended: { readonly ending: ErrandEnd; readonly at: bigint } | undefined;
}

/** What a registrar works with. */
export interface RegistrarGround extends SeatGround {
  readonly start: bigint;
  readonly moments: Pick<Moments, 'when'>;
  readonly committees: CommitteeBook;
  /**
   * Validators whose operators sign rivals of a change. They sign the change as well, before the
   * others.
   */
  readonly rivals: ReadonlySet<string>;
}

/** The progress of a change. */
interface Progress {
  readonly change: CommitteeChange;
  /** How many join requests of its members have neither settled nor failed. */
  pending: number;
  /** The progress in using its first key, if that is planned. */
  use: 'due' | 'begun' | 'done';
  isDue: boolean;
  isOver: boolean;
  /** When it was handed in, in nanoseconds since the start of the run. */
  at: bigint | undefined;
  errand: Errand | undefined;
  readonly requests: TransactionId[];
  handedIn: Omit<HandedIn, 'requests' | 'ended'> | undefined;
  ended: HandedIn['ended'];
}

/** The progress of a change before anything was done. */
const BEFOREHAND = {
  isDue: false,
  isOver: false,
  at: undefined,
  errand: undefined,
  handedIn: undefined,
  ended: undefined,
} as const;

/**
 * Starts the registrar of a run. Operators request their seats at once, and each change is signed
 * by a quorum of the operators of the current committee.
 *
 * Like users, it is beside the nodes: its messages take no time and are never lost.
 */
export function startRegistrar(
  changes: readonly CommitteeChange[],
  ground: RegistrarGround,
): Registrar {
  const { clock, start, moments, parties } = ground;
  const rivals = new Set([...ground.rivals].map((name) => operatorOf(parties, name).address));
  const isRival = ({ address }: Signer) => rivals.has(address);
  const progress = changes.map((change): Progress => {
    const pending = change.members.length;
    const use = change.keys === 'used' ? 'due' : 'done';
    return { ...BEFOREHAND, change, pending, use, requests: [] };
  });

  function goOn(): void {
    const current = progress.find(({ isOver }) => !isOver);
    if (current === undefined || current.pending > 0) return;
    if (current.use === 'due') useKey(current);
    if (current.use !== 'done') return;
    if (current.isDue) current.at ??= clock.now() - start;
    // If the certificate is to be delivered at the moment itself, it must be formed before.
    if (current.isDue || current.change.deliver !== undefined) current.errand ??= submit(current);
    if (current.isDue) current.errand?.release();
  }

  function useKey(current: Progress): void {
    current.use = 'begun';
    useFirstKey(progress.indexOf(current), changes, ground, () => {
      current.use = 'done';
      goOn();
    });
  }

  function submit(current: Progress): Errand {
    const { change } = current;
    const index = progress.indexOf(current);
    const next = change.members.map((name) =>
      configOf(name, keyEpochOf(changes, index, name), ground.parties),
    );
    const running = ground.committees.running();
    const envelope = changeEnvelope(running, next, {
      ...ground,
      choose: (operators, quorum) =>
        [...operators.filter(isRival), ...operators.filter((each) => !isRival(each))].slice(
          0,
          quorum,
        ),
    });
    current.handedIn = { change, envelope, epoch: running.epoch, at: clock.now() - start };
    const onEnd = (ending: ErrandEnd) => {
      current.isOver = true;
      current.ended = { ending, at: clock.now() - start };
      goOn();
    };
    const way = { isDirect: !isAdmissible(change), deliver: change.deliver };
    return runErrand({ name: registrarOf(change.id), envelope, onEnd }, ground, way);
  }

  requestSeats(changes, ground, ({ change, id }) => {
    const asked = progress[change];
    if (asked === undefined) return;
    asked.requests.push(id);
    asked.pending -= 1;
    goOn();
  });
  for (const each of progress) {
    moments.when(each.change.moment, () => {
      each.isDue = true;
      goOn();
    });
  }
  return {
    reports: () => progress.map(({ change: { id }, at }) => ({ id, kind: 'change', at })),
    handedIn: () =>
      progress.flatMap(({ handedIn, requests, ended }) =>
        handedIn === undefined ? [] : [{ ...handedIn, requests, ended }],
      ),
  };
}
