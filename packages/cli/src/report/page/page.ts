import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TwoRuns } from '../../against/two-runs.ts';
import type { RunData } from '../../page/run-data.ts';
import { comparedData } from './compared-data.ts';
import { packRun } from './pack-run.ts';
import { type PageSource, pageData } from './page-data.ts';

/**
 * Shows a recorded run as a page: one HTML file that needs no network and can be explored.
 *
 * Texts of users are data in it, never markup, and its policy lets nothing run but its own program.
 */
export function renderPage(source: PageSource): string {
  return renderData(pageData(source));
}

/** Shows two compared runs as one such page. */
export function renderComparedPage(two: TwoRuns): string {
  return renderData(comparedData(two));
}

function renderData(data: RunData): string {
  const program = scriptText(asset('#page'));
  const digest = createHash('sha256').update(program).digest('base64');
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${digest}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="${policy}">
<title>${markup(`${data.head.name}: ${data.head.verdict}`)}</title>
<style>
${asset('#assets/page.css')}</style>
</head>
<body>
<div id="page"><noscript>This page draws the run with a program in it: allow JavaScript.</noscript></div>
<script type="application/json" id="run">${dataText(packRun(data))}</script>
<script type="module">${program}</script>
</body>
</html>
`;
}

/** Reads a file that the page consists of, by one of the `imports` of this package. */
function asset(name: string): string {
  return readFileSync(createRequire(import.meta.url).resolve(name), 'utf8');
}

/** Takes out what only a file can have, the exports and the map, and what would end the script. */
function scriptText(program: string): string {
  return program
    .replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n')
    .replace(/\nexport \{\};\n+$/, '\n')
    .replace(/<(?=[!/])/g, '\\x3c');
}

/** Gives data that cannot end the script that holds it. */
function dataText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

function markup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
