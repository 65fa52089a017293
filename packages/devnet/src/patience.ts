import { LIMITS } from '@quorate/protocol';

/**
 * How long callers over HTTP are kept waiting, in milliseconds: who has waited as long as clients do has
 * given up, and hears nothing of what the answer would have been.
 */
export const PATIENCE_MILLIS = LIMITS.clientTimeoutMillis - 2000;

/**
 * When the proxy reports a quorum that it cannot reach (rule P8), in milliseconds: early enough that
 * callers hear who refused and whether somebody signed.
 */
export const PROXY_DEADLINE_MILLIS = PATIENCE_MILLIS - 1000;

/** How long a node that is started may take until it serves, in milliseconds: it reads all that it holds. */
export const UP_WITHIN_MILLIS = 30_000;
