import type { Resting } from '../../oracles/oracle.ts';
import { isGuest } from '../guests/guests.ts';
import { ownerOf } from '../links.ts';
import type { StoppedRun } from './calm.ts';

/**
 * Lists the correct nodes that are up at the end of a run in which nothing was left to happen. If a
 * node may have stayed paused, the list is empty, because its messages are still waiting.
 */
export function restingIn({ world, scenario, ending }: StoppedRun): readonly Resting[] {
  const { phases, faults } = scenario;
  const mayWait = phases?.heal !== 'all' && faults.some(({ kind }) => kind === 'pause');
  if (ending !== 'rest' || mayWait) return [];
  const { validators, proxies, clients, makers } = world;
  const isKnown = (name: string) => world.isCorrect(ownerOf(name)) && !isGuest(makers, name);
  return [
    ...validators.flatMap(({ node: { name, state } }) =>
      isKnown(name) ? restingAs('validator', name, state()) : [],
    ),
    ...proxies.flatMap(({ name, state }) =>
      isKnown(name) ? restingAs('proxy', name, state()) : [],
    ),
    ...clients.flatMap(({ name, state }) =>
      isKnown(name) ? restingAs('client', name, state()) : [],
    ),
  ];
}

function restingAs<R extends Resting['role']>(
  role: R,
  name: string,
  state: Extract<Resting, { readonly role: R }>['state'] | undefined,
): readonly Resting[] {
  return state === undefined ? [] : [{ role, name, state } as unknown as Resting];
}
