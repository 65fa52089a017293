import { createValidatorNode, type Node, type ValidatorNodeOptions } from '@quorate/actors';
import {
  type Bend,
  createBentTransport,
  createReach,
  deedBend,
  type Reach,
  type Stage,
  type Startable,
} from '@quorate/byzantine';
import { type Keyring, nodeNameOf, VALIDATOR_RULES, type ValidatorState } from '@quorate/core';
import { createMemoryStore } from '@quorate/storage';
import { putsOf, rowsIn } from '../data/rows.ts';
import type { LyingAct } from './act-shape.ts';
import { linkEnd } from './link-end.ts';

/** Hears each time that an act has been done: its place among those that were begun with it. */
export type OnActed = (act: number) => void;

/** Makes a validator break the rules: its acts stand between it and the network. */
export interface Liar {
  /** Makes the validator do these things, until the function that it gives is called. */
  begin(acts: readonly LyingAct[], onActed?: OnActed): () => void;
}

/** A validator that can lie; without acts it is honest. */
export interface LyingValidator extends Node<ValidatorState> {
  readonly liar: Liar;
  /** Forgets what its acts remember: the validator is put back. It is down meanwhile. */
  readonly forget: () => void;
}

/** What a validator of a devnet is made from. */
export interface LiarOptions extends ValidatorNodeOptions {
  readonly keys: Keyring;
  /** Told why a second instance of it stopped. */
  readonly onInstanceFailure: (failure: unknown) => void;
}

interface Part {
  /** Creates what performs the acts anew. How often each has been done already counts on. */
  readonly bend: () => readonly Bend[];
  bends: readonly Bend[];
}

/** More than a validator has under way at once. */
const REQUESTS_MAX = 4096;

/**
 * Creates a validator that can be made to lie; `options` are those of its honest part, and `bendOf`
 * gives what performs an act.
 */
export function createLyingValidator(
  options: LiarOptions,
  bendOf: typeof deedBend = deedBend,
): LyingValidator {
  const { name, ports } = options;
  const bent = createBentTransport({
    name,
    transport: ports.transport,
    onArrival: () => undefined,
    remembers: REQUESTS_MAX,
  });
  const honest = createValidatorNode({
    ...options,
    ports: { ...ports, transport: bent.port },
    onFailure(failure) {
      // Their timers would go on, and speak for a validator that is down.
      for (const each of instances()) each.crash();
      options.onFailure(failure);
    },
  });
  const stage = stageOf(options, honest, bent.say);
  function partOf(acts: readonly LyingAct[], onActed: OnActed): Part {
    const reaches = acts.map((act, index) => reachOf(act, stage, () => onActed(index)));
    const bend = () => acts.map((act, index) => bendOf(act, reaches[index] as Reach, stage));
    return { bend, bends: bend() };
  }
  const parts = new Set<Part>();

  const instancesOf = ({ bends }: Part): readonly Startable[] =>
    bends.flatMap(({ instance }) => instance ?? []);
  const instances = () => [...parts].flatMap(instancesOf);
  const startInstances = (started: readonly Startable[]): void => {
    if (honest.status() === 'active') for (const each of started) each.start();
  };
  const install = () => bent.bend([...parts].flatMap(({ bends }) => bends));

  return {
    ...honest,
    liar: {
      begin(acts, onActed = () => undefined) {
        const part = partOf(acts, onActed);
        parts.add(part);
        install();
        // Otherwise they start with the node.
        startInstances(instancesOf(part));
        return () => {
          if (!parts.delete(part)) return;
          install();
          for (const each of instancesOf(part)) each.crash();
        };
      },
    },
    start() {
      honest.start();
      startInstances(instances());
    },
    crash() {
      honest.crash();
      for (const each of instances()) each.crash();
    },
    forget() {
      bent.bend([]);
      for (const part of parts) part.bends = part.bend();
      install();
    },
  };
}

function reachOf({ only, times }: LyingAct, { names }: Stage, onActed: () => void): Reach {
  return createReach({ only, times, isOn: () => true, onActed, names });
}

function stageOf(options: LiarOptions, honest: Node<ValidatorState>, say: Stage['say']): Stage {
  const { name, ports, signer, verifier, keys, genesis } = options;
  const { onInstanceFailure: onFailure } = options;
  return {
    name,
    names: { peer: linkEnd, account: (address) => address },
    say,
    addressOf(other) {
      const members = honest.state()?.committees.at(-1)?.members ?? [];
      return members.find(({ validator }) => nodeNameOf(validator) === other)?.validator.address;
    },
    state: honest.state,
    env() {
      const seat = honest.state()?.handover.seat;
      const own = seat === undefined ? undefined : keys.find(seat);
      return {
        now: ports.clock.now(),
        signer: own ?? signer,
        verifier,
        rules: VALIDATOR_RULES,
        keys,
      };
    },
    another(transport) {
      // It parts from the first one now, and shares its past.
      const store = createMemoryStore<unknown>();
      store.write(putsOf(rowsIn(ports.store)));
      const own = { ...ports, transport, store };
      return createValidatorNode({ name, ports: own, signer, verifier, keys, genesis, onFailure });
    },
  };
}
