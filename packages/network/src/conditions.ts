import type { NodeName } from '@quorate/transport';
import type { LinkModel } from './link-model.ts';

/** Gives the model of a link. */
export type LinkOf = (from: NodeName, to: NodeName) => LinkModel;

/** Tells whether a condition concerns the messages from one node to another. */
export type Span = (from: NodeName, to: NodeName) => boolean;

/** Ends a condition. A second call changes nothing. */
export type End = () => void;

/** A message and its link. */
export interface Sent {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly message: unknown;
}

/** A message held on a clogged link. */
export interface Held extends Sent {
  /** How many messages any clog has held before it, wherever this one was held first. */
  readonly place: number;
  /** Lets it travel on. `rank` counts the messages released together with it and sent before it. */
  readonly goOn: (rank: bigint) => void;
  /** Makes it arrive during this call, whatever else would hold it. */
  readonly arrive: () => void;
  /** Loses it. */
  readonly lose: () => void;
}

/** Holds what is sent over a clogged link. */
export interface Clog {
  keep(held: Held): void;
}

/** What a network asks about its links at every send. */
export interface Passage {
  readonly link: LinkOf;
  readonly isCut: Span;
  /** Gives the clog that holds a message; undefined if none does. */
  clogOf(sent: Sent): Clog | undefined;
}

/** Decides which messages a clog holds, and keeps them. */
export interface Shelf extends Clog {
  takes(sent: Sent): boolean;
  /** Gives up what it keeps of these links, in any order. */
  takeOut(span: Span): readonly Held[];
}

/** The links of a network and their current faults. */
export interface NetworkConditions extends Passage {
  /** Loses everything sent over these links. */
  cut(span: Span): End;
  /**
   * Holds what is sent over these links: everything, unless a shelf chooses. At its end, what is
   * still kept travels on in the order sent.
   */
  clog(span: Span, shelf?: Shelf): End;
  /** Overrides properties of these links; the latest such condition wins. */
  degrade(span: Span, overlay: Partial<LinkModel>): End;
  /**
   * Ends all faults of these links; from now on they only delay messages. Faults of the other links
   * become permanent, no new fault can begin, and healing again changes nothing.
   */
  heal(span: Span): void;
}

interface Condition {
  readonly span: Span;
}
interface Clogged extends Condition {
  readonly shelf: Shelf;
}
interface Degraded extends Condition {
  readonly overlay: Partial<LinkModel>;
}

/** Creates conditions without faults: links behave as `base` says. */
export function createConditions(base: LinkOf): NetworkConditions {
  const cuts = new Set<Condition>();
  const clogs = new Set<Clogged>();
  const degraded = new Set<Degraded>();
  const models = new Map<NodeName, Map<NodeName, LinkModel>>();
  let healed: Span | undefined;

  function modelOf(from: NodeName, to: NodeName): LinkModel {
    let model = base(from, to);
    if (healed?.(from, to)) return { delay: model.delay, drop: 0 };
    for (const { span, overlay } of degraded) if (span(from, to)) model = { ...model, ...overlay };
    return model;
  }

  function link(from: NodeName, to: NodeName): LinkModel {
    const known = models.get(from)?.get(to);
    if (known !== undefined) return known;
    const model = modelOf(from, to);
    const row = models.get(from) ?? new Map<NodeName, LinkModel>();
    models.set(from, row.set(to, model));
    return model;
  }

  function begin<T extends Condition>(conditions: Set<T>, condition: T, end?: () => void): End {
    if (healed !== undefined) return () => undefined;
    conditions.add(condition);
    models.clear();
    return () => {
      if (healed !== undefined || !conditions.delete(condition)) return;
      models.clear();
      end?.();
    };
  }

  // Most networks have no faults most of the time, and every message passes here.
  function isCut(from: NodeName, to: NodeName): boolean {
    if (cuts.size === 0 || healed?.(from, to)) return false;
    for (const { span } of cuts) if (span(from, to)) return true;
    return false;
  }

  function clogOf(sent: Sent): Clog | undefined {
    const { from, to } = sent;
    if (clogs.size === 0 || healed?.(from, to)) return undefined;
    for (const { span, shelf } of clogs) if (span(from, to) && shelf.takes(sent)) return shelf;
    return undefined;
  }

  return {
    link,
    isCut,
    clogOf,
    cut: (span) => begin(cuts, { span }),
    clog: (span, shelf = createShelf()) =>
      begin(clogs, { span, shelf }, () => release(shelf.takeOut(() => true))),
    degrade: (span, overlay) => begin(degraded, { span, overlay }),
    heal(span) {
      if (healed !== undefined) return;
      healed = span;
      models.clear();
      release([...clogs].flatMap(({ shelf }) => shelf.takeOut(span)));
    },
  };
}

/** Creates a shelf that takes everything. */
function createShelf(): Shelf {
  let kept: Held[] = [];
  return {
    takes: () => true,
    keep: (held) => void kept.push(held),
    takeOut(span) {
      const taken = kept.filter(({ from, to }) => span(from, to));
      kept = kept.filter(({ from, to }) => !span(from, to));
      return taken;
    },
  };
}

/**
 * Releases messages in the order sent: a shelf gets what another held first later than the rest. One
 * that another clog concerns is held there again.
 */
function release(kept: readonly Held[]): void {
  const inOrder = kept.toSorted((one, other) => one.place - other.place);
  for (const [rank, { goOn }] of inOrder.entries()) goOn(BigInt(rank));
}
