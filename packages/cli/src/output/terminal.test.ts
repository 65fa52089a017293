import { afterEach, expect, it, vi } from 'vitest';
import { processTerminal } from './terminal.ts';

const { isTTY, columns } = process.stderr;
const listeners = process.stdout.listeners('error');
afterEach(() => {
  vi.restoreAllMocks();
  Object.assign(process.stderr, { isTTY, columns });
  for (const stream of [process.stdout, process.stderr]) {
    for (const each of stream.listeners('error')) {
      if (!listeners.includes(each)) stream.off('error', each as () => void);
    }
  }
});

it.each([
  [21, 'first-payment  18/40'],
  [80, 'first-payment  18/40 seeds, 0 failed'],
  [0, 'first-payment  18/40 seeds, 0 failed'],
])('rewrites a line within the %i columns of a terminal', (width, seen) => {
  Object.assign(process.stderr, { isTTY: true, columns: width });
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  processTerminal().rewrite?.('first-payment  18/40 seeds, 0 failed');
  expect(write).toHaveBeenCalledWith(`\r\u001b[K${seen}`);
});
