// Copies what the pages of a devnet need into this package, and the licences of what others have
// written, so that users of the package install no dependency for it.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);
const assets = new URL('../assets/', import.meta.url);

mkdirSync(assets, { recursive: true });
for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  copyFileSync(resolve(`swagger-ui-dist/${file}`), new URL(file, assets));
}
copyFileSync(
  new URL('../src/page/dashboard.css', import.meta.url),
  new URL('dashboard.css', assets),
);
for (const name of [
  'swagger-ui-dist',
  'zod',
  '@asteasolutions/zod-to-openapi',
  'preact',
  'undici',
]) {
  const [licence] = resolve
    .paths(name)
    .map((folder) => `${folder}/${name}/LICENSE`)
    .filter(existsSync);
  copyFileSync(licence, new URL(`LICENSE-${name.replace(/^.*\//, '')}`, assets));
}
