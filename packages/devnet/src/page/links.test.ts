import { spanOf } from '@quorate/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from './answers.ts';
import { isLink, linkState } from './links.ts';

const fault = (kind: string, stated: object): Fault => ({
  id: kind,
  kind,
  since_nanos: 0,
  ...stated,
});
const held = { count: 0, overflow: 0, messages: [] };
const nodes = ['p1', 'http', 'v1', 'v2'];
const ends = fc.oneof(
  fc.constant('*'),
  fc.constantFrom(...nodes),
  fc.subarray(nodes, { minLength: 1 }),
);
const between = fc.record({
  from: ends,
  to: ends,
  direction: fc.constantFrom('two-way' as const, 'one-way' as const),
});

describe('isLink', () => {
  it('finds the links where faults can strike: callers reach some validators at their ports', () => {
    const all = nodes.flatMap((caller) =>
      ['p1', 'v1', 'v2'].map((receiver) => ({ caller, receiver })),
    );
    const links = all.filter((link) => isLink(link, ['v2']));
    expect(links.map(({ caller, receiver }) => `${caller} ${receiver}`)).toEqual([
      'p1 v1',
      'p1 v2',
      'http p1',
      'http v1',
      'v1 p1',
      'v2 p1',
    ]);
  });
});

describe('linkState', () => {
  it('shows a fault on a link in exactly the directions in which it strikes', () => {
    fc.assert(
      fc.property(between, (stated) => {
        const span = spanOf({ ...stated, from: [stated.from].flat(), to: [stated.to].flat() });
        const [along, against] = [span('p1', 'v1'), span('v1', 'p1')];
        const link = { caller: 'p1', receiver: 'v1' };
        const { words } = linkState({ faults: [fault('cut', stated)], held }, link);
        const one = along ? 'cut →' : 'cut ←';
        expect(words).toEqual(along && against ? ['cut'] : along || against ? [one] : []);
      }),
    );
  });

  it.each([
    [{ drop: 0.125 }, 'loses 12.5%'],
    [
      { delay: { dist: 'const', mean: '1 s' }, dropResponses: 1 },
      'takes 1 s, loses 100% of answers',
    ],
    [
      { delay: { dist: 'uniform', min: '1 ms', max: '2 s' }, burst: 2 },
      'takes 1 ms to 2 s, in bursts',
    ],
    [{ delay: { dist: 'lognormal', median: '40 ms', p99: '1 s' } }, 'takes about 40 ms'],
    [{ duplicate: { probability: 0.1 } }, 'duplicates'],
  ])('says what a bad link does: %j', (link, words) => {
    const faults = [fault('degrade', { from: 'p1', to: 'v1', direction: 'two-way', link })];
    expect(linkState({ faults, held }, { caller: 'p1', receiver: 'v1' }).words).toEqual([words]);
  });

  it('counts what a link holds, and tells its own faults from wider ones', () => {
    const faults = [
      fault('clog', { from: 'v1', to: ['p1'], direction: 'one-way' }),
      fault('cut', { from: 'v1', to: '*', direction: 'two-way' }),
      fault('pause', { node: 'v1' }),
    ];
    const message = (from: string, to: string) => ({
      ...{ id: 'm', fault: 'clog', from, to },
      ...{ since_nanos: 0, message: 'Request', content: '' },
    });
    const messages = [message('v1', 'p1'), message('v1', 'http')];
    const link = { caller: 'p1', receiver: 'v1' };
    const { words, own, wider } = linkState(
      { faults, held: { ...held, count: 2, messages } },
      link,
    );
    expect([words, own, wider]).toEqual([['holds 1 ←', 'cut'], [faults[0]], [faults[1]]]);
    const more = linkState({ faults, held: { ...held, count: 3, messages } }, link);
    expect(more.words[0]).toBe('holds 1 or more ←');
  });
});
