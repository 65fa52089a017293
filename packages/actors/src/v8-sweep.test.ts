import { transactionId } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asking,
  createHarness,
  createValidator,
  envelopePaying,
  type Harness,
  resultsOf,
  submitting,
  type ValidatorUnderTest,
} from '../test/harness.ts';
import { flushFailed } from '../test/late-store.ts';

const FIRST = envelopePaying(1n);
const RIVAL = envelopePaying(2n);
const REFUSED = 'PreviousTransactionMustBeConfirmedFirst';

type Happening =
  | 'first'
  | 'rival'
  | 'query'
  /** The oldest flush under way ends. */
  | 'flush'
  | 'failed flush'
  | 'all flushes'
  /** The node goes down and up again in a process that lives on. */
  | 'crash'
  /** The machine goes down: what was not flushed is gone. */
  | 'power';

interface Run extends ValidatorUnderTest {
  readonly harness: Harness;
}

function begin(): Run {
  const harness = createHarness('late');
  const { node, failures } = createValidator(harness);
  node.start();
  return { harness, node, failures };
}

function happen({ harness, node }: Run, happening: Happening): void {
  switch (happening) {
    case 'first':
      harness.tell('v1', submitting(FIRST));
      break;
    case 'rival':
      harness.tell('v1', submitting(RIVAL));
      break;
    case 'query':
      harness.tell('v1', asking());
      break;
    case 'flush':
      harness.late.endFlush();
      break;
    case 'failed flush':
      harness.late.endFlush(flushFailed());
      break;
    case 'all flushes':
      while (harness.late.endFlush()) harness.settle();
      break;
    case 'crash':
      node.crash();
      break;
    case 'power':
      node.crash();
      harness.late.losePower();
      break;
  }
  harness.settle();
  node.start();
}

function allHappen(happenings: readonly Happening[]): Run {
  const run = begin();
  for (const happening of happenings) happen(run, happening);
  return run;
}

/** The different transactions that v1 is known to have signed at alice's first nonce. */
function signedIds({ harness }: Run): ReadonlySet<string> {
  const signed = resultsOf(harness.heard).filter((result) => result.type === 'Signed');
  return new Set(signed.map(({ transactionId }) => transactionId));
}

function verdicts({ harness }: Run): readonly string[] {
  return resultsOf(harness.heard).map((result) =>
    result.type === 'Rejected' ? result.rejection.code : result.type,
  );
}

// The flush of genesis, requests and queries before the lock is flushed, and the same after that.
const SCHEDULE: readonly Happening[] = [
  'flush',
  'query',
  'first',
  'first',
  'query',
  'rival',
  'flush',
  'first',
  'query',
  'rival',
];

/** Runs the schedule, with a crash inside the call that sends the message number `cut`. */
function cutAt(cut: number): Run {
  const run = begin();
  let sent = 0;
  run.harness.onSend = () => {
    sent += 1;
    if (sent === cut) run.node.crash();
  };
  for (const happening of SCHEDULE) {
    happen(run, happening);
    if (sent >= cut) break;
  }
  // Counted only now, to notice a node that goes on after its crash.
  expect(sent).toBe(Math.min(cut, sentInAll()));
  return run;
}

function sentInAll(): number {
  return allHappen(SCHEDULE).harness.heard.length;
}

/** Loses power, and expects that only what was signed before is signed again. */
function expectLockKept(run: Run): void {
  const before = signedIds(run);
  happen(run, 'power');
  // The flushes of the old life end in the middle of the new one.
  happen(run, 'flush');
  const heardBefore = verdicts(run).length;
  for (const happening of ['rival', 'first', 'all flushes'] as const) happen(run, happening);
  const signed = signedIds(run);
  expect(signed.size).toBe(1);
  if (before.size > 0) expect(signed).toEqual(before);
  // A lock may be durable though its signature never left; one of the two is signed all the same.
  const keeps = signed.has(transactionId(FIRST.transaction));
  expect(verdicts(run).slice(heardBefore)).toEqual(
    keeps ? [REFUSED, 'Signed'] : ['Signed', REFUSED],
  );
}

describe('a validator on a store that flushes late', () => {
  it('V8 answers nothing between the write of a lock and its flush, whatever is asked', () => {
    const run = allHappen(['flush', 'first', 'first', 'query', 'rival']);
    expect(verdicts(run)).toEqual([]);
    happen(run, 'flush');
    expect(verdicts(run)).toEqual([
      'Signed',
      'Signed',
      REFUSED,
      // What was read waited for the flush too, and its answer is a step of its own.
      'Certificates',
    ]);
  });

  it('V8 cut after every effect and restarted, repeats its signature and refuses the rival', () => {
    const cuts = Array.from({ length: sentInAll() + 1 }, (_, index) => index);
    for (const cut of cuts) {
      expectLockKept(cutAt(cut));
    }
  });

  it('V8 cut after every event and restarted, repeats its signature and refuses the rival', () => {
    for (const cut of SCHEDULE.keys()) {
      expectLockKept(allHappen(SCHEDULE.slice(0, cut + 1)));
    }
  });

  it('V8 restarted in a process that lives on, holds back what rests on unflushed writes', () => {
    const run = allHappen(['flush', 'first', 'crash', 'first']);
    expect(verdicts(run)).toEqual([]);
    for (const happening of ['power', 'rival', 'all flushes'] as const) happen(run, happening);
    expect(verdicts(run)).toEqual(['Signed']);
  });

  it('V8 never signs two transactions at one nonce, whatever fails, crashes or flushes late', () => {
    const happening = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom<Happening[]>('first', 'rival', 'flush') },
      { weight: 3, arbitrary: fc.constantFrom<Happening[]>('crash', 'power') },
      { weight: 1, arbitrary: fc.constantFrom<Happening[]>('query', 'failed flush') },
    );
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 25 }), (happenings) => {
        const run = allHappen(happenings);
        expect(signedIds(run).size).toBeLessThanOrEqual(1);
        const codes = run.failures.map((failure) => (failure as { code: string }).code);
        expect(codes.filter((code) => code !== 'FlushFailed')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
