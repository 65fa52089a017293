import { factsOf, type Rejection } from '@quorate/protocol';
import { receiveEnvelope } from '../open-envelope.ts';
import { witnessesFault } from '../proxy/catch-up/witnesses.ts';
import { partsFault } from '../proxy/incomplete/parts.ts';
import { limitFault } from '../validator/limits.ts';
import { roleFault } from '../verification/roles.ts';
import type { ClientEnv } from './rule-types.ts';
import type { ClientState, InFlight } from './state.ts';

/**
 * Tells whether a refusal can be about the bytes that the client sent (rule P4).
 *
 * If the refusal objects to form or signatures in which the client's own check finds no fault, it
 * is about a damaged copy, or it is a lie. It says nothing about the real bytes: other copies may
 * have been signed, so these bytes stay the only ones for their nonce.
 */
export function isAboutSent(
  state: Pick<ClientState, 'committees'>,
  sent: Pick<InFlight, 'envelope' | 'witnesses'>,
  rejection: Rejection,
  env: Pick<ClientEnv, 'verifier'>,
): boolean {
  const { operations } = factsOf(sent.envelope.transaction).transaction;
  return !isAboutForm(rejection, operations) || formFault(state, sent, env) !== undefined;
}

/**
 * Says why any proxy would refuse the form or the signatures of what a client sends; undefined when
 * none would (rules V1, V3, P9).
 */
export function formFault(
  { committees }: Pick<ClientState, 'committees'>,
  { envelope, witnesses }: Pick<InFlight, 'envelope' | 'witnesses'>,
  { verifier }: Pick<ClientEnv, 'verifier'>,
): Rejection | undefined {
  const opened = receiveEnvelope(envelope);
  if ('rejection' in opened) return opened.rejection;
  const fault =
    limitFault(opened.facts, opened.envelope.signature) ??
    partsFault(opened, verifier) ??
    witnessesFault(witnesses);
  if (fault !== undefined) return fault;
  const reason = roleFault(opened, committees);
  return reason === undefined ? undefined : { code: 'InvalidSignature', rule: 'V3', reason };
}

type Operations = Parameters<typeof partsFault>[0]['facts']['transaction']['operations'];

// The signatures of verifiers are part of a claim, so a fault in them is reported as a fault of the
// claim.
function isAboutForm(rejection: Rejection, operations: Operations): boolean {
  switch (rejection.code) {
    case 'InvalidRequest':
    case 'InvalidSignature':
      return true;
    case 'NonSubmittableOperation':
      return rejection.rule === 'V6' && isAboutClaim(rejection.operationIndex, operations);
    default:
      return false;
  }
}

function isAboutClaim(named: number | undefined, operations: Operations): boolean {
  return operations.some(
    ({ kind }, index) => kind === 'ExternalClaim' && (named ?? index) === index,
  );
}
