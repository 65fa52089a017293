import type { HonoRequest } from 'hono';
import { ADMIN, ADMIN_PREFIX } from '../admin/admin-prefix.ts';

/** Says that there is no such route, and why, or else where the routes are listed. */
export function noSuchPath({ method, path }: Pick<HonoRequest, 'method' | 'path'>): string {
  return `there is no ${method} ${path}${hintFor(path)}`;
}

function hintFor(path: string): string {
  if (path.length > 1 && path.endsWith('/')) return '; no path here ends in a slash';
  if (UNESCAPED_BASE64.test(path)) return '; a / within base64 is written %2F in a path, or _';
  return path.startsWith(ADMIN_PREFIX)
    ? `; GET ${ADMIN} lists what there is`
    : '; GET /openapi.json describes what there is';
}

/** An address of 32 bytes in base64, which a slash splits into several parts of the path. */
const UNESCAPED_BASE64 = /^\/v1\/accounts\/(?=[^/]*\/)[0-9A-Za-z+/]{43}=?(?:\/|$)/;
