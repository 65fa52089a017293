import fc from 'fast-check';
import { somePoint } from '../arbitraries/moments.ts';
import { oneFrom } from '../arbitraries/sketch.ts';
import { type Stage, validatorsOf } from '../arbitraries/stage.ts';
import { chance } from '../arbitraries/values.ts';
import { type Fault, STOPPING } from '../scenario/faults/fault.ts';
import type { Draw } from './draw.ts';

/** The fraction of the runs with faults in which some of them end at a point of the protocol. */
const ODDS = 0.2;

/** The fraction of the faults that do, in these runs. */
const ENDING = 0.5;

const ends = fc.tuple(
  chance(ENDING),
  oneFrom((names: readonly string[]) => names),
  somePoint,
);

/**
 * In some runs, has faults last until some validator or proxy reaches a point of the protocol,
 * however long that takes, and not for a time: until the run heals, if it never does.
 */
export function withPointedEnds(
  faults: readonly Fault[],
  stage: Stage,
  draw: Draw,
): readonly Fault[] {
  if (!faults.some(mayEndAnywhere) || !draw('faults/until', chance(ODDS))) return faults;
  return faults.map((fault): Fault => {
    if (!mayEndAnywhere(fault)) return fault;
    const [isPointed, node, point] = draw(`faults/until/${fault.id}`, ends);
    if (!isPointed) return fault;
    const until = point({ ...stage, node: node(reachingOnIn(fault, stage)) });
    const ended = { ...fault, until };
    return 'restartAfter' in ended
      ? { ...ended, restartAfter: undefined }
      : ({ ...ended, for: undefined } as Fault);
  });
}

type Ending = Exclude<Fault, { readonly kind: 'swizzle-clog' }>;

function mayEndAnywhere(fault: Fault): fault is Ending {
  return fault.kind !== 'swizzle-clog';
}

/** Lists the validators and proxies that can reach something during a fault. */
function reachingOnIn(fault: Fault, stage: Stage): readonly string[] {
  const nodes = [...validatorsOf(stage), ...stage.cluster.proxies];
  const isStill = STOPPING.includes(fault.kind) || fault.kind === 'pause';
  return isStill && 'node' in fault ? nodes.filter((name) => name !== fault.node) : nodes;
}
