import {
  CERTIFICATE_PREFIX,
  recoverValidator,
  type StoredCertificate,
  type ValidatorState,
} from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import { deliverAll, deliveryTo } from '../oracles/nodes/full-delivery.ts';
import type { Retrospect, ValidatorAtRest } from '../oracles/oracle.ts';
import { byText } from '../shapes/by-text.ts';
import { type AsideGround, createAsides } from '../world/step-aside.ts';
import { START } from '../world/world.ts';
import type { Cluster } from './cluster.ts';
import { type Local, rowsOf } from './machines/machine.ts';

/**
 * Judges an order of events after which nothing is under way. Timers may still be set, so no node
 * counts as idle, and no proxy as having had every opportunity. `onFailure` is told of validators
 * that break when they are asked something on the side, or could not start from what they have
 * written.
 */
export function lookBack(
  cluster: Cluster,
  locals: readonly Local[],
  onFailure: AsideGround['onFailure'],
): Retrospect {
  const { genesis, parties, rules, witness: verifier } = cluster;
  const correct = correctValidators(cluster, locals);
  const certificates = settledIn(correct.map(({ local }) => local));
  const { step, look } = createAsides({
    parties,
    epochs: 1,
    rules,
    verifier,
    now: () => START,
    onFailure,
  });
  const stored = new Map(
    correct.flatMap(({ name, local: { rows } }) => {
      try {
        return [[name, recoverValidator(genesis, rowsOf(rows)).state] as const];
      } catch (failure) {
        onFailure(name, failure);
        return [];
      }
    }),
  );
  const validators = correct.map(({ name, local }): ValidatorAtRest => {
    const state = local.state as ValidatorState;
    const delivered = deliverAll(state, certificates, deliveryTo(name, step));
    // If the disk cannot be read, the current state stands for the stored one, as in a run.
    return { name, state, stored: stored.get(name) ?? state, delivered };
  });
  return {
    validators,
    disks: [...stored].map(([name, { ledger }]) => ({ name, ledger })),
    handedOnSince: undefined,
    couldBring: () => false,
    restsIn: () => false,
    resting: [],
    certificates,
    fresh: recoverValidator(genesis, []).state,
    step,
    look,
    // Any other order will do.
    shuffle: (list) => [...list].reverse(),
  };
}

/** The validators whose ledgers count, in their order. */
export function correctValidators(
  { machines, isCorrect }: Pick<Cluster, 'machines' | 'isCorrect'>,
  locals: readonly Local[],
): readonly { readonly name: string; readonly local: Local }[] {
  return machines.flatMap(({ name, role }, index) => {
    const local = locals[index];
    const counts = role === 'validator' && isCorrect(name) && local !== undefined;
    return counts ? [{ name, local }] : [];
  });
}

/**
 * Lists what some validators have settled; for each transaction, the certificate of the first
 * validator that has it. Those of one sender have the order of their nonces, as their keys do.
 */
export function settledIn(locals: readonly Local[]): readonly TransactionCertificate[] {
  const found = new Map<string, TransactionCertificate>();
  for (const { rows } of locals) {
    for (const [key, value] of rows) {
      if (!key.startsWith(CERTIFICATE_PREFIX)) continue;
      const { certificate } = value as StoredCertificate;
      const place = `${key} ${factsOf(certificate.envelope.transaction).id}`;
      if (!found.has(place)) found.set(place, certificate);
    }
  }
  return [...found].sort(([a], [b]) => byText(a, b)).map(([, certificate]) => certificate);
}
