import type { NodeName } from '@quorate/transport';
import type { LinkModel } from './link-model.ts';

/** Gives the model of a link. */
export type LinkOf = (from: NodeName, to: NodeName) => LinkModel;

/** Tells whether a condition concerns the messages from one node to another. */
export type Span = (from: NodeName, to: NodeName) => boolean;

/** Ends a condition. A second call changes nothing. */
export type End = () => void;

/** A message held on a clogged link. */
export interface Held {
  readonly from: NodeName;
  readonly to: NodeName;
  /** Lets it travel on. `rank` counts the messages released together with it and sent before it. */
  readonly goOn: (rank: bigint) => void;
}

/** Holds what is sent over a clogged link. */
export interface Clog {
  keep(held: Held): void;
}

/** What a network asks about its links at every send. */
export interface Passage {
  readonly link: LinkOf;
  readonly isCut: Span;
  clogOf(from: NodeName, to: NodeName): Clog | undefined;
}

/** The links of a network and their current faults. */
export interface NetworkConditions extends Passage {
  /** Loses everything sent over these links. */
  cut(span: Span): End;
  /**
   * Holds everything sent over these links. At its end, the messages travel on in the order sent.
   */
  clog(span: Span): End;
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
interface Clogged extends Condition, Clog {
  readonly kept: Held[];
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

  function find<T extends Condition>(conditions: ReadonlySet<T>, from: NodeName, to: NodeName) {
    // Most networks have no faults most of the time, and every message passes here.
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

/** Releases messages. One that another clog concerns is held there again, in order. */
function release(kept: readonly Held[]): void {
  kept.forEach(({ goOn }, rank) => {
    goOn(BigInt(rank));
  });
}
