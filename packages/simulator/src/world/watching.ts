/**
 * Says what of a run is watched. Nothing in it reaches the nodes, so it decides only what a run
 * costs and what its result can tell.
 */
export interface Watching {
  /** Whether the invariants are checked; if not, a run that breaks none ends as `unknown`. */
  readonly oracles: boolean;
  /** The invariants of safety that are checked, by name; all of them unless it is said. */
  readonly only?: readonly string[];
  /** Whether those that look back on a run, or run it again, do so at its end. */
  readonly atRest: boolean;
  /** Whether the ledger digest after each step is part of the trace. */
  readonly digest: boolean;
  /** Whether steps and draws are hashed; if not, the hashes are those of nothing. */
  readonly trace: boolean;
  /** Whether messages are frozen, so that whoever changes one that others hold is found out. */
  readonly sharing: boolean;
  /** Whether it is counted how often the run got into each situation that runs are meant to get into. */
  readonly situations: boolean;
  /** Whether the abstract states that the run goes through are collected; the oracles have to be on. */
  readonly shapes: boolean;
}

/** Watches everything but shapes, which are for searches. */
export const WATCH_ALL: Watching = {
  oracles: true,
  atRest: true,
  digest: true,
  trace: true,
  sharing: true,
  situations: true,
  shapes: false,
};
