import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Context } from 'hono';
import { putOff } from '../timing/put-off.ts';

/** Gives the bytes of a file of a page. */
export type PageFile = () => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Gives a file that a page loads, wherever this code is installed, and reads it once; `name` is one
 * of the `imports` of this package.
 */
export function pageFile(name: string): PageFile {
  return putOff(() => readFile(createRequire(import.meta.url).resolve(name)));
}

/** Answers with a script. */
export function script(context: Context, text: string | Uint8Array<ArrayBuffer>): Response {
  return context.body(text, 200, { 'content-type': 'text/javascript; charset=utf-8' });
}

/** Answers with a style sheet. */
export async function styleSheet(context: Context, file: PageFile): Promise<Response> {
  return context.body(await file(), 200, { 'content-type': 'text/css; charset=utf-8' });
}
