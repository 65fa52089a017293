import { allRows } from '@quorate/actors';
import { recoverValidator, VALIDATOR_RECOVERY, type ValidatorState } from '@quorate/core';
import { createRng } from '@quorate/network';
import { deliverAll } from '../oracles/full-delivery.ts';
import type { Retrospect, ValidatorAtRest } from '../oracles/oracle.ts';
import type { StoppedRun } from './calm.ts';
import { couldBring } from './could-bring.ts';
import { handedOnSince } from './handed-on.ts';
import { isUp } from './is-up.ts';
import type { SimulatedValidator } from './nodes.ts';
import { isOfDisk } from './of-disk.ts';
import { restingIn } from './resting.ts';
import { createAsides } from './step-aside.ts';
import type { World } from './world.ts';

/**
 * Looks back on a run at its end. Of the validators only the correct ones count; those that are up
 * are seen as they are, as stored, and after full delivery.
 */
export function lookBack(run: StoppedRun): Retrospect {
  const { world } = run;
  const { genesis, isCorrect, watching } = world;
  const certificates = certificatesOf(world);
  const { parties, epochs, validatorRules: rules, witness: verifier, clock } = world;
  const { step, look } = createAsides({ parties, epochs, rules, verifier, now: clock.now });
  // What nodes of somebody else's making hold is theirs to know.
  const correct = world.validators.filter(
    ({ node: { name } }) => isCorrect(name) && !Object.hasOwn(world.makers, name),
  );
  // Only oracles look at disks and at what would come of full delivery, and that costs as much as the run did.
  const isJudged = watching.oracles && watching.atRest;
  const stored = new Map(
    (isJudged ? correct : []).flatMap((validator) => {
      const disk = readDisk(world, validator);
      return disk === undefined ? [] : [[validator.node.name, disk] as const];
    }),
  );
  return {
    validators: correct.flatMap(({ node: { name, state } }): readonly ValidatorAtRest[] => {
      const present = state();
      if (present === undefined) return [];
      if (!isJudged) return [{ name, state: present, stored: present, delivered: present }];
      const delivered = deliverAll(present, certificates, (before, certificate) => {
        const requestId = 'full-delivery';
        return step(name, before, { type: 'SubmitCertificate', requestId, certificate }).state;
      });
      // Of a disk that cannot be read nothing can be said.
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
    // A root of its own, so that what oracles draw is no part of the run.
    shuffle: (list) => createRng(world.seed).stream('oracles').shuffle(list),
  };
}

// What validators of somebody else's making settle nobody sees: there, what was formed has to do.
function certificatesOf({ validators, makers, timeline }: World): Retrospect['certificates'] {
  const isUnseen = validators.some(({ node: { name } }) => Object.hasOwn(makers, name));
  return isUnseen ? timeline.formedCertificates() : timeline.settledCertificates();
}

/** Undefined where a row has rotted: the validator cannot come up from it either. */
function readDisk({ genesis }: World, { store }: SimulatedValidator): ValidatorState | undefined {
  try {
    return recoverValidator(genesis, allRows(store, VALIDATOR_RECOVERY)).state;
  } catch (failure) {
    if (isOfDisk(failure)) return undefined;
    throw failure;
  }
}
