import fc from 'fast-check';
import type { WorkloadStep } from '../../scenario/steps/step.ts';
import { oneFrom, type Sketches, shuffledFrom } from '../sketch.ts';
import { chance, span } from '../values.ts';
import { act, castOf, type Line, type Plot, payeesOf, type Scene } from './scene.ts';
import { stateSteps } from './state.ts';

const wait = (duration: bigint): readonly WorkloadStep[] =>
  duration === 0n ? [] : [{ op: 'wait', for: duration }];

/**
 * Draws clients that read one account: alone or one after the other, and mostly their own account
 * or that of the lead. Its owner may have written to it just before.
 */
export const readPlot: Sketches<Scene, Plot> = fc
  .tuple(
    shuffledFrom(castOf),
    fc.constantFrom(1, 1, 2),
    fc.oneof(
      oneFrom(payeesOf),
      fc.constant(({ lead }: Scene) => lead.name),
    ),
    fc.constantFrom(0n, 0n, 1n),
    span(20, 800),
    chance(0.3),
    stateSteps,
  )
  .map(([order, count, of, isLater, duration, isWritten, cells]) => (scene) => {
    const { lead, swarm } = scene;
    const others = order(scene).filter((name) => name !== lead.name);
    const account = of(scene);
    // An account without a cell has less that a liar could misreport.
    const mayWrite = swarm.operations.state > 0 && castOf(scene).includes(account);
    const written = isWritten && mayWrite ? cells : [];
    const readers = [lead.name, ...others].slice(0, count).flatMap((client): readonly Line[] => {
      const read = { op: 'read', of: account === client ? undefined : account } as const;
      return [...wait(isLater * duration), read].map((step) => ({ client, step }));
    });
    return [...written.map((step) => act(account, step)), ...readers];
  });
