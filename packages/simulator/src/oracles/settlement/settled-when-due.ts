import { NEW_ACCOUNT, nonceKey, readableFacts, type ValidatorState } from '@quorate/core';
import {
  factsOf,
  type MissingDependency,
  type Operation,
  type Rejection,
  type TransactionCertificate,
  type TransactionFacts,
} from '@quorate/protocol';
import { areClaimsSound } from '../admission/operation-opinions.ts';
import { forgeryIn } from '../authentic.ts';
import { isLacking } from '../model/dependencies.ts';
import { settledBy } from '../model/settled-by.ts';
import type { Finding, GivenAnswer, Oracle, OracleContext, ValidatorStep } from '../oracle.ts';
import { quorumFault } from '../signing/certificate-valid.ts';

type Verifier = OracleContext['verifier'];

/**
 * A correct validator refuses a certificate only for one of these causes: it is not valid, another
 * transaction has settled there, earlier certificates or dependencies are missing, its request is
 * too young, or its epoch has ended and the handover did not leave it behind (rules S1 to S4, C2,
 * C8). And of an epoch that ended before the locks were merged it accepts only what these locks
 * hold.
 *
 * Our addition to ledger.md. A certificate that is wrongly refused usually settles when it is
 * delivered again; and what leaked keys have certified settles at no other validator.
 */
export function settledWhenDue({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  return {
    name: 'settled-when-due',
    kind: 'safety',
    afterAnswer: (answer) => wronglyRefused(answer, verifier),
    afterStep: wronglySettled,
  };
}

function wronglyRefused(
  { validator, result, step, at }: GivenAnswer,
  verifier: Verifier,
): Finding | undefined {
  const { input, before: state } = step.observation;
  if (result.type !== 'Rejected' || input.type !== 'Message') return undefined;
  if (input.message.type !== 'SubmitCertificate') return undefined;
  const { certificate } = input.message;
  const facts = readableFacts(certificate.envelope);
  if (facts === undefined) return undefined;
  const { rejection } = result;
  if (isCause(rejection, { certificate, facts, state, at, verifier })) return undefined;
  const { code } = rejection;
  return {
    message: `${validator} refused with ${code} a certificate of which that is not true`,
    facts: { validator, code, transaction: facts.id },
  };
}

/** A certificate, with the validator to which it is delivered. */
interface Delivered {
  readonly certificate: TransactionCertificate;
  readonly facts: TransactionFacts;
  readonly state: ValidatorState;
  readonly at: bigint;
  readonly verifier: Verifier;
}

function isCause(rejection: Rejection, delivered: Delivered): boolean {
  const { facts, state } = delivered;
  const { sender, nonce } = facts.transaction;
  const { nextNonce } = state.ledger.account.get(sender) ?? NEW_ACCOUNT;
  switch (rejection.code) {
    case 'InvalidRequest':
      return true;
    case 'InvalidCertificate':
      return rejection.rule === 'C8' ? isOutdated(delivered) : provesNothing(delivered);
    case 'InvalidSignature':
      return (
        forgeryIn(delivered.certificate.envelope, delivered.verifier) !== undefined ||
        !areClaimsSound(facts, delivered.verifier)
      );
    case 'ConflictingCertificate':
      return nonce < nextNonce && state.ledger.settled.get(nonceKey(sender, nonce)) !== facts.id;
    case 'MissingEarlierConfirmations':
      return nonce > nextNonce;
    case 'MissingDependency':
      return (
        rejection.missing.length > 0 &&
        rejection.missing.every((each) => isWanted(each, facts) && isLacking(each, facts, state))
      );
    case 'CertificateTooYoung':
      return state.status === 'active' && facts.transaction.operations.some(isRequest);
    default:
      return false;
  }
}

function provesNothing({ certificate, facts, state, verifier }: Delivered): boolean {
  const { networkId } = facts.transaction;
  if (networkId !== null && networkId !== state.genesis.networkId) return true;
  return quorumFault(certificate, facts, { committees: known(state), verifier }) !== undefined;
}

/** The committees that a validator knows: it cannot verify certificates of later ones. */
function known({ committees }: ValidatorState): Parameters<typeof quorumFault>[2]['committees'] {
  return {
    of: (key) =>
      committees.filter(({ members }) =>
        members.some(({ validator }) => validator.address === key),
      ),
  };
}

/**
 * Rule C8: tells whether its epoch ended before the validator merged its current locks, and these
 * hold something else.
 */
function isOutdated({
  certificate,
  facts,
  state,
}: Pick<Delivered, 'certificate' | 'facts' | 'state'>): boolean {
  const { nextNonce, lock } = state.ledger.account.get(facts.transaction.sender) ?? NEW_ACCOUNT;
  if (facts.transaction.nonce !== nextNonce) return false;
  const [first] = certificate.signatures;
  const [home] = first === undefined ? [] : known(state).of(first[0]);
  if (home === undefined || home.epoch >= state.handover.served) return false;
  if (lock?.kind !== 'pending') return lock === undefined;
  return lock.isHandedOver !== true || factsOf(lock.envelope.transaction).id !== facts.id;
}

function isRequest({ kind }: Operation): boolean {
  return kind === 'JoinCommittee' || kind === 'LeaveCommittee';
}

function isWanted({ kind }: MissingDependency, { transaction }: TransactionFacts): boolean {
  return transaction.operations.some((operation) => isWantedBy(operation, kind));
}

/** Section 4: tells which operations depend on what; there are no other dependencies. */
function isWantedBy(operation: Operation, kind: MissingDependency['kind']): boolean {
  switch (kind) {
    case 'Token':
    case 'TokenUpdate':
      return operation.kind === 'TokenManagement';
    case 'EscrowConfig':
      return operation.kind === 'Escrow' && operation.escrow.kind === 'CreateJob';
    case 'EscrowJob':
      return operation.kind === 'Escrow' && 'jobId' in operation.escrow;
    case 'Epoch':
    case 'Request':
      return operation.kind === 'ChangeCommittee';
    case 'EscrowSubmit':
      // No settlement waits for a deliverable: dependency D3 names only the job.
      return false;
  }
}

/**
 * Rule C8, for what settles. A merging validator accepts everything that the previous committee has
 * certified.
 */
function wronglySettled(step: ValidatorStep): Finding | undefined {
  const { validator, observation } = step;
  const { before } = observation;
  if (before.handover.served === 0) return undefined;
  for (const { certificate, facts, before: ledger } of settledBy(step)) {
    if (!isOutdated({ certificate, facts, state: { ...before, ledger } })) continue;
    return {
      message: `${validator} settled what an epoch before has certified and no handover has left it with`,
      facts: { validator, transaction: facts.id },
    };
  }
  return undefined;
}
