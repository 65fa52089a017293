import { expect, it } from 'vitest';
import { faultShape } from './fault-shape.ts';

const shape = faultShape({ nodes: ['v1', 'v2', 'p1'], validators: ['v1', 'v2'] });
const liar = (act: object) => ({ kind: 'byzantine', node: 'v1', acts: [act] });

it.each([
  ['from', 'p1', (from: unknown) => ({ kind: 'cut', from })],
  ['to', 'p1', (to: unknown) => ({ kind: 'cut', to })],
  ['message', 'Request', (message: unknown) => ({ kind: 'clog', only: { message } })],
  ['peers', 'http', (peers: unknown) => liar({ act: 'forge', only: { peers } })],
  ['senders', 'alice', (senders: unknown) => liar({ act: 'forge', only: { senders } })],
  ['kinds', 'sign', (kinds: unknown) => liar({ act: 'withhold', kinds })],
])('has at most 200 entries in a list of a fault: %s', (_, entry, fault) => {
  expect(shape.safeParse(fault(Array(200).fill(entry))).success).toBe(true);
  expect(shape.safeParse(fault(Array(201).fill(entry))).success).toBe(false);
});
