import { parseDuration } from '@quorate/network';
import { moment as momentForm, type RawMoment } from '../faults/moment.ts';
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
      return { ...raw, moment: undefined };
    case 'take-role':
    case 'propose': {
      const { at: _, when: __, ...act } = raw;
      const moment = buildActMoment(raw);
      return act.act === 'take-role'
        ? { ...act, moment }
        : { ...act, moment, signers: act.signers ?? [], quorum: act.quorum };
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
  const { id, at: _, when: __, only = {}, times, ...deed } = raw;
  const every = { id, moment: buildActMoment(raw), only: buildScope(only), times };
  switch (deed.act) {
    case 'sign-invalid':
      return { ...every, ...deed, rules: deed.rules ?? SUBMISSION_RULES };
    case 'withhold':
      return { ...every, ...deed, kinds: deed.kinds ?? REQUEST_KINDS };
    case 'lie':
      return { ...every, ...deed, by: BigInt(deed.by) };
    case 'false-snapshot': {
      const { to = deed.of, amount = 1 } = deed;
      return { ...every, ...deed, to, amount: BigInt(amount) };
    }
    case 'selective-service':
      return { ...every, ...deed, serves: buildScope(deed.serves) };
    case 'drop':
      return { ...every, ...deed, kinds: deed.kinds ?? TRAFFIC_KINDS };
    default:
      return { ...every, ...deed };
  }
}

function buildClientAct(raw: RawClientAct): ClientAct {
  const { id, at: _, when: __, ...deed } = raw;
  const every = { id, moment: buildActMoment(raw) };
  switch (deed.act) {
    case 'equivocate': {
      const { act, rivals, nonce, cross } = deed;
      return {
        ...every,
        act,
        rivals: rivals.map(buildRival),
        nonce: nonce === undefined ? undefined : BigInt(nonce),
        crossAfter: cross === undefined ? undefined : parseDuration(cross),
      };
    }
    case 'leaked-keys': {
      const { epoch = 0, reuse = false, mixed = false } = deed;
      return { ...every, ...deed, epoch, reuse, mixed, ...buildPayment(deed) };
    }
    case 'nonce-abuse':
    case 'bad-encoding':
    case 'incomplete-certificate':
      return { ...every, ...deed, ...buildPayment(deed) };
    case 'inadmissible':
      return { ...every, ...deed, targets: deed.targets };
    case 'forged-share':
      return { ...every, ...deed };
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
  return raw.at === undefined && raw.when === undefined ? undefined : momentForm.load(raw);
}
