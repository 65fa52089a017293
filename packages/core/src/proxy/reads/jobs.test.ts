import type { EscrowJobId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { acted } from '../../../test/acts.ts';
import { idOf } from '../../../test/ledger.ts';
import {
  type Conduct,
  createTestNetwork,
  silent,
  type TestNetwork,
} from '../../../test/network.ts';
import { creation, decide, deliver, hire, offer } from '../../../test/operations.ts';
import type { EscrowJob } from '../../ledger/ledger.ts';
import type { GetEscrowJobs } from '../../message.ts';
import { jobView } from './job-view.ts';

const TOKEN = idOf('alice', 0n);
const JOB = idOf('alice', 1n) as string as EscrowJobId;
const WORK = [
  acted('alice', 0n, creation()),
  acted('carol', 0n, offer(TOKEN)),
  acted('alice', 1n, hire(idOf('carol', 0n))),
];
const DELIVERY = acted('bob', 0n, deliver(JOB));
const END = acted('carol', 1n, decide('Complete', JOB));

const VOUCHING = { needed: 2, mayWait: true };

const BY_ID: GetEscrowJobs = {
  type: 'GetEscrowJobs',
  requestId: 'q',
  select: { by: 'Id', jobIds: [JOB] },
};

/** A network whose validators have settled the work, and each as much more as is said. */
function working(more: readonly (readonly (typeof END)[])[]): TestNetwork {
  const network = createTestNetwork();
  for (const [index, validator] of network.validators.entries()) {
    for (const certificate of [...WORK, ...(more[index] ?? [])]) validator.deliver(certificate);
  }
  return network;
}

function statuses({ answers }: TestNetwork): readonly (readonly string[])[] {
  return answers.map(({ result }) =>
    result.type === 'EscrowJobs' ? result.jobs.map(([, { status }]) => status) : [result.type],
  );
}

const lying =
  (change: Partial<EscrowJob>): Conduct =>
  (_message, honest) => {
    const answer = honest();
    if (answer.type !== 'EscrowJobs') return [answer];
    return [{ ...answer, jobs: answer.jobs.map(([id, job]) => [id, { ...job, ...change }]) }];
  };

describe('P7', () => {
  it('P7 gives a job as f + 1 validators have it, by id and by party', () => {
    const network = working([]);
    network.send('user', BY_ID);
    const party = { by: 'Party', role: 'provider', party: addressOf('bob') } as const;
    network.send('user', { ...BY_ID, select: party });
    network.send('user', { ...BY_ID, select: { ...party, status: 'Completed' } });
    expect(statuses(network)).toEqual([['Funded'], ['Funded'], []]);
  });

  it('P7 gives the newest record that f + 1 give', () => {
    const network = working([[DELIVERY, END], [], [DELIVERY, END], []]);
    network.conduct('v2', silent);
    network.send('user', BY_ID);
    expect(statuses(network)).toEqual([['Completed']]);
  });

  it('P7 gives the newest of several records that f + 1 give, in whatever order', () => {
    const network = working([[], [DELIVERY, END]]);
    const [before, after] = network.validators.map((validator) => validator.ask(BY_ID));
    if (before?.type !== 'EscrowJobs' || after?.type !== 'EscrowJobs') throw new Error('no jobs');
    expect(jobView([before, after, before, after], VOUCHING)).toEqual(after);
    expect(jobView([after, after, before, before], VOUCHING)).toEqual(after);
  });

  it('P7 waits for another answer while no f + 1 agree on a job', () => {
    const network = working([[DELIVERY, END], [DELIVERY], [], [DELIVERY]]);
    network.conduct('v4', silent);
    network.send('user', BY_ID);
    expect(network.answers).toEqual([]);
    network.validators[2]?.deliver(DELIVERY);
    network.advance();
    expect(statuses(network)).toEqual([['Submitted']]);
  });

  it('P7 tells the other jobs of a list where one stays disputed, and never that this one is not there', () => {
    const stranger = acted('alice', 2n, hire(idOf('carol', 0n)));
    const disputed = idOf('alice', 2n) as string as EscrowJobId;
    const network = working([[], [stranger]]);
    const alone = network.validators[1]?.state().ledger.job.get(disputed) as EscrowJob;
    network.conduct('v1', (_message, honest) => {
      const answer = honest();
      if (answer.type !== 'EscrowJobs') return [answer];
      return [{ ...answer, jobs: [...answer.jobs, [disputed, { ...alone, description: 'x' }]] }];
    });
    const party = { by: 'Party', role: 'provider', party: addressOf('bob') } as const;
    network.send('user', { ...BY_ID, select: party });
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => result)).toMatchObject([{ jobs: [[JOB, {}]] }]);
    network.send('user', { ...BY_ID, select: { by: 'Id', jobIds: [disputed] } });
    network.advanceWhile(() => network.answers.length === 1);
    expect(network.answers[1]?.result).toMatchObject({ rejection: { code: 'QuorumUnreachable' } });
  });

  it.each<[string, Partial<EscrowJob>]>([
    ['status', { status: 'Refunded' }],
    ['fee', { providerFee: 10n ** 9n }],
    ['provider', { provider: addressOf('mallory') }],
    ['deliverable', { deliverable: 'ff'.repeat(32) }],
  ])('P2 believes no %s of one validator', (_, change) => {
    const network = working([]);
    network.conduct('v1', lying(change));
    network.send('user', BY_ID);
    const job = network.validators[1]?.state().ledger.job.get(JOB);
    expect(network.answers.map(({ result }) => result)).toEqual([
      { type: 'EscrowJobs', jobs: [[JOB, job]] },
    ]);
  });

  it('P2 believes no job that one validator made up, and none that it leaves out is lost', () => {
    const made = createTestNetwork();
    const record = working([]).validators[0]?.state().ledger.job.get(JOB) as EscrowJob;
    made.conduct('v1', () => [{ type: 'EscrowJobs', jobs: [[JOB, record]] }]);
    made.send('user', BY_ID);
    const hiding = working([]);
    hiding.conduct('v1', () => [{ type: 'EscrowJobs', jobs: [] }]);
    hiding.send('user', BY_ID);
    expect([statuses(made), statuses(hiding)]).toEqual([[[]], [['Funded']]]);
  });
});

describe('P12', () => {
  it('P12 lists 1000 jobs, smallest id first, though validators list different ones', () => {
    const [, job] = jobOf(working([]));
    const list = (from: number, to: number) => ({
      type: 'EscrowJobs' as const,
      jobs: Array.from({ length: to - from }, (_, index) => [idAt(from + index), job] as const),
    });
    const views = [list(0, 1000), list(300, 1300), list(0, 300), list(1000, 1300)];
    const jobs = jobView(views, VOUCHING)?.jobs ?? [];
    expect([jobs.length, jobs[0]?.[0], jobs.at(-1)?.[0]]).toEqual([1000, idAt(0), idAt(999)]);
  });
});

function jobOf(network: TestNetwork) {
  network.send('user', BY_ID);
  const result = network.answers.at(-1)?.result;
  const [job] = result?.type === 'EscrowJobs' ? result.jobs : [];
  if (job === undefined) throw new Error('expected a job');
  return job;
}

function idAt(place: number): EscrowJobId {
  return String(place).padStart(64, '0') as EscrowJobId;
}
