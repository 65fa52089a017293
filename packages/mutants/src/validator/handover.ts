import { faultyMax, memberOf, NEW_ACCOUNT, signatureFault, VALIDATOR_RULES } from '@quorate/core';
import { BURN_ADDRESS, transactionId } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { handover, operations, submission } = VALIDATOR_RULES;
const { ChangeCommittee } = operations;

type Scratch = Parameters<typeof ChangeCommittee.validate>[1];

/** Gives a store that knows what it takes to admit a change, except what keys have done. */
function withoutHistory(scratch: Scratch): Scratch {
  const known = {
    requests: () => scratch.requests(),
    account: () => NEW_ACCOUNT,
    get: () => undefined,
  };
  return known as unknown as Scratch;
}

/** Why generated runs do not find what a shipped scenario shows. */
const shippedIn = (name: string) => `\`scenarios/committees/${name}.yaml\` shows it`;

/**
 * Why generated runs do not find what takes a plot: `test/mutants/handover.test.ts` plays out each.
 */
const plotted = (what: string) => `\`test/mutants/handover.test.ts\` plays it: it takes ${what}`;

/**
 * Validators that go wrong at the end of an epoch: in what they show of it, and to whom (C4, C5).
 */
const ENDINGS: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'freeze-skipped',
      rule: 'C4',
      title: 'goes on signing after it has shown what it held',
    },
    {
      handover: {
        isFrozen: (state) => handover.isFrozen(state) && state.handover.seat === undefined,
      },
    },
  ),
  wrongValidator(
    {
      id: 'change-not-pushed',
      rule: 'C4',
      title: 'tells nobody of a change of committee',
      isHard: true,
    },
    { handover: { announcedTo: () => [] } },
  ),
  wrongValidator(
    {
      id: 'late-settlement-not-pushed',
      rule: 'C4',
      title: 'keeps to itself what it settles after its snapshot',
      isHard: true,
    },
    { handover: { latePushedTo: () => [] } },
  ),
  wrongValidator(
    {
      id: 'contested-not-shown',
      rule: 'C5',
      title: 'leaves contested accounts out of its snapshot',
      isHard: true,
    },
    {
      handover: { shows: (lock) => (lock?.kind === 'contested' ? [] : handover.shows(lock)) },
    },
  ),
];

