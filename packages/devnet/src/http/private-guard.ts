import { timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { askedUrl } from './asked-url.ts';
import { isLoopback } from './guard.ts';

/** Says why a request to what is not for everybody is refused. */
export interface PrivateRefusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Checks a request to what spends or controls; undefined lets it pass. */
export type PrivateGuard = (context: Context) => PrivateRefusal | undefined;

/** Settles who may spend and control. */
export interface PrivateGuardOptions {
  /** The address that the server is bound to. */
  readonly host: string;
  /** What callers from elsewhere have to show; without it there is nothing for them. */
  readonly token: string | undefined;
}

/** Checks what a caller shows as `Authorization`; undefined lets it pass. */
export type TokenCheck = (shown: string | undefined) => PrivateRefusal | undefined;

/**
 * Creates the check of a token. Without one, whoever is on this machine passes and nobody else.
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
 * Creates the guard of what no page but our own may use: the wallet, the admin interface.
 *
 * On loopback the machine is the boundary, and pages of other origins are kept out. Bound elsewhere
 * everybody in reach would be in, so a token decides.
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

/** What stands before a token; the names of schemes are the same in any case (RFC 9110, 11.1). */
const SCHEME = /^bearer /i;

// Comparing digit by digit would tell a caller how many are right.
function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
