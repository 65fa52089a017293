import fc from 'fast-check';
import type { ClaimStep } from '../../scenario/steps/step.ts';
import { type Sketches, share, someFrom } from '../sketch.ts';
import { act, namesOf, type Plot, type Scene } from './scene.ts';

/**
 * Draws a claim that enough of its verifiers sign: one that lacks signatures would block its
 * sender.
 */
export const claimStep: Sketches<Scene, ClaimStep> = fc
  .tuple(
    someFrom(namesOf),
    someFrom(namesOf),
    share,
    fc.uint8Array({ minLength: 1, maxLength: 4, size: 'max' }),
  )
  .map(([asked, willing, part, data]) => (scene) => {
    const verifiers = asked(scene);
    const yes = willing(scene);
    const signers = verifiers.filter((name) => yes.includes(name));
    return {
      op: 'claim',
      data,
      verifiers,
      signers,
      quorum: Math.floor(part * (signers.length + 1)),
    };
  });

/** Draws a claim of one client. */
export const claimPlot: Sketches<Scene, Plot> = claimStep.map((sketch) => (scene) => [
  act(scene.lead.name, sketch(scene)),
]);
