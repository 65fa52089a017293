import type { LinkModel } from '@quorate/network';
import fc from 'fast-check';
import { HEALS } from '../../scenario/phases.ts';
import type { NetworkClass } from '../../scenario/swarm/swarm.ts';
import { disks } from '../generate-scenario.ts';
import { delayOf, scheduleOf, TROUBLES, troubleOf } from '../links.ts';
import { addAct, changeAct, dropAct } from './act-mutations.ts';
import { addFault, changeFault, dropFault } from './fault-mutations.ts';
import type { Mutation } from './mutation.ts';
import { addPlot, changeAmount, dropStep, moveStart, repeatStep } from './step-mutations.ts';

const changeSeed: Mutation = (parent, { draw }) => ({
  ...parent,
  seed: draw('seed', fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
});

/** One class of trouble, or the delay. */
const changeNetwork: Mutation = (parent, { draw, space }) => {
  const classes = Object.keys(TROUBLES) as NetworkClass[];
  const name = draw('class', fc.constantFrom('delay' as const, ...classes));
  const { default: link } = parent.network;
  const { [name]: _, ...rest } = link;
  const change: Partial<LinkModel> =
    name === 'delay'
      ? { delay: draw('delay', delayOf({ ...space, odds: 1 })) ?? link.delay }
      : draw('trouble', troubleOf(name, { ...space, odds: 0.7 }));
  const { burst: __, ...plain } = rest;
  const kept = name === 'drop' ? plain : rest;
  const changed = { delay: link.delay, drop: 0, ...kept, ...change };
  return { ...parent, network: { ...parent.network, default: changed } };
};

/** All changes, by kind. */
export const MUTATIONS = {
  seed: changeSeed,
  network: changeNetwork,
  schedule: (parent, { draw, space }) => ({
    ...parent,
    network: { ...parent.network, schedule: draw('schedule', scheduleOf(space)) },
  }),
  disk: (parent, { draw }) => ({
    ...parent,
    cluster: { ...parent.cluster, disk: draw('disk', disks) },
  }),
  heal: (parent, { draw }) => ({
    ...parent,
    phases:
      parent.phases === undefined
        ? undefined
        : { ...parent.phases, heal: draw('heal', fc.constantFrom(...HEALS)) },
  }),
  'add-fault': addFault,
  'drop-fault': dropFault,
  'change-fault': changeFault,
  'add-act': addAct,
  'drop-act': dropAct,
  'change-act': changeAct,
  'add-plot': addPlot,
  'drop-step': dropStep,
  'repeat-step': repeatStep,
  'change-amount': changeAmount,
  'move-start': moveStart,
} as const satisfies Readonly<Record<string, Mutation>>;

/** Names a kind of change. */
export type MutationKind = keyof typeof MUTATIONS;
