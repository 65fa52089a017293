import { describe, expect, it } from 'vitest';
import { BASE, diagnose } from '../../../test/base-scenario.ts';
import { loadScenario } from '../read/load.ts';

function networkOf(text: string) {
  return loadScenario(`${BASE}network: ${text}\n`, 'x.yaml').network;
}

function complaints(text: string): readonly string[] {
  return diagnose(`${BASE}network: ${text}\n`);
}

const MS = 1_000_000n;

describe('a network', () => {
  it('states every trouble of a link, with defaults', () => {
    const { default: link } = networkOf(`
  default:
    drop: 0.1
    burst: 3
    dropResponses: 0.2
    duplicate: { probability: 0.3 }
    replay: { probability: 0.4 }
    reorder: { probability: 0.5, by: 20 ms }
    corrupt: { probability: 0.6 }`);
    expect(link).toEqual({
      delay: { kind: 'exp', mean: 50n * MS, min: MS },
      drop: 0.1,
      burst: 3,
      dropResponses: 0.2,
      duplicate: {
        probability: 0.3,
        copies: 1,
        delay: { kind: 'exp', mean: 1_000n * MS, min: 0n },
      },
      replay: { probability: 0.4, age: undefined },
      reorder: { probability: 0.5, by: 20n * MS },
      corrupt: { probability: 0.6, bits: 1 },
    });
  });

  it('gives an override what it leaves out from the default, trouble by trouble', () => {
    const { links } = networkOf(`
  default: { drop: 0.5, replay: { probability: 1, age: 2 s } }
  links:
    - { from: v1, to: "*", drop: 0, corrupt: { probability: 1, bits: 8 } }`);
    expect(links).toEqual([
      {
        from: ['v1'],
        to: ['*'],
        delay: { kind: 'exp', mean: 50n * MS, min: MS },
        drop: 0,
        replay: { probability: 1, age: 2_000n * MS },
        corrupt: { probability: 1, bits: 8 },
      },
    ]);
  });

  it('says nothing of a trouble that does not occur', () => {
    expect(Object.keys(networkOf('{}').default)).toEqual(['delay', 'drop']);
  });

  it.each([
    ['{ dist: lognormal, median: 200 ms, p99: 5 s }', 200n * MS, 5_000n * MS],
    ['{ dist: pareto, min: 10 ms, alpha: 1.5 }', 10n * MS, 1.5],
    ['{ dist: pareto, min: 10 ms, mean: 30 ms }', 10n * MS, 1.5],
  ])('reads the heavy tail %s', (text, ...values) => {
    const { kind, ...parameters } = networkOf(`{ default: { delay: ${text} } }`).default.delay;
    expect(text).toContain(kind);
    expect(Object.values(parameters)).toEqual(values);
  });

  it.each([
    ['', 'random'],
    ['schedule: fifo', 'fifo'],
    ['schedule: random', 'random'],
    ['schedule: { kind: pct }', { kind: 'pct', depth: 3, window: 100n * MS, events: undefined }],
    [
      'schedule: { kind: pct, depth: 2, window: 1 s, events: 50 }',
      { kind: 'pct', depth: 2, window: 1_000n * MS, events: 50 },
    ],
  ])('reads the schedule {%s}', (text, schedule) => {
    expect(networkOf(`{ ${text} }`).schedule).toEqual(schedule);
  });

  it.each([
    ['{ default: { drop: 1.1 } }', 'expected a probability from 0 to 1, got 1.1'],
    ['{ default: { burst: 0.5 } }', 'expected a number, 1 or more, got 0.5'],
    ['{ default: { reorder: { probability: 1 } } }', 'missing key "by"'],
    [
      '{ order: [{ do: lose, message: SubmitTransactoin, from: v1, to: p1 }] }',
      'unknown message "SubmitTransactoin"; did you mean "SubmitTransaction"?',
    ],
    [
      '{ order: [{ do: lose, message: Response, from: v1, to: p1 }] }',
      'expected what the response says as well, such as "Response Signed"',
    ],
    [
      '{ default: { corrupt: { probability: 1, bits: 9 } } }',
      'expected a whole number from 1 to 8, got 9',
    ],
    [
      '{ default: { delay: { dist: lognormal, median: 2 s, p99: 1 s } } }',
      'expected at most the p99, 1 s, got 2 s',
    ],
    [
      '{ default: { delay: { dist: lognormal, median: 0 s, p99: 1 s } } }',
      'expected more than nothing, got 0 s',
    ],
    [
      '{ default: { reorder: { probability: 0.5, by: 0 s } } }',
      'expected more than nothing, got 0 s',
    ],
    ['{ default: { delay: { dist: pareto, min: 1 s } } }', 'missing key "alpha" or "mean"'],
    [
      '{ default: { delay: { dist: pareto, min: 1 s, alpha: 2, mean: 2 s } } }',
      'expected either "alpha" or "mean", got both',
    ],
    [
      '{ default: { delay: { dist: pareto, min: 1 s, mean: 1 s } } }',
      'expected more than the min, 1 s, got 1 s',
    ],
    [
      '{ default: { duplicate: { probability: 1, delay: { dist: exp, mean: 1 s, min: 2 s } } } }',
      'expected at most the mean, 1 s, got 2 s',
    ],
    ['{ links: [{ from: v1, to: v9 }] }', 'unknown node "v9"'],
    ['{ links: [{ from: [v1, v9] }] }', 'network.links[0].from[1]: unknown node "v9"'],
    ['{ links: [{ to: [v1, v1] }] }', 'network.links[0].to[1]: "v1" appears twice'],
    ['{ links: [{ to: { v1: 1 } }] }', 'expected the name of a node, or a list of them'],
    ['{ schedule: lifo }', 'expected fifo, random or kind: pct with its parameters, got "lifo"'],
    ['{ schedule: { kind: pct, depth: 0 } }', 'expected a whole number from 1 to 100, got 0'],
    ['{ schedule: { depth: 2 } }', 'missing key "kind"'],
  ])('refuses %s', (text, complaint) => {
    expect(complaints(text)).toEqual([expect.stringContaining(complaint)]);
  });
});
