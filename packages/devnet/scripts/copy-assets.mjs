// Takes what the page of the interface needs into this package, so that users of the package install
// no dependency for it.
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const assets = new URL('../assets/', import.meta.url);

mkdirSync(assets, { recursive: true });
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE']) {
  copyFileSync(resolve(`swagger-ui-dist/${file}`), new URL(file, assets));
}
