import { describe, expect, it } from 'vitest';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import type { Subject } from '../../scenario/steps/subject.ts';
import { drawsOf } from '../draw.ts';
import { partyOf, THROUGHOUT } from '../party.ts';
import { withFalseRecords } from './false-records.ts';

const BUDGET = { faulty: ['v2', 'v3'], correct: ['v1'] };
const FORGER = partyOf('v2', [{ ...THROUGHOUT, act: 'forge' }]);
const SWARM = { ...DEFAULT_SPACE, odds: 0.4 };

/** What a validator that forges comes to do besides, over many seeds, where this is read. */
function drawnFor(subject: Subject, { swarm = SWARM, budget = BUDGET } = {}): ReadonlySet<string> {
  const step = { op: 'read', of: 'alice', ...subject } as const;
  const workload = [{ id: 'of-bob', client: 'bob', start: 0n, steps: [step] }];
  const occasion = { swarm, budget, workload };
  const drawn = Array.from({ length: 80 }, (_, seed) =>
    withFalseRecords([FORGER], occasion, drawsOf(BigInt(seed))),
  );
  return new Set(
    drawn.flatMap((all) =>
      all.map(({ node, acts }) =>
        [
          node,
          ...acts.flatMap((each) => [each.act, 'shows' in each ? each.shows : []].flat()),
        ].join(' '),
      ),
    ),
  );
}

describe('withFalseRecords', () => {
  const RECORDS = ['nothing', 'later', 'others', 'refusal'].map(
    (lie) => `v2 forge false-records ${lie}`,
  );
  const CHOICES = ['signers', 'page'].map((other) => `v2 forge other-certificates ${other}`);

  it.each<[string, Subject, readonly string[]]>([
    ['a token', { token: 'gold' }, RECORDS],
    ['a job', { job: 'logo' }, RECORDS],
    ['the jobs of somebody', { jobs: 'client' }, RECORDS],
    ['a list of certificates', { certificates: 0n }, CHOICES],
    ['the certificate of a token', { token: 'gold', certificate: 'creation' }, CHOICES],
  ])('has a validator lie at times about just what is looked up: %s', (_, subject, lies) => {
    expect(drawnFor(subject)).toEqual(new Set(['v2 forge', ...lies]));
  });

  it('changes nothing where nothing is looked up, or nobody may lie', () => {
    const honest = new Set(['v2 forge']);
    expect(drawnFor({})).toEqual(honest);
    expect(drawnFor({ token: 'gold' }, { budget: { faulty: [], correct: ['v2'] } })).toEqual(
      honest,
    );
    const swarm = { ...SWARM, profile: 'beyond' as const };
    expect(drawnFor({ token: 'gold' }, { swarm })).toEqual(honest);
  });
});
