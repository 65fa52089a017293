import type { Node } from '@quorate/actors';
import type { World } from './world.ts';

/** Tells whether a node is up and not paused: no other node can be asked anything. */
export function isUp(
  { hostOf }: Pick<World, 'hostOf'>,
  { name, status }: Pick<Node<unknown>, 'name' | 'status'>,
): boolean {
  return status() === 'active' && hostOf(name).gate?.isShut() !== true;
}
