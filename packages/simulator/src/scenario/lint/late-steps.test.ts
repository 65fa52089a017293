import { describe, expect, it } from 'vitest';
import { BASE } from '../../../test/base-scenario.ts';
import { loadScenario } from '../read/load.ts';
import { lateSteps } from './late-steps.ts';

const over = (link: string) => `network: { default: { ${link} } }\n`;
const every = (delay: string) => over(`delay: { ${delay} }`);
const LONGER = 'limits: { simTime: 61 s }\n';

const adviceOn = (more: string) => lateSteps(loadScenario(`${BASE}${more}`, 'x.yaml'));

describe('lateSteps', () => {
  it.each([
    ['take as long', every('dist: const, mean: 10 s'), '10 s', '1 min'],
    [
      'may be held up as long',
      over('reorder: { probability: 0.5, by: 20 s }'),
      '20.05 s',
      '120.3 s',
    ],
    [
      'have a heavy tail',
      every('dist: pareto, min: 100 ms, alpha: 0.2'),
      '14.84131591 s',
      '89.04789546 s',
    ],
  ])('advises on successes whose messages %s', (_, more, takes, all) => {
    const places = adviceOn(more).map(({ path, message }) => [path.join('.'), message]);
    expect(places).toEqual([
      [
        'network.default',
        `a success may come after limits.simTime, at which the run ends: it needs 6 messages, each of which may well take ${takes}; state more than ${all}`,
      ],
    ]);
  });

  it.each([
    ['come in time', every('dist: const, mean: 9 s')],
    ['have more time', `${every('dist: const, mean: 10 s')}${LONGER}`],
    ['a seed may give more time', `${every('dist: const, mean: 10 s')}swarm: {}\n`],
  ])('has nothing to say about successes that %s', (_, more) => {
    expect(adviceOn(more)).toEqual([]);
  });
});
