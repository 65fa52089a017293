import { readFileSync } from 'node:fs';

/** Reads the version of this package from its manifest. */
export function ownVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return (manifest as { readonly version: string }).version;
}