/** Validators that go wrong in a merge (rules C5, C6). */
const MERGES: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'snapshot-without-certificates-believed',
      rule: 'C5',
      title: 'counts a snapshot without the certificates behind it',
    },
    { handover: { isBacked: () => true } },
  ),
  wrongValidator(
    {
      id: 'unsigned-lock-believed',
      rule: 'C5',
      title: 'holds what a snapshot shows though its sender never signed it',
      isHard: true,
    },
    { handover: { countsAt: ({ held }) => held } },
  ),
  wrongValidator(
    {
      id: 'merge-skipped-by-who-stays',
      rule: 'C6',
      title: 'merges nothing where it was a member before',
      isHard: true,
    },
    {
      handover: {
        snapshots: (size, wasMember) => (wasMember ? 1 : handover.snapshots(size, wasMember)),
      },
    },
  ),
  wrongValidator(
    {
      id: 'too-few-snapshots',
      rule: 'C6',
      title: 'merges f + 1 snapshots',
    },
    { handover: { snapshots: (size) => faultyMax(size) + 1 } },
  ),
  wrongValidator(
    {
      id: 'own-pending-replaced',
      rule: 'C6',
      title: 'gives up what it held for what others show',
      isHard: true,
    },
    {
      handover: {
        ownCounts: (lock, shown) => (shown.length > 0 ? [] : handover.ownCounts(lock, shown)),
      },
    },
  ),
  wrongValidator(
    {
      id: 'contested-free',
      rule: 'C6',
      title: 'frees an account for which rivals were shown',
      isHard: true,
    },
    {
      handover: {
        lockOn: (envelopes) => {
          const lock = handover.lockOn(envelopes);
          return lock?.kind === 'contested' ? undefined : lock;
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'third-envelope-overlooked',
      rule: 'C6',
      title: 'looks only at the first two envelopes that were shown for an account',
      isHard: true,
    },
    { handover: { lockOn: (envelopes) => handover.lockOn(envelopes.slice(0, 2)) } },
  ),
  wrongValidator(
    {
      id: 'shown-signed-unadmitted',
      rule: 'C6',
      title: 'signs what a snapshot showed without checking whether it is admissible',
      isHard: true,
      survives: plotted('a quorum that signs what only a liar showed'),
    },
    {
      submission: {
        V6: (given) => {
          const { lock } = given.account;
          const isShown =
            lock?.kind === 'pending' && transactionId(lock.envelope.transaction) === given.facts.id;
          return isShown ? undefined : submission.V6(given);
        },
      },
    },
  ),
];

/** Validators that confuse who may do what in which epoch (rules C1, C2, C3, C8, C9). */
const ROLES: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'keys-continue',
      rule: 'C9',
      title: 'admits a committee with keys that had a seat before',
      isHard: true,
    },
    {
      operations: {
        ChangeCommittee: {
          validate: (operation, scratch, context) => {
            const forgotten = context.committees.map(({ epoch, members }) => ({
              epoch,
              members: members.map(({ validator, operator }) => ({
                validator: { ...validator, address: BURN_ADDRESS },
                operator,
              })),
            }));
            return ChangeCommittee.validate(operation, scratch, {
              ...context,
              committees: forgotten,
            });
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'key-with-history-seated',
      rule: 'C2',
      title: 'admits a committee with a key that has sent or signed something',
      isHard: true,
    },
    {
      operations: {
        ChangeCommittee: {
          validate: (operation, scratch, context) =>
            ChangeCommittee.validate(operation, withoutHistory(scratch), context),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'operator-with-two-seats',
      rule: 'C3',
      title: 'admits a committee in which an operator has two seats',
      isHard: true,
    },
    {
      operations: {
        ChangeCommittee: {
          validate: (operation, scratch, context) => {
            const fault = ChangeCommittee.validate(operation, scratch, context);
            const isOfSeats =
              fault?.code === 'NonSubmittableOperation' &&
              fault.reason.endsWith('an operator has one seat');
            return isOfSeats ? undefined : fault;
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'validator-key-authorises',
      rule: 'C1',
      title:
        'accepts the signature of a validator key in place of that of its operator under a change',
      isHard: true,
      survives: plotted('operators whose accounts are their validator keys'),
    },
    {
      submission: {
        V3: (given) => {
          const { envelope, facts, env, transaction } = given;
          const isChange = transaction.operations.every(({ kind }) => kind === 'ChangeCommittee');
          const { sender } = env.rules.signatures;
          return isChange &&
            signatureFault(envelope.signature, facts, env.verifier, sender) === undefined
            ? undefined
            : submission.V3(given);
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'two-epochs-added-up',
      rule: 'C9',
      title: 'makes a quorum of signatures of two committees',
      isHard: true,
      survives: plotted(
        'a certificate with signatures of two epochs, which no correct proxy makes',
      ),
    },
    {
      signatures: {
        certificate: {
          isMember: (_committee, signer, committees) =>
            committees.some((each) => memberOf(each, signer) !== undefined),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'change-by-one-operator',
      rule: 'C3',
      title: 'admits a change of committee that one operator has signed alone',
      isHard: true,
    },
    {
      operations: {
        ChangeCommittee: {
          validate: (operation, scratch, context) => {
            const fault = ChangeCommittee.validate(operation, scratch, context);
            return fault === undefined
              ? undefined
              : ChangeCommittee.validate(operation, scratch, { ...context, quorum: () => 1 });
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'leaked-keys-believed',
      rule: 'C8',
      title: 'settles certificates of an epoch that ended where the account was not locked',
      isHard: true,
      survives: shippedIn('leaked-keys'),
    },
    { settlement: { C8: () => undefined } },
  ),
];

/** Validators that keep the key of an epoch that is over too long, or not long enough (rule C9). */
const KEYS: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'key-never-destroyed',
      rule: 'C9',
      title: 'keeps the key of every epoch that is over',
    },
    { handover: { isSpent: () => false } },
  ),
  wrongValidator(
    {
      id: 'key-destroyed-at-the-freeze',
      rule: 'C9',
      title: 'destroys the key of an epoch before anybody has merged',
    },
    {
      handover: {
        isSpent: (state, key) => {
          const { served, isFrozen, seat } = state.handover;
          const isFixed = isFrozen && key === seat;
          const merged = { ...state.handover, merge: undefined, pushes: [] };
          return isFixed || (served > 0 && handover.isSpent({ ...state, handover: merged }, key));
        },
      },
    },
  ),
];

/** Validators that settle a change of committee wrongly (rules C3, D4). */
const CHANGES: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'change-before-its-requests',
      rule: 'D4',
      title: 'settles a change of committee without the requests that name its operators',
    },
    { operations: { ChangeCommittee: { dependencies: () => [] } } },
  ),
  wrongValidator(
    {
      id: 'change-without-effect',
      rule: 'C3',
      title: 'settles a change of committee and stays as it was',
    },
    { operations: { ChangeCommittee: { apply: () => undefined } } },
  ),
];

/** Validators that go wrong where one committee hands over to the next (ledger.md section 6). */
export const HANDOVERS: readonly Mutant[] = [...ENDINGS, ...MERGES, ...ROLES, ...KEYS, ...CHANGES];
