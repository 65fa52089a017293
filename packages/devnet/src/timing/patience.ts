import { LIMITS } from '@quorate/protocol';

/**
 * How long HTTP callers wait, in milliseconds. It is less than the timeout of clients: a client
 * that has given up would not get the answer.
 */
export const PATIENCE_MILLIS = LIMITS.clientTimeoutMillis - 2000;

/**
 * After how many milliseconds the proxy reports a quorum that it cannot reach (rule P8): early
 * enough that callers still learn who refused and whether somebody signed.
 */
export const PROXY_DEADLINE_MILLIS = PATIENCE_MILLIS - 1000;

/**
 * How long a node may take from its start until it serves, in milliseconds: it reads everything
 * that it holds.
 */
export const UP_WITHIN_MILLIS = 30_000;
