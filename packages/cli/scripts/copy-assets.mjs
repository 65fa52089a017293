// Copies what the page of a run needs into this package, with the licence of what others have
// written, so that users of the package install no dependency for it.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const assets = new URL('../assets/', import.meta.url);

mkdirSync(assets, { recursive: true });
copyFileSync(new URL('../src/page/page.css', import.meta.url), new URL('page.css', assets));
const [licence] = resolve
  .paths('preact')
  .map((folder) => `${folder}/preact/LICENSE`)
  .filter(existsSync);
copyFileSync(licence, new URL('LICENSE-preact', assets));
