import { readFileSync } from 'node:fs';
import { SUBMISSION_RULES } from '@quorate/byzantine';
import { describe, expect, it } from 'vitest';
import { BASE, diagnose } from '../../../test/base-scenario.ts';
import { loadScenario } from '../read/load.ts';
import { type ByzantineAct, CLIENT_ACTS, PROXY_ACTS, VALIDATOR_ACTS } from './byzantine.ts';
import { byzantineNodes } from './byzantine-nodes.ts';
import { CERTIFICATE_FLAWS, ENCODING_FAULTS, TRAFFIC_KINDS } from './words.ts';

/** A scenario in which `node` does these acts. */
function withActs(node: string, ...acts: readonly string[]): string {
  return `${BASE}byzantine:\n  - { id: b1, node: ${node}, acts: [${acts.join(', ')}] }\n`;
}

function load(node: string, act: string): ByzantineAct | undefined {
  return loadScenario(withActs(node, act), 'x.yaml').byzantine[0]?.acts[0];
}

const RIVALS = '{to: bob, amount: 1, validators: [v1]}, {to: alice, amount: 1, validators: [v2]}';

describe('byzantine', () => {
  it('fills in every default', () => {
    const everywhere = { peers: undefined, senders: undefined };
    const bending = { id: 'a', moment: undefined, only: everywhere, times: undefined };
    expect(load('v1', '{id: a, act: twin}')).toEqual({ ...bending, act: 'twin' });
    expect(load('v1', '{id: a, act: withhold}')).toEqual({
      ...bending,
      act: 'withhold',
      kinds: ['check', 'sign', 'settle', 'query'],
    });
    expect(load('v1', '{id: a, act: sign-invalid}')).toEqual({
      ...bending,
      act: 'sign-invalid',
      rules: ['V2', 'V3', 'V5', 'V6', 'V7'],
    });
    expect(load('p1', '{id: a, act: drop}')).toMatchObject({
      kinds: ['submit', 'check', 'sign', 'settle', 'query', 'answer'],
    });
    expect(load('alice', `{id: a, act: equivocate, rivals: [${RIVALS}]}`)).toEqual({
      id: 'a',
      act: 'equivocate',
      rivals: [{ to: 'bob', amount: 1n, validators: ['v1'] }, expect.any(Object)],
    });
  });

  it('reads what narrows an act, units and numbers beyond 2^53', () => {
    const narrowed =
      "{id: a, act: lie, about: balance, by: '-99999999999999999999', times: 3, at: 2 s}";
    expect(load('v1', narrowed)).toMatchObject({
      by: -99999999999999999999n,
      times: 3,
      moment: { kind: 'time', at: 2_000_000_000n },
    });
    expect(
      load(
        'v1',
        '{id: a, act: forge, only: {peers: [p1], senders: [bob]}, when: {node: v2, after: signed}}',
      ),
    ).toMatchObject({
      only: { peers: ['p1'], senders: ['bob'] },
      moment: { kind: 'trigger', node: 'v2', after: 'signed', count: 1 },
    });
  });

  it.each([2n ** 256n - 1n, 1n - 2n ** 256n])('takes a lie by %s, the largest', (by) => {
    expect(load('v1', `{id: a, act: lie, about: state, by: "${by}"}`)).toMatchObject({ by });
    expect(load('v1', `{id: a, act: lie, about: state, by: ${by}}`)).toMatchObject({ by });
  });

  it.each([
    ['an unknown node', 'v9', '{id: a, act: forge}', 'byzantine[0].node: unknown node "v9"'],
    [
      'an unknown act',
      'v1',
      '{id: a, act: forg}',
      'byzantine[0].acts[0].act: unknown act "forg"; did you mean "forge"?',
    ],
    [
      'an act of another role',
      'alice',
      '{id: a, act: forge}',
      'byzantine[0].acts[0].act: "forge" is for a validator, and alice is a client; it can do equivocate, nonce-abuse, bad-encoding, incomplete-certificate',
    ],
    [
      'an act of a client at a proxy',
      'p1',
      '{id: a, act: nonce-abuse, kind: gap, to: bob, amount: 1}',
      'byzantine[0].acts[0].act: "nonce-abuse" is for a client, and p1 is a proxy; it can do drop, swap, forge-quorum, withhold-certificate, false-refusal, stale-committee',
    ],
    [
      'a peer that does not exist',
      'v1',
      '{id: a, act: forge, only: {peers: [p2]}}',
      'byzantine[0].acts[0].only.peers[0]: unknown node "p2"',
    ],
    [
      'a sender that does not exist',
      'v1',
      '{id: a, act: selective-service, serves: {senders: [carol]}}',
      'byzantine[0].acts[0].serves.senders[0]: unknown client "carol"',
    ],
    [
      'a rival for nobody',
      'alice',
      '{id: a, act: equivocate, rivals: [{to: carol, amount: 1, validators: [v1]}, {to: bob, amount: 1, validators: [v5]}]}',
      'byzantine[0].acts[0].rivals[0].to: unknown client "carol"',
    ],
    [
      'the burn address misspelt',
      'alice',
      '{id: a, act: nonce-abuse, kind: gap, to: burn-adress, amount: 1}',
      'byzantine[0].acts[0].to: unknown client "burn-adress"; did you mean "burn-address"?',
    ],
    [
      'the burn address as the one in league',
      'v1',
      '{id: a, act: collude, with: burn-address}',
      'byzantine[0].acts[0].with: unknown client "burn-address"',
    ],
    [
      'a single rival',
      'alice',
      '{id: a, act: equivocate, rivals: [{to: bob, amount: 1, validators: [v1]}]}',
      'byzantine[0].acts[0].rivals: expected a list of two or more, got a list of one',
    ],
    [
      'no rivals at all',
      'alice',
      '{id: a, act: equivocate, rivals: []}',
      'byzantine[0].acts[0].rivals: expected a list of two or more, got an empty list',
    ],
    [
      'a lie past 256 bits',
      'v1',
      `{id: a, act: lie, about: state, by: "-${2n ** 256n}"}`,
      `byzantine[0].acts[0].by: expected a number below 2^256 either way, got "-${2n ** 256n}"`,
    ],
    [
      'a lie that is no whole number',
      'v1',
      '{id: a, act: lie, about: state, by: 1.5}',
      'byzantine[0].acts[0].by: expected a whole number, in quotes beyond 9007199254740991, got 1.5',
    ],
    [
      'a client as a target',
      'alice',
      '{id: a, act: bad-encoding, kind: truncated, to: bob, amount: 1, targets: [bob]}',
      'byzantine[0].acts[0].targets[0]: unknown validator or proxy "bob"',
    ],
    [
      'a trigger at a node that does not exist',
      'v1',
      '{id: a, act: forge, when: {node: v9, after: signed}}',
      'byzantine[0].acts[0].when.node: unknown node "v9"',
    ],
    [
      'a moment after the end',
      'v1',
      '{id: a, act: forge, at: 2 min}',
      'byzantine[0].acts[0].at: expected a time before limits.simTime, at which the run ends, got 2 min',
    ],
    [
      'an act that never acts',
      'v1',
      '{id: a, act: forge, times: 0}',
      'byzantine[0].acts[0].times: expected a whole number, 1 or more, got 0',
    ],
    [
      'a count too large to be exact',
      'v1',
      '{id: a, act: forge, times: 1e300}',
      'byzantine[0].acts[0].times: expected a whole number, 1 or more, got 1e+300',
    ],
    [
      'the id of its party',
      'v1',
      '{id: b1, act: forge}',
      'byzantine[0].acts[0].id: "b1" is taken: every entry of byzantine and every act has an id of its own',
    ],
  ])('refuses %s', (_, node, act, message) => {
    expect(diagnose(withActs(node, act)).join('\n')).toContain(message);
  });

  it('refuses two parties at one node, and an id taken anywhere else', () => {
    const second = '  - {id: b2, node: v1, acts: [{id: a, act: forge}]}\n';
    expect(diagnose(withActs('v1', '{id: a, act: twin}') + second)).toEqual([
      expect.stringContaining('byzantine[1].node: "v1" appears twice'),
      expect.stringContaining('byzantine[1].acts[0].id: "a" is taken'),
    ]);
  });

  it('refuses a proxy that does not exist', () => {
    const text = BASE.replace('bob: {}', 'bob: { proxy: p2 }');
    expect(diagnose(text)).toEqual([expect.stringContaining('unknown proxy "p2"')]);
    expect(diagnose(text.replace('validators: 4', 'validators: 4\n  proxies: 2'))).toEqual([]);
  });

  it('knows every act in its schema, and one role of each', () => {
    const all = [...VALIDATOR_ACTS, ...PROXY_ACTS, ...CLIENT_ACTS];
    expect(new Set(all).size).toBe(all.length);
    const [message = ''] = diagnose(withActs('v1', '{id: a, act: nonsense-of-no-kind}'));
    for (const act of all) expect(message).toContain(act);
  });

  it('explains every word of an act in the documentation', () => {
    const guide = readFileSync(
      new URL('../../../../../docs/scenarios.md', import.meta.url),
      'utf8',
    );
    const words = [...VALIDATOR_ACTS, ...PROXY_ACTS, ...CLIENT_ACTS, ...TRAFFIC_KINDS];
    const others = [...ENCODING_FAULTS, ...CERTIFICATE_FLAWS, ...SUBMISSION_RULES];
    const told = [...words, ...others].filter((word) =>
      new RegExp(`[\`\\s]${word}\\b`).test(guide),
    );
    expect(told).toEqual([...words, ...others]);
  });

  it('does not count a node without acts as Byzantine', () => {
    const scenario = loadScenario(
      `${withActs('v1')}  - { id: b2, node: v2, acts: [{ id: a, act: forge }] }\n`,
      'x.yaml',
    );
    expect([...byzantineNodes(scenario)]).toEqual(['v2']);
  });
});
