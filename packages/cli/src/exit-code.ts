/**
 * The codes with which the process exits.
 *
 * Codes from 64 on are those of sysexits.h. The codes 127 and 128 + n are left to shells, except
 * for the one that they use for Ctrl-C.
 */
export const exitCodes = {
  passed: 0,
  /** An invariant broke, or an expectation of the scenario was not met. */
  failed: 1,
  /** Nothing was checked. */
  unknown: 2,
  liveness: 3,
  /** One seed gave two different runs. */
  nondeterminism: 4,
  /** A run differs from the recorded one. */
  drift: 5,
  /** The scenario asks for a violation, and none occurred. */
  noViolation: 6,
  usage: 64,
  badScenario: 65,
  internal: 70,
  /** The machine is the obstacle: a port is taken, a worker was lost. */
  environment: 75,
  /** Somebody pressed Ctrl-C before all was done, and nothing was wrong until then. */
  interrupted: 130,
} as const;

/** One of the codes above. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const PRECEDENCE = [
  exitCodes.failed,
  exitCodes.liveness,
  exitCodes.nondeterminism,
  exitCodes.drift,
  exitCodes.environment,
  exitCodes.noViolation,
  exitCodes.interrupted,
  exitCodes.unknown,
] as const;

/** Gives the one of several causes that matters most. */
export function mostSevere(causes: readonly ExitCode[]): ExitCode {
  return PRECEDENCE.find((code) => causes.includes(code)) ?? exitCodes.passed;
}
