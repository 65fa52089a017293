import { render } from 'preact';
import { App } from './app.tsx';
import { type PackedRun, unpackRun } from './unpack-run.ts';

/** Draws the run that the page holds. */
function start(): void {
  const place = document.getElementById('page');
  const text = document.getElementById('run')?.textContent;
  if (place === null || text === null || text === undefined) return;
  render(<App data={unpackRun(JSON.parse(text) as PackedRun)} />, place);
}

start();
