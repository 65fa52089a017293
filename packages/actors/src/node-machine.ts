import { fromCallback, setup } from 'xstate';

/** The events of a node's lifecycle. */
export type LifecycleEvent =
  | { readonly type: 'Start' }
  | { readonly type: 'Recovered' }
  | { readonly type: 'Failed' }
  | { readonly type: 'Crash' };

/** What to do in the states of a lifecycle. Neither function throws. */
export interface LifecycleInput {
  /** Reads the node's store; calls back when recovery has succeeded. */
  readonly recover: (done: () => void) => void;
  /**
   * Joins the network. Whoever takes the node down leaves the network before the lifecycle is told.
   */
  readonly serve: () => void;
}

/**
 * The lifecycle of a node. It only decides which messages the node can receive at all.
 *
 * It holds no rule of the ledger; those are in the step machines.
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
    // In both states memory is gone; the node restarts from its store.
    crashed: { on: { Start: 'recovering' } },
    failed: { on: { Start: 'recovering', Crash: 'crashed' } },
  },
});
