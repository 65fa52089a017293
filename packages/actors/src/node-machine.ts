import { fromCallback, setup } from 'xstate';

/** What a node's lifecycle hears. */
export type LifecycleEvent =
  | { readonly type: 'Start' }
  | { readonly type: 'Recovered' }
  | { readonly type: 'Failed' }
  | { readonly type: 'Crash' };

/** What happens in the states of a lifecycle; neither function throws. */
export interface LifecycleInput {
  /** Reads the node's store; calls back when the node can go on. */
  readonly recover: (done: () => void) => void;
  /** Joins the network. Who takes the node down leaves it, before the lifecycle hears of that. */
  readonly serve: () => void;
}

/**
 * The lifecycle of a node: nothing but which messages it can hear at all.
 *
 * No rule of the ledger is in it; those are in the step machines.
 */
export const nodeMachine = setup({
  types: {
    context: {} as LifecycleInput,
    events: {} as LifecycleEvent,
    input: {} as LifecycleInput,
  },
  actors: {
    recovering: fromCallback<LifecycleEvent, LifecycleInput>(({ input, sendBack }) => {
      input.recover(() => sendBack({ type: 'Recovered' }));
    }),
    serving: fromCallback<LifecycleEvent, LifecycleInput>(({ input }) => {
      input.serve();
    }),
  },
}).createMachine({
  id: 'node',
  context: ({ input }) => input,
  initial: 'booting',
  states: {
    booting: { on: { Start: 'recovering' } },
    recovering: {
      invoke: { src: 'recovering', input: ({ context }) => context },
      on: { Recovered: 'active', Crash: 'crashed', Failed: 'failed' },
    },
    active: {
      invoke: { src: 'serving', input: ({ context }) => context },
      on: { Crash: 'crashed', Failed: 'failed' },
    },
    // Memory is gone from both; what the store kept is where the node starts again.
    crashed: { on: { Start: 'recovering' } },
    failed: { on: { Start: 'recovering', Crash: 'crashed' } },
  },
});
