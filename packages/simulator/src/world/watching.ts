/**
 * What is watched of a run. Nothing in it reaches the nodes, so it only affects the cost of a run
 * and the content of its result.
 */
export interface Watching {
  /** Whether the invariants are checked. If not, a run that breaks none ends as `unknown`. */
  readonly oracles: boolean;
  /** The names of the safety invariants to check; absent means all of them. */
  readonly only?: readonly string[];
  /** Whether the invariants that look back on a run, or replay it, are checked at its end. */
  readonly atRest: boolean;
  /** Whether the ledger digest after each step is part of the trace. */
  readonly digest: boolean;
  /** Whether steps and draws are hashed. If not, the hashes are those of nothing. */
  readonly trace: boolean;
  /** Whether messages are frozen, so that code which changes a shared message is detected. */
  readonly sharing: boolean;
  /** Whether it is counted how often the run gets into each of the known situations. */
  readonly situations: boolean;
  /** Whether the abstract states of the run are collected; this requires the oracles. */
  readonly shapes: boolean;
}

/** Watches everything except shapes, which only searches use. */
export const WATCH_ALL: Watching = {
  oracles: true,
  atRest: true,
  digest: true,
  trace: true,
  sharing: true,
  situations: true,
  shapes: false,
};

/** Watches nothing: for a run of which only the course counts. */
export const WATCH_NOTHING: Watching = {
  oracles: false,
  atRest: false,
  digest: false,
  trace: false,
  sharing: false,
  situations: false,
  shapes: false,
};
