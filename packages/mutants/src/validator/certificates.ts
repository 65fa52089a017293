import { certificateFault, VALIDATOR_RULES } from '@quorate/core';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { settlement } = VALIDATOR_RULES;
const pass = () => undefined;

/** Validators that settle what they must refuse, or refuse what they must settle (S1 to S4, C2). */
export const CERTIFICATES: readonly Mutant[] = [
  wrongValidator(
    { id: 'certificate-unchecked', rule: 'S1', title: 'settles whatever is called a certificate' },
    { settlement: { S1: pass } },
  ),
  wrongValidator(
    {
      id: 'sender-unchecked-at-settlement',
      rule: 'S1',
      title: 'settles what a quorum signed without looking at the signature of the sender',
      isHard: true,
    },
    {
      settlement: {
        S1: (given) => {
          const { certificate, facts, env, state } = given;
          const context = {
            committees: state.committees,
            quorum: env.rules.quorum,
            verifier: env.verifier,
          };
          return certificateFault(certificate, facts, context) === undefined
            ? undefined
            : settlement.S1(given);
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'full-form-refused-at-settlement',
      rule: 'S1',
      title: 'signs a transaction whose sender signed the full form, and does not settle it',
      isHard: true,
    },
    {
      settlement: {
        S1: (given) => {
          const { facts } = given;
          const bare = { ...facts, submittedBytes: facts.signingBytes };
          return settlement.S1({ ...given, facts: bare });
        },
      },
    },
  ),
  wrongValidator(
    { id: 'replay-applied-again', rule: 'S2', title: 'applies a certificate as often as it comes' },
    { settlement: { S2: pass } },
  ),
  wrongValidator(
    {
      id: 'latest-replay-applied-again',
      rule: 'S2',
      title: 'applies the latest certificate of an account again',
    },
    {
      settlement: {
        S2: (given) =>
          given.transaction.nonce === given.account.nextNonce - 1n
            ? undefined
            : settlement.S2(given),
      },
    },
  ),
  wrongValidator(
    { id: 'gap-settles', rule: 'S3', title: 'settles without the earlier certificates' },
    { settlement: { S3: pass } },
  ),
  wrongValidator(
    {
      id: 'lone-leave-settles-early',
      rule: 'S3',
      title: 'settles a request to leave without the earlier certificates of its sender',
      isHard: true,
    },
    {
      settlement: {
        S3: (given) =>
          given.transaction.operations.every(({ kind }) => kind === 'LeaveCommittee')
            ? undefined
            : settlement.S3(given),
      },
    },
  ),
  wrongValidator(
    {
      id: 'young-requests-settle',
      rule: 'C2',
      title: 'settles requests to join or leave however young the epoch is',
    },
    { settlement: { C2: pass } },
  ),
  wrongValidator(
    {
      id: 'age-from-genesis',
      rule: 'C2',
      title: 'counts the age of every epoch from genesis on',
      isHard: true,
    },
    {
      settlement: {
        C2: (given) => {
          const committees = given.state.committees.slice(0, 1);
          return settlement.C2({ ...given, state: { ...given.state, committees } });
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'first-operation-aged',
      rule: 'C2',
      title: 'lets a request wait only if it is the first operation of its transaction',
      isHard: true,
    },
    {
      settlement: {
        C2: (given) => {
          const operations = given.transaction.operations.slice(0, 1);
          return settlement.C2({ ...given, transaction: { ...given.transaction, operations } });
        },
      },
    },
  ),
  wrongValidator(
    { id: 'dependencies-ignored', rule: 'S4', title: 'settles without what operations build on' },
    { settlement: { S4: pass } },
  ),
];
