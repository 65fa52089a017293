import { allRows } from '@quorate/actors';
import { recoverValidator, VALIDATOR_RECOVERY, type ValidatorState } from '@quorate/core';
import { createRng } from '@quorate/network';
import type { TransactionCertificate } from '@quorate/protocol';
import { deliverAll, deliveryTo } from '../../oracles/nodes/full-delivery.ts';
import type { Retrospect, ValidatorAtRest } from '../../oracles/oracle.ts';
import { isGuest } from '../guests/guests.ts';
import { isUp } from '../is-up.ts';
import type { SimulatedValidator } from '../nodes.ts';
import { isOfDisk } from '../of-disk.ts';
import { type AsideGround, createAsides } from '../step-aside.ts';
import type { World } from '../world.ts';
import type { StoppedRun } from './calm.ts';
import { couldBring } from './could-bring.ts';
import { handedOnSince } from './handed-on.ts';
import { restingIn } from './resting.ts';

/**
 * Builds the retrospect of a run at its end. It covers correct validators only. For those that are
 * up it has the current state, the stored state, and the state after full delivery. `onFailure` is
 * told of validators that break when they are asked something on the side, or could not start from
 * what they have written.
 */
export function lookBack(run: StoppedRun, onFailure: AsideGround['onFailure']): Retrospect {
  const { world } = run;
  const { genesis, isCorrect, watching } = world;
  const certificates = certificatesOf(world);
  const { parties, epochs, validatorRules: rules, witness: verifier, clock } = world;
  const { step, look } = createAsides({
    parties,
    epochs,
    rules,
    verifier,
    now: clock.now,
    onFailure,
  });
  // The state of nodes that are not the core's is unknown.
  const correct = world.validators.filter(
    ({ node: { name } }) => isCorrect(name) && !isGuest(world.makers, name),
  );
  // Reading disks and simulating full delivery cost as much as the run itself, and only oracles
  // need them.
  const isJudged = watching.oracles && watching.atRest;
  const stored = new Map(
    (isJudged ? correct : []).flatMap((validator) => {
      const disk = readDisk(world, validator, onFailure);
      return disk === undefined ? [] : [[validator.node.name, disk] as const];
    }),
  );
  return {
    validators: correct.flatMap(({ node: { name, state } }): readonly ValidatorAtRest[] => {
      const present = state();
      if (present === undefined) return [];
      if (!isJudged) return [{ name, state: present, stored: present, delivered: present }];
      const delivered = deliverAll(present, certificates, deliveryTo(name, step));
      // If the disk cannot be read, the current state stands for the stored one.
      return [{ name, state: present, stored: stored.get(name) ?? present, delivered }];
    }),
    disks: [...stored].map(([name, { ledger }]) => ({ name, ledger })),
    handedOnSince: handedOnSince(run),
    couldBring: couldBring(run),
    restsIn: (proxy, last) =>
      run.ending === 'rest' &&
      world.proxies.some(
        (node) => node.name === proxy && isUp(world, node) && node.state() === last,
      ),
    resting: restingIn(run),
    certificates,
    fresh: recoverValidator(genesis, []).state,
    step,
    look,
    // A separate random source, so that the draws of oracles are not part of the run.
    shuffle: (list) => createRng(world.seed).stream('oracles').shuffle(list),
  };
}

// What validators of foreign code have settled is not visible. With those in the run, the
// certificates formed are used instead, except what liars formed with leaked keys: whoever has left
// the committee would still take that, and nobody else.
function certificatesOf(world: World): Retrospect['certificates'] {
  const { validators, makers, timeline, committees } = world;
  const settled = timeline.settledCertificates();
  if (!validators.some(({ node: { name } }) => isGuest(makers, name))) return settled;
  const isLeaked = ({ signatures }: TransactionCertificate) =>
    signatures.some(([key]) => committees.isLeaked(key));
  const formed = timeline.formedCertificates().filter((each) => !isLeaked(each));
  return [...formed, ...settled.filter(isLeaked)];
}

/** Undefined when the validator could not start from this disk either, rotted or wrong. */
function readDisk(
  { genesis }: World,
  { node, store }: SimulatedValidator,
  onFailure: AsideGround['onFailure'],
): ValidatorState | undefined {
  const policy = node.state()?.pruning?.policy;
  try {
    return recoverValidator(genesis, allRows(store, VALIDATOR_RECOVERY), undefined, policy).state;
  } catch (failure) {
    if (!isOfDisk(failure)) onFailure(node.name, failure);
    return undefined;
  }
}
