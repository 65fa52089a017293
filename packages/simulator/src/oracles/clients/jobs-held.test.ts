import type { EscrowJobs } from '@quorate/core';
import { type EscrowStatus, LIMITS } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createAnswerQueue } from '../following/answer-queue.ts';
import { answerTruthful } from './answer-truthful.ts';

const alice = addressOf('alice');
const bob = addressOf('bob');
const FIRST = '0a'.repeat(32);
const SECOND = '0b'.repeat(32);

const job = (status: EscrowStatus, client = alice) => ({ client, provider: bob, status });
type Jobs = readonly (readonly [id: string, record: ReturnType<typeof job>])[];

/** What v1 held when it was asked and when it answers, and what it lists. */
interface Case {
  readonly before: Jobs;
  readonly after: Jobs;
  readonly listed: readonly string[];
  readonly status?: EscrowStatus;
}

/** Has v1 list the jobs of which alice is the client; the records that it shows are its own. */
function faultOf({ before, after, listed, status }: Case): unknown {
  const queue = createAnswerQueue();
  const held = new Map(after);
  const jobs = listed.map((id) => [id, held.get(id)]);
  const result = { type: 'EscrowJobs', jobs } as never as EscrowJobs;
  const select = { by: 'Party', role: 'client', party: alice, status };
  const message = { type: 'GetEscrowJobs', requestId: '1', select };
  const step = (input: object, ledger: Jobs, effects: readonly object[]) => ({
    validator: 'v1',
    now: () => 0n,
    observation: { input, after: { ledger: { job: new Map(ledger) } }, effects },
  });
  const reply = { type: 'Reply', to: 'p1', requestId: '1', result };
  queue.add(step({ type: 'Message', from: 'p1', message }, before, []) as never);
  queue.add(step({ type: 'Loaded', rows: [] }, after, [reply]) as never);
  const answer = queue.sent('1', result);
  const oracle = answerTruthful({ nameOf: () => 'alice' });
  return oracle.afterAnswer?.(answer as never)?.facts['fault'];
}

const FUNDED: Jobs = [
  [FIRST, job('Funded')],
  [SECOND, job('Funded')],
];
const ENDED: Jobs = [
  [FIRST, job('Completed')],
  [SECOND, job('Funded')],
];

describe('the jobs of a party that a validator lists', () => {
  it.each<[string, Case]>([
    ['all of them', { before: FUNDED, after: FUNDED, listed: [FIRST, SECOND] }],
    ['one that came while it read', { before: [], after: FUNDED, listed: [FIRST] }],
    [
      'one that has ended since it was read',
      { before: FUNDED, after: ENDED, listed: [FIRST, SECOND], status: 'Funded' },
    ],
    [
      'none that was in that status only in between',
      { before: FUNDED, after: ENDED, listed: [], status: 'Submitted' },
    ],
    [
      'one that came while it read, and has left that status since',
      { before: [], after: ENDED, listed: [FIRST, SECOND], status: 'Funded' },
    ],
    [
      'without one that has left that status meanwhile',
      { before: FUNDED, after: ENDED, listed: [SECOND], status: 'Funded' },
    ],
    [
      'without one that has come to that status meanwhile',
      { before: FUNDED, after: ENDED, listed: [], status: 'Completed' },
    ],
    ['those of one status', { before: ENDED, after: ENDED, listed: [SECOND], status: 'Funded' }],
  ])('may be %s', (_, given) => {
    expect(faultOf(given)).toBe(undefined);
  });

  it.each<[string, Case, string]>([
    ['one left out', { before: ENDED, after: ENDED, listed: [SECOND] }, `nothing of the job`],
    [
      'one left out after the last of a short list',
      { before: ENDED, after: ENDED, listed: [FIRST] },
      `nothing of the job ${SECOND}`,
    ],
    [
      'one that has not come to that status yet',
      { before: FUNDED, after: FUNDED, listed: [FIRST], status: 'Submitted' },
      `the job ${FIRST}`,
    ],
    [
      'one that has ended in another way',
      { before: FUNDED, after: ENDED, listed: [FIRST], status: 'Refunded' },
      `the job ${FIRST}`,
    ],
    [
      'one of that status left out',
      { before: ENDED, after: ENDED, listed: [], status: 'Completed' },
      `nothing of the job ${FIRST}`,
    ],
    [
      'one of another status',
      { before: ENDED, after: ENDED, listed: [FIRST, SECOND], status: 'Funded' },
      `the job ${FIRST}`,
    ],
    [
      'one in which the party has another role',
      { before: [], after: [[FIRST, job('Funded', bob)]], listed: [FIRST] },
      `the job ${FIRST}`,
    ],
  ])('P7 are not those with %s', (_, given, fault) => {
    expect(faultOf(given)).toContain(fault);
  });

  it.each([
    ['the greatest first', [SECOND, FIRST]],
    ['one twice', [FIRST, FIRST, SECOND]],
  ])('P12 are not listed with %s', (_, listed) => {
    expect(faultOf({ before: FUNDED, after: FUNDED, listed })).toBe('jobs out of their order');
  });

  it('P12 are the smallest ids where they are too many for one list', () => {
    const ids = Array.from({ length: LIMITS.listEntries + 1 }, (_, n) =>
      String(n).padStart(4, '0'),
    );
    const held: Jobs = ids.map((id) => [id, job('Funded')]);
    const listing = (listed: readonly string[]) => faultOf({ before: held, after: held, listed });
    expect(listing(ids.slice(0, -1))).toBe(undefined);
    expect(listing(ids.slice(1))).toBe('nothing of the job 0000');
    const skipped = ids.at(-2);
    expect(listing(ids.filter((id) => id !== skipped))).toBe(`nothing of the job ${skipped}`);
  });
});
