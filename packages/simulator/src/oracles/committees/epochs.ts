import type { Committee, EpochStatus, ValidatorState } from '@quorate/core';
import { type Address, factsOf, type TransactionId } from '@quorate/protocol';
import type { Finding, Oracle, OracleContext, ValidatorStep } from '../oracle.ts';

/** All correct validators that have reached an epoch hold the same committee for it. */
export function epochAgreement(): Oracle {
  const held = new Map<string, { readonly validator: string; readonly members: string }>();
  return {
    name: 'epoch-agreement',
    kind: 'safety',
    afterStep: ({ validator, changes }) => {
      for (const { table, key, value: record } of changes) {
        if (table !== 'committee') continue;
        const members = record === undefined ? 'none' : textOf(record.members);
        const first = held.get(key) ?? { validator, members };
        held.set(key, first);
        if (first.members === members) continue;
        return {
          message: `${validator} and ${first.validator} hold different committees of epoch ${key}`,
          facts: { validator, other: first.validator, epoch: key, members, held: first.members },
        };
      }
      return undefined;
    },
  };
}

function textOf(members: Committee['members']): string {
  return members
    .map(({ validator: { address, host, rpcPort }, operator }) =>
      [address, host, rpcPort, operator ?? 'nobody'].join(' '),
    )
    .join(', ');
}

/**
 * At a correct validator neither the epoch that it knows nor the epoch whose locks it holds ever
 * decreases, restarts included.
 *
 * A crash may lose what was not flushed; after it, what the validator has told others counts.
 */
export function epochMonotone(): Oracle {
  const told = new Map<string, Standing>();
  return {
    name: 'epoch-monotone',
    kind: 'safety',
    afterStep: ({ validator, observation: { before, after } }) => {
      if (before.handover === after.handover && before.ledger === after.ledger) return undefined;
      return fallen(validator, standingOf(before), standingOf(after));
    },
    noteAnswer: ({ validator, result }) => {
      if (result.type === 'EpochStatus') told.set(validator, result);
    },
    afterStart: ({ validator, ledger, served }) =>
      fallen(validator, told.get(validator), { known: ledger.committee.size, served }),
  };
}

/** The epoch that a validator knows, and the one whose locks it holds. */
type Standing = Pick<EpochStatus, 'known' | 'served'>;

function standingOf({ ledger, handover }: ValidatorState): Standing {
  return { known: ledger.committee.size, served: handover.served };
}

function fallen(validator: string, from: Standing | undefined, to: Standing): Finding | undefined {
  if (from === undefined || (from.known <= to.known && from.served <= to.served)) return undefined;
  const facts = {
    validator,
    known: `${from.known}, then ${to.known}`,
    served: `${from.served}, then ${to.served}`,
  };
  return { message: `${validator} went back to an earlier epoch`, facts };
}

/** No validator key is a member of two committees, or twice of one (rule C9). */
export function oneKeyOneEpoch({
  committees,
  nameOf,
}: Pick<OracleContext, 'committees' | 'nameOf'>): Oracle {
  return {
    name: 'one-key-one-epoch',
    kind: 'safety',
    afterCertified: (facts) => {
      const committee = committees.certified(facts);
      if (committee === undefined) return undefined;
      const keys = committee.members.map(({ validator }) => validator.address);
      const key = keys.find(
        (each, index) =>
          keys.indexOf(each) < index || committees.of(each).some((other) => other !== committee),
      );
      if (key === undefined) return undefined;
      return {
        message: `a key of ${nameOf(key)} is a member of epoch ${committee.epoch} and of another place`,
        facts: { key, validator: nameOf(key), epoch: String(committee.epoch) },
      };
    },
  };
}

/**
 * Between freeze and merge a correct operator signs nothing new (rules C4, C6): it signs only with
 * a key of the last epoch that it knows of, and only once it holds the locks of that epoch.
 */
export function frozenSignsNothing({ committees }: Pick<OracleContext, 'committees'>): Oracle {
  /** By validator and by its key. */
  const given = new Map<string, Map<Address, Set<TransactionId>>>();

  function signedUnder(key: Address, validator: string): Set<TransactionId> {
    const byKey = given.get(validator) ?? new Map<Address, Set<TransactionId>>();
    const known = byKey.get(key) ?? new Set();
    if (known.size === 0) given.set(validator, byKey.set(key, known));
    return known;
  }

  return {
    name: 'frozen-signs-nothing',
    kind: 'safety',
    afterStep: (step) => {
      const { validator, observation } = step;
      for (const effect of observation.effects) {
        if (effect.type !== 'Reply' || effect.result.type !== 'Signed') continue;
        const { validator: key, transactionId } = effect.result;
        const known = signedUnder(key, validator);
        if (known.has(transactionId)) continue;
        known.add(transactionId);
        const fault = unfit(key, step, committees);
        if (fault === undefined) continue;
        return {
          message: `${validator} signed something new ${fault}`,
          facts: { validator, key, transaction: transactionId, request: requestOf(step) },
        };
      }
      return undefined;
    },
  };
}

function unfit(
  key: Address,
  { observation: { before } }: ValidatorStep,
  committees: OracleContext['committees'],
): string | undefined {
  const last = before.ledger.committee.size;
  const { served } = before.handover;
  if (!committees.of(key).some(({ epoch }) => epoch === last)) {
    return `under another key than one of epoch ${last}, the last that it knows of`;
  }
  return served === last
    ? undefined
    : `in epoch ${last}, while it holds no more than the locks of epoch ${served}`;
}

function requestOf({ observation: { input } }: ValidatorStep): string {
  if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return 'none';
  const { transaction } = input.message.envelope;
  return typeof transaction === 'string' ? 'bytes' : factsOf(transaction).id;
}
