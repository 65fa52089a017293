import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adviceOn, CLUSTER, PAYS, RENEWAL, SIGNS } from '../../../test/advice-on.ts';
import { linksTakenIn } from '../../../test/links-taken.ts';
import { generateScenario } from '../../arbitraries/generate-scenario.ts';
import { DEFAULT_SPACE } from '../../arbitraries/scenario-space.ts';
import { idleLinks } from './idle-links.ts';

describe('idleLinks', () => {
  type End = string | readonly string[];
  const onLink = (from: End, to: End, rest: object = {}) =>
    adviceOn({ network: { links: [{ from, to, drop: 0.1 }] }, ...rest });

  const byzantine = (node: string, act: object) => ({
    byzantine: [{ id: 'b', node, acts: [{ id: 'a', at: '1 s', ...act }] }],
  });
  const TAKES_ROLE = byzantine('v1', { act: 'take-role', role: 'signer' });
  const PROPOSES = byzantine('v1', { act: 'propose', members: ['v1'] });
  const ABUSES_NONCES = byzantine('alice', {
    act: 'nonce-abuse',
    kind: 'gap',
    to: 'bob',
    amount: 1,
  });
  const MAKES_UP = byzantine('v3', { act: 'false-change', forges: 'certificate', members: ['v1'] });
  const ANSWERS = byzantine('v3', { act: 'answer-client', code: 'InsufficientFunding' });

  it.each([
    ['v1', 'v1', 'v1 sends itself nothing'],
    ['p1', 'p1', 'p1 sends itself nothing'],
    ['p1', 'p2', 'no proxy talks with another'],
    ['alice', 'bob', 'no client talks with another'],
    ['v1', 'v2', 'validators talk .* about changes of committee alone'],
    ['v1', 'v5', 'validators talk .* about changes of committee alone'],
    ['alice', 'v1', 'alice talks with p1 alone'],
    ['v5', 'alice', 'alice talks with p1 alone'],
    ['p2', 'bob', 'bob talks with p1 alone'],
    [['alice', 'bob'], ['v1', 'p2'], 'alice talks with p1 alone'],
  ])('advises on the link from %s to %s', (from, to, expected) => {
    expect(onLink(from, to, { cluster: { ...CLUSTER, proxies: 2 } })).toEqual([
      expect.stringMatching(`^network\\.links\\[0\\]: carries nothing: ${expected}`),
    ]);
  });

  it.each([
    ['v1', 'v2', { changes: [RENEWAL] }],
    ['v1', 'v1', { changes: [RENEWAL] }],
    ['v1', 'v2', TAKES_ROLE],
    ['v1', 'v1', TAKES_ROLE],
    ['v1', 'v1', PROPOSES],
    ['v1', 'v2', PROPOSES],
    ['v3', 'v2', MAKES_UP],
    ['v3', 'alice', ANSWERS],
    ['v1', 'v2', { swarm: {}, expect: {} }],
    ['v1', 'v1', { swarm: {}, expect: {} }],
    ['v1', '*', {}],
    ['*', 'v1', {}],
    ['p1', 'v1', {}],
    ['p1', ['v1', 'v2'], {}],
    [['alice', 'bob'], ['v1', 'p1'], {}],
    ['v1', 'p1', {}],
    ['alice', 'p1', {}],
    ['p1', 'bob', {}],
    ['alice', 'v1', { workload: [SIGNS] }],
    ['v2', 'alice', { workload: [SIGNS] }],
    ['alice', 'v1', { swarm: {}, expect: {} }],
    ['alice', 'v1', ABUSES_NONCES],
  ])(
    'has nothing to say of the link from %s to %s where somebody talks over it: %o',
    (from, to, rest) => {
      expect(onLink(from, to, rest)).toEqual([]);
    },
  );

  it('says that a client uses its own proxy, and for an account the first', () => {
    const clients = { alice: { balance: 10, proxy: 'p2' }, bob: {} };
    const cluster = { ...CLUSTER, clients, proxies: 3 };
    const steps = [{ op: 'pay', from: 'shop', to: 'bob', amount: 1 }];
    const shares = { cluster, workload: [{ ...PAYS, steps }] };
    expect(onLink('alice', 'p1', { cluster })).toEqual([
      expect.stringContaining('carries nothing: alice talks with p2 alone'),
    ]);
    expect(onLink('alice', 'p1', shares)).toEqual([]);
    expect(onLink('p3', 'alice', shares)).toEqual([
      expect.stringContaining('carries nothing: alice talks with p2 and p1 alone'),
    ]);
  });

  it('says which end names no node', () => {
    expect(onLink([], 'v1')).toEqual([
      'network.links[0]: never matches: "from" names no node; name some',
    ]);
    expect(onLink('p1', [])).toEqual([
      'network.links[0]: never matches: "to" names no node; name some',
    ]);
  });

  it('says that an earlier override takes all of a list', () => {
    const links = [
      { from: 'p1', to: ['v1', 'v2', 'v3'], drop: 0.1 },
      { from: 'p1', to: ['v3', 'v1'], drop: 0.2 },
      { from: 'p1', to: ['v3', 'v4'], drop: 0.2 },
    ];
    expect(adviceOn({ network: { links } })).toEqual([
      'network.links[1]: never matches: an earlier override takes all of it',
    ]);
  });

  it('says that a link from a node to itself carries nothing, whatever other nodes do', () => {
    expect(onLink('v2', 'v2', TAKES_ROLE)).toHaveLength(1);
  });

  it('has nothing to say of a link over which something arrives in a run', () => {
    const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(seeds, fc.boolean(), (seed, hasChanges) => {
        const changes = { least: 0, greatest: hasChanges ? 2 : 0 };
        const scenario = generateScenario({ ...DEFAULT_SPACE, changes }, seed);
        const taken = linksTakenIn(scenario);
        const links = taken.map(({ from, to }) => ({
          ...scenario.network.default,
          from: [from],
          to: [to],
        }));
        const network = { ...scenario.network, links };
        expect(idleLinks({ ...scenario, network })).toEqual([]);
      }),
      // In the run of the example a validator restarts without its key of an epoch that it tells others about.
      { numRuns: 40, examples: [[12278733189936530416n, true]] },
    );
  });
});
