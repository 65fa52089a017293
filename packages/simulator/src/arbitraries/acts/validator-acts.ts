import {
  CERTIFICATE_CHOICES,
  FALSE_REFUSALS,
  RECORD_LIES,
  REQUEST_KINDS,
  SUBMISSION_RULES,
} from '@quorate/byzantine';
import fc from 'fast-check';
import type { ValidatorAct, ValidatorDeed } from '../../scenario/byzantine/validator-act.ts';
import {
  CHANGE_FORGERIES,
  FORBIDDEN_ROLES,
  SNAPSHOT_FLAWS,
  SNAPSHOT_LIES,
} from '../../scenario/byzantine/words.ts';
import { someMoment } from '../moments.ts';
import { given, maybe, oneFrom, outline, type Sketches, someFrom } from '../sketch.ts';
import { type Culprit, clientsOf, validatorsOf } from '../stage.ts';
import { chance } from '../values.ts';
import { bending, fewTimes, someScope } from './bending.ts';

type Deed<A extends ValidatorDeed['act']> = Extract<ValidatorDeed, { readonly act: A }>;

/**
 * The snapshot lies that do not contradict themselves; `draw/lies/other-pages.ts` replaces some of them
 * by others.
 */
const HOLDING_TOGETHER = SNAPSHOT_LIES.filter(
  (lie) => !SNAPSHOT_FLAWS.some((flaw) => flaw === lie),
);

const bare = <A extends ValidatorDeed['act']>(act: A) => fc.constant(() => ({ act }) as Deed<A>);

/** One deed of each kind. */
const DEEDS: { readonly [A in ValidatorDeed['act']]: Sketches<Culprit, Deed<A>> } = {
  twin: bare('twin'),
  'double-sign': bare('double-sign'),
  'sign-invalid': outline({
    act: fc.constant(() => 'sign-invalid' as const),
    rules: someFrom(() => SUBMISSION_RULES),
  }),
  collude: fc.constant(({ accomplice }) => ({ act: 'collude', with: accomplice })),
  withhold: outline({
    act: fc.constant(() => 'withhold' as const),
    kinds: someFrom(() => REQUEST_KINDS),
  }),
  forge: bare('forge'),
  'duplicate-signer': bare('duplicate-signer'),
  'wrong-name': outline({
    act: fc.constant(() => 'wrong-name' as const),
    as: oneFrom(validatorsOf),
  }),
  'stale-view': given(fc.integer({ min: 1, max: 8 })).map((requests) => () => ({
    act: 'stale-view',
    requests: requests(undefined),
  })),
  lie: fc
    .tuple(
      fc.constantFrom('balance' as const, 'nonce' as const),
      fc.constantFrom(1n, -1n, 100n, 1_000_000n),
      fc.boolean(),
      chance(0.3),
    )
    .map(([about, by, isOfEpoch, isOfStates]) => ({ changes }) => ({
      act: 'lie',
      about: isOfStates ? 'state' : isOfEpoch && changes.length > 0 ? 'epoch' : about,
      by,
    })),
  'ack-without-apply': bare('ack-without-apply'),
  'selective-service': someFrom(clientsOf).map((senders) => (culprit) => ({
    act: 'selective-service',
    serves: { peers: undefined, senders: senders(culprit) },
  })),
  'false-snapshot': outline({
    act: fc.constant(() => 'false-snapshot' as const),
    of: oneFrom(clientsOf),
    shows: oneFrom(() => HOLDING_TOGETHER),
    to: oneFrom(clientsOf),
    amount: given(fc.constantFrom(1n, 10n, 2_000n)),
  }),
  'false-change': outline({
    act: fc.constant(() => 'false-change' as const),
    forges: oneFrom(() => CHANGE_FORGERIES),
    members: someFrom(validatorsOf),
  }),
  'false-records': outline({
    act: fc.constant(() => 'false-records' as const),
    shows: oneFrom(() => RECORD_LIES),
  }),
  'other-certificates': outline({
    act: fc.constant(() => 'other-certificates' as const),
    shows: oneFrom(() => CERTIFICATE_CHOICES),
  }),
  refuse: outline({
    act: fc.constant(() => 'refuse' as const),
    code: given(fc.constantFrom(...FALSE_REFUSALS)),
  }),
  'answer-client': outline({
    act: fc.constant(() => 'answer-client' as const),
    code: given(fc.constantFrom(...FALSE_REFUSALS)),
  }),
};

/** Any validators, or those for which seats have been requested. */
const proposed: Sketches<Culprit, readonly string[]> = fc
  .tuple(
    someFrom(validatorsOf),
    oneFrom(({ changes }: Culprit) => changes),
    fc.boolean(),
  )
  .map(([anybody, change, haveAsked]) => (culprit) => {
    return haveAsked && culprit.changes.length > 0 ? change(culprit).members : anybody(culprit);
  });

/** The acts that concern no single account. */
const OF_NO_ACCOUNT: ReadonlySet<string> = new Set(['false-snapshot', 'false-change']);

/** One act of each kind that a validator may do; some of them are narrowed. */
export const VALIDATOR_DEEDS = {
  ...Object.fromEntries(
    Object.entries(DEEDS).map(([act, deed]) => [
      act,
      bending(
        {
          moment: maybe(0.15, someMoment),
          only: someScope({
            // A twin that serves everybody would simply be the validator.
            peers: act === 'twin' ? 1 : 0.25,
            senders: OF_NO_ACCOUNT.has(act) ? 0 : 0.2,
          }),
          times: fewTimes(0.2),
        },
        deed as Sketches<Culprit, ValidatorDeed>,
      ),
    ]),
  ),
  'take-role': fc
    .tuple(someMoment, fc.constantFrom(...FORBIDDEN_ROLES))
    .map(([moment, role]) => (culprit: Culprit) => ({
      moment: moment(culprit),
      act: 'take-role' as const,
      role,
    })),
  propose: fc
    .tuple(someMoment, proposed, fc.boolean(), fc.boolean())
    .map(([moment, members, isPooled, isOwn]) => (culprit: Culprit) => {
      const others = culprit.budget.faulty.filter((name) => name !== culprit.node);
      const signers = isPooled ? others : [];
      return {
        moment: moment(culprit),
        act: 'propose' as const,
        members: members(culprit),
        signers,
        // They use an account of their own, for which they are enough.
        quorum: isOwn ? 1 + signers.length : undefined,
      };
    }),
} as unknown as Readonly<Record<ValidatorAct['act'], Sketches<Culprit, Omit<ValidatorAct, 'id'>>>>;
