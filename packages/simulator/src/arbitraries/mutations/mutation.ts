import type { Draw } from '../../draw/draw.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { ScenarioSpace } from '../scenario-space.ts';
import { share } from '../sketch.ts';
import type { Stage } from '../stage.ts';

/** What a change is drawn for and with. */
export interface Means {
  readonly stage: Stage;
  readonly space: ScenarioSpace;
  readonly draw: Draw;
}

/** Changes a little of a scenario; gives it back as it is where there is nothing to change. */
export type Mutation = (parent: Scenario, means: Means) => Scenario;

/** Draws a place in a list; undefined in an empty one. */
export function placeIn(list: readonly unknown[], { draw }: Means): number | undefined {
  return list.length === 0 ? undefined : Math.floor(draw('place', share) * list.length);
}

/** Takes out one element, or puts another in its place. */
export function withPlace<T>(
  list: readonly T[],
  place: number | undefined,
  change: (element: T) => readonly T[],
): readonly T[] {
  return list.flatMap((element, index) => (index === place ? change(element) : [element]));
}

/** Gives an id that is not taken: with the least number behind the prefix. */
export function freshId(prefix: string, taken: readonly string[]): string {
  let number = 1;
  while (taken.includes(`${prefix}-${number}`)) number += 1;
  return `${prefix}-${number}`;
}
