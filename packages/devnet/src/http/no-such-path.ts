import type { HonoRequest } from 'hono';

/** Says that there is no such route, and, for a path that looks right, why. */
export function noSuchPath({ method, path }: Pick<HonoRequest, 'method' | 'path'>): string {
  return `there is no ${method} ${path}${hintFor(path)}`;
}

function hintFor(path: string): string {
  if (path.length > 1 && path.endsWith('/')) return '; no path here ends in a slash';
  return UNESCAPED_BASE64.test(path) ? '; a / within base64 is written %2F in a path, or _' : '';
}

/** An address of 32 bytes in base64, which a slash splits into several parts of the path. */
const UNESCAPED_BASE64 = /^\/v1\/accounts\/(?=[^/]*\/)[0-9A-Za-z+/]{43}=?(?:\/|$)/;
