import type { Rejection } from '@quorate/protocol';
import { receiveEnvelope } from '../open-envelope.ts';
import { partsFault } from '../proxy/incomplete/parts.ts';
import { witnessesFault } from '../proxy/witnesses.ts';
import { limitFault } from '../validator/limits.ts';
import { roleFault } from '../verification/roles.ts';
import type { ClientEnv } from './rule-types.ts';
import type { ClientState, InFlight } from './state.ts';

/**
 * Tells whether a refusal can be about the bytes that were sent (rule P4).
 *
 * One that finds fault with form or signatures, where the client's own check finds none, is about what
 * flipped bits made of them, or is a lie. Of the bytes themselves it says nothing: other copies may
 * have been signed, so they stay the only ones for their nonce.
 */
export function isAboutSent(
  { networkId, committees }: Pick<ClientState, 'networkId' | 'committees'>,
  { envelope, witnesses }: Pick<InFlight, 'envelope' | 'witnesses'>,
  rejection: Rejection,
  { verifier }: Pick<ClientEnv, 'verifier'>,
): boolean {
  const opened = receiveEnvelope(envelope);
  if ('rejection' in opened) return true;
  const { transaction } = opened.facts;
  if (!isAboutForm(rejection, transaction.operations)) return true;
  if (transaction.networkId !== null && transaction.networkId !== networkId) return true;
  return formFault({ committees }, { envelope, witnesses }, { verifier }) !== undefined;
}

/** Says for what form or signatures any proxy would refuse what a client sends, or nothing (V1, V3, P9). */
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

// Verifiers sign beside the sender, so what is wrong with their signatures is wrong with the claim.
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
