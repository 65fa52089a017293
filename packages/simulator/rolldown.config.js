import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { _ } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { rolldown } from 'rolldown';
import shared from '../rolldown.config.js';

// Loading Ajv and compiling the schema of scenarios takes as long as a hundred small runs, so the schema is
// compiled here, and the result replaces the module that would compile it.

const CHECKS = join(import.meta.dirname, 'src/scenario/schema/schema-checks.ts');
const SCHEMA = join(import.meta.dirname, 'src/scenario/schema/compiled-schema.ts');

/** Runs the module of the schema, which is in TypeScript. */
async function loadSchema() {
  const file = join(import.meta.dirname, 'dist/compiled-schema.js');
  const { platform } = shared;
  const bundle = await rolldown({ input: SCHEMA, external: 'ajv', platform });
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(file);
  }
}

async function writeChecks() {
  const { createAjv } = await loadSchema();
  const ajv = createAjv({ source: true, esm: true, formats: _`accepted` });
  return [
    "import { accepted } from './formats.ts';",
    standaloneCode(ajv, { check: 'scenario' }),
    'export function scenarioCheck() { return check; }',
  ].join('\n');
}

const compileSchema = {
  name: 'compile-schema',
  async load(id) {
    return id === CHECKS ? { code: await writeChecks(), moduleType: 'js' } : undefined;
  },
};

export default { ...shared, plugins: [compileSchema, ...shared.plugins] };
