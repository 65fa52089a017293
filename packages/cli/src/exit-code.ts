/**
 * Name what the process tells the shell.
 *
 * Codes from 64 on are those of sysexits.h. 127 and 128 + n are left to shells, but for what they say of Ctrl-C.
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
  /** A run is not the one that was recorded. */
  drift: 5,
  /** The scenario asks for a violation, and none occurred. */
  noViolation: 6,
  usage: 64,
  badScenario: 65,
  internal: 70,
  /** The machine is in the way: a port is taken, a worker was lost. */
  environment: 75,
  /** Somebody pressed Ctrl-C before all was done, and until then nothing was wrong. */
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

/** Choose among several causes the one that matters most. */
export function mostSevere(causes: readonly ExitCode[]): ExitCode {
  return PRECEDENCE.find((code) => causes.includes(code)) ?? exitCodes.passed;
}
