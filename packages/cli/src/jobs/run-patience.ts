/**
 * How long a process may take for one run, or for a part of it after which it gives a sign of life:
 * code under test that never ends would stop a search forever. Units: milliseconds.
 */
export const RUN_PATIENCE = 600_000;
