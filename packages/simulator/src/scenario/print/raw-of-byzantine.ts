import { present } from '../../present.ts';
import type { ByzantineAct, ByzantineParty } from '../byzantine/byzantine.ts';
import type { ClientDeed, Payment, Rival, Targeted } from '../byzantine/client-act.ts';
import type { ProxyDeed } from '../byzantine/proxy-act.ts';
import type { RawByzantineAct, RawByzantineParty } from '../byzantine/raw-byzantine.ts';
import type { ValidatorDeed } from '../byzantine/validator-act.ts';
import { rawOfMoment } from './raw-of-moment.ts';
import { type PlainKeys, rawDuration, rawInteger } from './raw-values.ts';

/** Gives a Byzantine node as a file states it; the inverse of `buildParty`. */
export function rawOfParty({ id, node, acts }: ByzantineParty): RawByzantineParty {
  return { id, node, acts: acts.map(rawOfAct) };
}

function rawOfAct(full: ByzantineAct): RawByzantineAct {
  if (full.act === 'stale-committee') return present(full) as RawByzantineAct;
  const { id, moment, ...rest } = full;
  const when = moment === undefined ? {} : rawOfMoment(moment);
  if (rest.act === 'take-role') return { id, ...when, ...rest };
  if (rest.act === 'propose') return { id, ...when, ...present(rest) } as RawByzantineAct;
  if (!('only' in rest)) return { id, ...when, ...rawClientDeed(rest) } as RawByzantineAct;
  const { only, times, ...deed } = rest;
  const scope = present(only);
  const narrowed = present({
    only: Object.keys(scope).length === 0 ? undefined : scope,
    times,
  });
  return { id, ...rawBendingDeed(deed), ...when, ...narrowed } as RawByzantineAct;
}

function rawBendingDeed(deed: ValidatorDeed | ProxyDeed): PlainKeys {
  switch (deed.act) {
    case 'lie':
      return { ...deed, by: rawInteger(deed.by) };
    case 'false-snapshot':
      return { ...deed, amount: rawInteger(deed.amount) };
    case 'false-change':
      return { ...deed };
    case 'selective-service':
      return { act: deed.act, serves: present(deed.serves) };
    default:
      return deed;
  }
}

function rawClientDeed(deed: ClientDeed): PlainKeys {
  switch (deed.act) {
    case 'equivocate': {
      const { act, rivals, nonce, crossAfter } = deed;
      return present({
        act,
        nonce: nonce === undefined ? undefined : rawInteger(nonce),
        cross: rawDuration(crossAfter),
        rivals: rivals.map(rawRival),
      });
    }
    case 'nonce-abuse':
    case 'bad-encoding':
      return { act: deed.act, kind: deed.kind, ...rawPayment(deed) };
    case 'leaked-keys': {
      const { act, epoch, reuse, mixed } = deed;
      const how = { ...(reuse ? { reuse } : {}), ...(mixed ? { mixed } : {}) };
      return { act, epoch, ...how, ...rawPayment(deed) };
    }
    case 'incomplete-certificate':
      return { act: deed.act, flaw: deed.flaw, ...rawPayment(deed) };
    case 'inadmissible':
      return present({ act: deed.act, kind: deed.kind, targets: deed.targets });
    case 'forged-share':
      return { act: deed.act, of: deed.of };
  }
}

function rawPayment({ to, amount, targets }: Payment & Targeted): PlainKeys {
  return present({ to, amount: rawInteger(amount), targets });
}

function rawRival({ to, amount, validators, deliver }: Rival): PlainKeys {
  return present({ to, amount: rawInteger(amount), validators, deliver });
}
