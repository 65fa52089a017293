import type { NodeName } from '@quorate/transport';
import type { LinkModel } from './link-model.ts';

/** Looks up how a link treats its messages. */
export type LinkOf = (from: NodeName, to: NodeName) => LinkModel;

/** Says whether something concerns the messages from one node to another. */
export type Span = (from: NodeName, to: NodeName) => boolean;

/** Ends a condition; ending it again changes nothing. */
export type End = () => void;

/** A message on a clogged link. */
export interface Held {
  readonly from: NodeName;
  readonly to: NodeName;
  /** Lets it go on; `rank` counts those that go on at once with it and were sent before it. */
  readonly goOn: (rank: bigint) => void;
}

/** Keeps what is sent over a clogged link. */
export interface Clog {
  keep(held: Held): void;
}

/** What a network asks about its links at every send. */
export interface Passage {
  readonly link: LinkOf;
  readonly isCut: Span;
  clogOf(from: NodeName, to: NodeName): Clog | undefined;
}

/** The links of a network, and what is wrong with them at present. */
export interface NetworkConditions extends Passage {
  /** Loses what is sent over these links. */
  cut(span: Span): End;
  /** Keeps what is sent over these links; its end lets it go on in the order it was sent. */
  clog(span: Span): End;
  /** Puts something else in place of what these links are; the latest such condition wins. */
  degrade(span: Span, overlay: Partial<LinkModel>): End;
  /**
   * Ends what concerns these links, which only delay messages from here on. What is wrong with the
   * others stays wrong for good, nothing begins any more, and healing again changes nothing.
   */
  heal(span: Span): void;
}

interface Condition {
  readonly span: Span;
}
interface Clogged extends Condition, Clog {
  readonly kept: Held[];
}
interface Degraded extends Condition {
  readonly overlay: Partial<LinkModel>;
}

/** Creates conditions under which links are what `base` says, until somebody makes them worse. */
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

  function find<T extends Condition>(conditions: ReadonlySet<T>, from: NodeName, to: NodeName) {
    // Most networks are whole most of the time, and every message passes here.
    if (conditions.size === 0 || healed?.(from, to)) return undefined;
    for (const condition of conditions) if (condition.span(from, to)) return condition;
    return undefined;
  }

  return {
    link,
    isCut: (from, to) => find(cuts, from, to) !== undefined,
    clogOf: (from, to) => find(clogs, from, to),
    cut: (span) => begin(cuts, { span }),
    clog(span) {
      const kept: Held[] = [];
      const keep = (held: Held) => {
        kept.push(held);
      };
      return begin(clogs, { span, kept, keep }, () => release(kept));
    },
    degrade: (span, overlay) => begin(degraded, { span, overlay }),
    heal(span) {
      if (healed !== undefined) return;
      healed = span;
      models.clear();
      for (const { kept } of clogs) release(kept.filter(({ from, to }) => span(from, to)));
    },
  };
}

/** Lets messages go on, unless another clog holds them as well: that one keeps them, in order. */
function release(kept: readonly Held[]): void {
  kept.forEach(({ goOn }, rank) => {
    goOn(BigInt(rank));
  });
}
