import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { askedUrl } from './asked-url.ts';
import { isLoopback } from './guard.ts';

/** Why a request to a private route is refused. */
export interface PrivateRefusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Checks a request that spends or controls; undefined means that it is accepted. */
export type PrivateGuard = (context: Context) => PrivateRefusal | undefined;

/** Who may spend and control. */
export interface PrivateGuardOptions {
  /** The address that the server is bound to. */
  readonly host: string;
  /**
   * What callers must send if the server is not bound to loopback; without it they can do nothing.
   */
  readonly token: string | undefined;
}

/** Checks the `Authorization` header of a caller; undefined means that it is accepted. */
export type TokenCheck = (shown: string | undefined) => PrivateRefusal | undefined;

/**
 * Creates the check of a token. Without a token, only a server bound to loopback accepts callers.
 */
export function createTokenCheck({ host, token }: PrivateGuardOptions): TokenCheck {
  return (shown = '') => {
    if (token === undefined) {
      return isLoopback(host)
        ? undefined
        : { status: 403, message: `off because the devnet is bound to ${host} without a token` };
    }
    return isEqual(shown.replace(SCHEME, ''), token) && SCHEME.test(shown)
      ? undefined
      : { status: 401, message: 'authorization: expected the token of this devnet' };
  };
}

/**
 * Creates the guard of what only our own pages may use: the wallet and the admin interface.
 *
 * On loopback the machine is the boundary, and pages of other origins are refused. On another
 * address everybody who can reach the server could use it, so a token decides.
 */
export function createPrivateGuard(options: PrivateGuardOptions): PrivateGuard {
  const check = createTokenCheck(options);
  return (context) => {
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== askedUrl(context)) {
      return { status: 403, message: 'origin: not one that may call this' };
    }
    return check(context.req.header('authorization'));
  };
}

/** The scheme before a token; its name may be in any case (RFC 9110, 11.1). */
const SCHEME = /^bearer /i;

// Comparing digit by digit would reveal how many of them are right.
function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
