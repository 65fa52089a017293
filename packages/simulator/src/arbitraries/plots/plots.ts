import fc from 'fast-check';
import type { DrawnOperation } from '../../scenario/swarm/swarm.ts';
import type { Sketches } from '../sketch.ts';
import { span } from '../values.ts';
import { batchPlot } from './batch.ts';
import { claimPlot } from './claim.ts';
import { escrowPlot } from './escrow.ts';
import { payPlot } from './pay.ts';
import { readPlot } from './read.ts';
import { act, type Plot, type Scene } from './scene.ts';
import { sharedPlot } from './shared.ts';
import { statePlot } from './state.ts';
import { tokenPlot } from './token.ts';

/** The plots of clients, by the class of operation that they belong to. */
export const PLOTS: { readonly [K in DrawnOperation]: Sketches<Scene, Plot> } = {
  pay: payPlot,
  token: tokenPlot,
  state: statePlot,
  escrow: escrowPlot,
  claim: claimPlot,
  committee: fc
    .constantFrom('join-committee' as const, 'leave-committee' as const)
    .map((op) => ({ lead }) => [act(lead.name, { op })]),
  batch: batchPlot,
  shared: sharedPlot,
  wait: span(0, 1_000).map((duration) => ({ lead }) => [
    { client: lead.name, step: { op: 'wait', for: duration } },
  ]),
  read: readPlot,
};
