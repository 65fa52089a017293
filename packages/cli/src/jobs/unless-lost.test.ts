import { expect, it } from 'vitest';
import { JobLostError } from './child.ts';
import { unlessLost } from './unless-lost.ts';

const LOST = new JobLostError('the run', 'was ended by SIGKILL');
const BUG = new Error('a bug of ours');

it('gives what work comes to, or how its process was lost, and throws all else', async () => {
  expect(await unlessLost(async () => 5)).toBe(5);
  expect(await unlessLost(() => Promise.reject(LOST))).toBe(LOST);
  await expect(unlessLost(() => Promise.reject(BUG))).rejects.toBe(BUG);
});
