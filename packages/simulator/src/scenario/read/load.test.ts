import { describe, expect, it } from 'vitest';
import { BASE } from '../../../test/base-scenario.ts';
import { loadScenario } from './load.ts';

describe('loadScenario', () => {
  it('fills in every default', () => {
    expect(loadScenario(BASE, 'x.yaml')).toEqual({
      name: 'base',
      description: '',
      seed: 1n,
      cluster: {
        validators: ['v1', 'v2', 'v3', 'v4'],
        candidates: [],
        proxies: ['p1'],
        clients: [
          { name: 'alice', balance: 1000n, proxy: 'p1' },
          { name: 'bob', balance: 0n, proxy: 'p1' },
        ],
        accounts: [],
        disk: { flush: { kind: 'const', mean: 0n } },
        prune: undefined,
        fees: undefined,
        precheck: 'asked',
        acceptsUnversioned: true,
        requestAge: 0n,
        crypto: 'trusted',
        workers: undefined,
      },
      network: {
        default: { delay: { kind: 'exp', mean: 50_000_000n, min: 1_000_000n }, drop: 0 },
        links: [],
        order: [],
        schedule: 'random',
      },
      workload: [
        {
          id: 'pays',
          client: 'alice',
          start: 0n,
          steps: [
            {
              op: 'transaction',
              operations: [{ op: 'pay', to: 'bob', amount: 100n, token: undefined }],
              from: undefined,
              outcome: undefined,
              code: undefined,
            },
          ],
        },
      ],
      changes: [],
      faults: [],
      byzantine: [],
      swarm: undefined,
      phases: undefined,
      limits: { simTime: 60_000_000_000n, events: 200_000 },
      expect: {
        verdict: 'pass',
        outcomes: [],
        balances: [],
        certificates: undefined,
        epoch: undefined,
        tokens: [],
        jobs: [],
        states: [],
        sometimes: [],
        thresholds: [],
      },
      provenance: undefined,
    });
  });

  it.each([
    ['0x5eed', 0x5eedn],
    ['0xffffffffffffffff', 2n ** 64n - 1n],
    ['"18446744073709551615"', 2n ** 64n - 1n],
    ['9007199254740993', 9007199254740993n],
  ])('keeps every digit of the seed %s', (written, seed) => {
    expect(loadScenario(`${BASE}seed: ${written}\n`, 'x.yaml').seed).toBe(seed);
  });

  it('gives a link what its override leaves out', () => {
    const network = `network:
  default: { drop: 0.25 }
  links:
    - { from: v1, to: "*", delay: { dist: const, mean: 200 ms } }
    - { to: [alice, p1], drop: 0 }
`;
    const mean = 50_000_000n;
    expect(loadScenario(BASE + network, 'x.yaml').network).toEqual({
      default: { delay: { kind: 'exp', mean, min: 1_000_000n }, drop: 0.25 },
      links: [
        { from: ['v1'], to: ['*'], delay: { kind: 'const', mean: 200_000_000n }, drop: 0.25 },
        {
          from: ['*'],
          to: ['alice', 'p1'],
          delay: { kind: 'exp', mean, min: 1_000_000n },
          drop: 0,
        },
      ],
      order: [],
      schedule: 'random',
    });
  });

  it('passes over x- keys wherever they stand', () => {
    const liar =
      'byzantine: [{ id: liar, node: v1, acts: [{ id: no, act: refuse, code: EpochEnding }] }]\n';
    const plain = loadScenario(`${BASE}${liar}`, 'x.yaml');
    const clients = BASE.replace('bob: {}', 'bob: { x-note: 1 }\n    x-team: { lead: alice }');
    const extended = `${clients}${liar.replace('code', 'x-why: { not: 1 }, code')}x-owner: [me]\n`;
    expect(loadScenario(extended, 'x.yaml')).toEqual(plain);
    const setting = { path: ['byzantine', 0, 'acts', 0, 'x-why'], value: '1' };
    expect(loadScenario(`${BASE}${liar}`, 'x.yaml', [setting])).toEqual(plain);
  });

  it('resolves an alias of YAML', () => {
    const text = BASE.replace('{ balance: 1000 }', '&rich { balance: 7 }').replace('{}', '*rich');
    const { clients } = loadScenario(text, 'x.yaml').cluster;
    expect(clients.map(({ balance }) => balance)).toEqual([7n, 7n]);
  });

  it.each([
    ['10 %', { kind: 'Bps', bps: 1000 }],
    ['0.05%', { kind: 'Bps', bps: 5 }],
    ['100 %', { kind: 'Bps', bps: 10_000 }],
    ['7', { kind: 'Fixed', amount: 7n }],
    ['"7"', { kind: 'Fixed', amount: 7n }],
  ])('reads the fee %s', (written, fee) => {
    expect(operationOf(`{ op: escrow-terms, as: fair, fee: ${written} }`)).toEqual({
      op: 'escrow-terms',
      as: 'fair',
      token: undefined,
      fee,
      minimum: 0n,
    });
  });

  it.each([
    ['head', '68656164'],
    ['"é"', 'c3a9'],
    ['"0xABcd"', 'abcd'],
    ['""', ''],
  ])('pads the state %s with zeros to 32 bytes', (written, digits) => {
    expect(operationOf(`{ op: set-state, key: k, to: ${written} }`)).toMatchObject({
      to: digits.padEnd(64, '0'),
    });
  });

  it('fills in what a new token leaves out', () => {
    expect(operationOf('{ op: create-token, as: gold }')).toEqual({
      op: 'create-token',
      as: 'gold',
      name: 'gold',
      decimals: 0,
      amount: 0n,
      mints: [],
    });
  });
});

function operationOf(step: string): unknown {
  const text = BASE.replace('{ op: pay, to: bob, amount: 100 }', step);
  const [first] = loadScenario(text, 'x.yaml').workload[0]?.steps ?? [];
  return first?.op === 'transaction' ? first.operations[0] : first;
}
