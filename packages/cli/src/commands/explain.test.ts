import { runScenario } from '@quorate/simulator';
import { expect, it } from 'vitest';
import { shippedScenario } from '../../../../test/scenario-documents.ts';
import { quorate } from '../../test/quorate.ts';

it('explains an invariant by a sentence and its exact terms, without the links of the page', async () => {
  const { code, out } = await quorate('explain', 'no-lost-ack');
  expect(code).toBe(0);
  expect(out).toMatch(/^no-lost-ack {2}invariant of safety\n\n {2}What a correct proxy ack/);
  expect(out).toContain('\n  Enough are q − f. If more than f tell nothing (they lie,');
  expect(out.replaceAll(/\s+/g, ' ')).toContain('of almost a quorum of that. ');
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

it('takes a verdict for the invariant that it names', async () => {
  const named = await quorate('explain', 'convergence');
  expect(await quorate('explain', 'violation:convergence')).toEqual(named);
});

it.each([
  ['crash', 'fault', 'Stops a node: its memory is lost.'],
  ['twin', 'Byzantine act', 'Serves this traffic from a second honest instance'],
  ['mint', 'step', 'Makes more of a token'],
  ['catch-up', 'situation', 'It occurs when a validator settles for an account'],
  ['EpochEnding', 'error', 'Send the same bytes again once the next committee serves.'],
  ['liveness-honest', 'invariant of liveness', 'It takes at most two minutes.'],
])('explains %s, a %s', async (name, kind, words) => {
  const { code, out } = await quorate('explain', name);
  expect(code).toBe(0);
  expect(out).toContain(`${name}  ${kind}\n`);
  expect(out).toContain(words);
});

it('explains without a name every invariant and every situation of a run', async () => {
  const { out } = await quorate('explain');
  const { oracles, situations } = runScenario(shippedScenario('first-payment.yaml'));
  const explained = [...out.matchAll(/^ {2}(\S+) {2}/gm)].map(([, name]) => name);
  expect(explained).toEqual(
    expect.arrayContaining([...oracles, ...situations].map(({ name }) => name)),
  );
});

it('refuses a name that nothing has, and names one that is spelt like it', async () => {
  const { code, err } = await quorate('explain', 'unique-certificat');
  expect(code).toBe(64);
  expect(err).toMatch(/'unique-certificat' is no invariant.*did you mean "unique-certificate"\?/);
});
