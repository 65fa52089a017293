import { parseDuration } from '@quorate/network';
import { buildMoment, type RawMoment } from '../faults/moment.ts';
import type { RawInteger } from '../raw.ts';
import type { Scope } from './act.ts';
import type { ByzantineAct, ByzantineParty } from './byzantine.ts';
import type { ClientAct, Rival } from './client-act.ts';
import type {
  RawBendingAct,
  RawByzantineAct,
  RawByzantineParty,
  RawClientAct,
  RawRival,
  RawScope,
} from './raw-byzantine.ts';
import { REQUEST_KINDS, SUBMISSION_RULES, TRAFFIC_KINDS } from './words.ts';

/**
 * Converts a checked Byzantine node: units become nanoseconds, amounts become bigint, defaults are
 * filled in.
 */
export function buildParty({ id, node, acts }: RawByzantineParty): ByzantineParty {
  return { id, node, acts: acts.map(buildAct) };
}

function buildAct(raw: RawByzantineAct): ByzantineAct {
  switch (raw.act) {
    case 'stale-committee':
      return { id: raw.id, moment: undefined, act: raw.act, members: raw.members };
    case 'take-role':
      return { id: raw.id, moment: buildActMoment(raw), act: raw.act, role: raw.role };
    case 'propose': {
      const { id, act, members, signers = [], quorum } = raw;
      return { id, moment: buildActMoment(raw), act, members, signers, quorum };
    }
    case 'equivocate':
    case 'leaked-keys':
    case 'nonce-abuse':
    case 'bad-encoding':
    case 'incomplete-certificate':
    case 'inadmissible':
    case 'forged-share':
      return buildClientAct(raw);
    default:
      return buildBendingAct(raw);
  }
}

function buildBendingAct(raw: RawBendingAct): ByzantineAct {
  const every = {
    id: raw.id,
    moment: buildActMoment(raw),
    only: buildScope(raw.only ?? {}),
    times: raw.times,
  };
  switch (raw.act) {
    case 'sign-invalid':
      return { ...every, act: raw.act, rules: raw.rules ?? SUBMISSION_RULES };
    case 'collude':
      return { ...every, act: raw.act, with: raw.with };
    case 'withhold':
      return { ...every, act: raw.act, kinds: raw.kinds ?? REQUEST_KINDS };
    case 'wrong-name':
      return { ...every, act: raw.act, as: raw.as };
    case 'stale-view':
      return { ...every, act: raw.act, requests: raw.requests };
    case 'lie':
      return { ...every, act: raw.act, about: raw.about, by: BigInt(raw.by) };
    case 'false-snapshot': {
      const { of, shows, to = of, amount = 1 } = raw;
      return { ...every, act: raw.act, of, shows, to, amount: BigInt(amount) };
    }
    case 'false-change':
      return { ...every, act: raw.act, forges: raw.forges, members: raw.members };
    case 'selective-service':
      return { ...every, act: raw.act, serves: buildScope(raw.serves) };
    case 'false-records':
      return { ...every, act: raw.act, shows: raw.shows };
    case 'other-certificates':
      return { ...every, act: raw.act, shows: raw.shows };
    case 'refuse':
      return { ...every, act: raw.act, code: raw.code };
    case 'drop':
      return { ...every, act: raw.act, kinds: raw.kinds ?? TRAFFIC_KINDS };
    case 'swap':
      return { ...every, act: raw.act, what: raw.what };
    case 'forge-quorum':
      return { ...every, act: raw.act, flaw: raw.flaw };
    case 'false-refusal':
      return { ...every, act: raw.act, code: raw.code };
    default:
      return { ...every, act: raw.act };
  }
}

function buildClientAct(raw: RawClientAct): ClientAct {
  const every = { id: raw.id, moment: buildActMoment(raw) };
  switch (raw.act) {
    case 'equivocate':
      return {
        ...every,
        act: raw.act,
        rivals: raw.rivals.map(buildRival),
        nonce: raw.nonce === undefined ? undefined : BigInt(raw.nonce),
        crossAfter: raw.cross === undefined ? undefined : parseDuration(raw.cross),
      };
    case 'nonce-abuse':
      return { ...every, act: raw.act, kind: raw.kind, ...buildPayment(raw) };
    case 'bad-encoding':
      return { ...every, act: raw.act, kind: raw.kind, ...buildPayment(raw) };
    case 'incomplete-certificate':
      return { ...every, act: raw.act, flaw: raw.flaw, ...buildPayment(raw) };
    case 'leaked-keys': {
      const { act, epoch = 0, reuse = false, mixed = false } = raw;
      return { ...every, act, epoch, reuse, mixed, ...buildPayment(raw) };
    }
    case 'inadmissible':
      return { ...every, act: raw.act, kind: raw.kind, targets: raw.targets };
    case 'forged-share':
      return { ...every, act: raw.act, of: raw.of };
  }
}

function buildPayment({
  to,
  amount,
  targets,
}: {
  readonly to: string;
  readonly amount: RawInteger;
  readonly targets?: readonly string[];
}) {
  return { to, amount: BigInt(amount), targets };
}

function buildRival({ to, amount, validators, deliver }: RawRival): Rival {
  return { to, amount: BigInt(amount), validators, deliver };
}

function buildScope({ peers, senders }: RawScope): Scope {
  return { peers, senders };
}

// Unlike a fault, an act may have no moment: then it describes what the node is like throughout.
function buildActMoment(raw: RawMoment) {
  return raw.at === undefined && raw.when === undefined ? undefined : buildMoment(raw);
}
