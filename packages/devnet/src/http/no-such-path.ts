import type { HonoRequest } from 'hono';

/** Says that nothing is served there, and why a path that looks right is not. */
export function noSuchPath({ method, path }: Pick<HonoRequest, 'method' | 'path'>): string {
  const hint = path.length > 1 && path.endsWith('/') ? '; no path here ends in a slash' : '';
  return `there is no ${method} ${path}${hint}`;
}
