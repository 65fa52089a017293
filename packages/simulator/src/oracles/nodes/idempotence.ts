import { nonceKey, type ValidatorMessage, type ValidatorState } from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { settledAmong } from '../model/settled-among.ts';
import type { Finding, Oracle, Retrospect, ValidatorAtRest } from '../oracle.ts';

/** How many certificates are delivered again to each validator, so that long runs stay cheap. */
const SAMPLE = 16;

/**
 * Delivering any message again changes no state: neither a settled transaction, as certificate and
 * as submission, nor a locked one.
 */
export function idempotence(): Oracle {
  return {
    name: 'idempotence',
    kind: 'safety',
    atRest: (run) => {
      for (const validator of run.validators) {
        const finding = changedBy(run, validator);
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

function changedBy(run: Retrospect, { name, state }: ValidatorAtRest): Finding | undefined {
  for (const message of [...settledMessages(run, state), ...lockedMessages(state)]) {
    if (isWithoutEffect(run, { name, state }, message)) continue;
    return {
      message: `${name} changed its state when it heard a ${message.type} again`,
      facts: { validator: name, message: message.type, request: message.requestId },
    };
  }
  return undefined;
}

// A certificate brought by another validator is delivered here for the first time, which may begin
// a push (rule C4).
function isWithoutEffect(
  { step }: Retrospect,
  { name, state }: Pick<ValidatorAtRest, 'name' | 'state'>,
  message: ValidatorMessage,
): boolean {
  const { state: next } = step(name, state, message);
  if (message.type !== 'SubmitCertificate') return next === state;
  const { sender, nonce } = message.certificate.envelope.transaction.transaction;
  const key = nonceKey(sender, nonce);
  if (!state.handover.unshown.has(key)) return next === state;
  return (
    next.ledger === state.ledger &&
    next.handover.late.has(key) &&
    step(name, next, message).state === next
  );
}

function settledMessages(
  { certificates, shuffle }: Retrospect,
  { ledger }: ValidatorState,
): readonly ValidatorMessage[] {
  const own = settledAmong(certificates, ledger);
  const sample = own.length <= SAMPLE ? own : shuffle(own).slice(0, SAMPLE);
  return sample.flatMap((certificate): readonly ValidatorMessage[] => {
    const { envelope } = certificate;
    const requestId = `again:${factsOf(envelope.transaction).id}`;
    return [
      { type: 'SubmitCertificate', requestId, certificate },
      { type: 'SubmitTransaction', requestId, envelope },
    ];
  });
}

function lockedMessages({ ledger }: ValidatorState): readonly ValidatorMessage[] {
  return [...ledger.account.values()].flatMap(({ lock }): readonly ValidatorMessage[] => {
    // A transaction left by a handover is not signed yet, so submitting it is not a repetition
    // (rule C6).
    if (lock?.kind !== 'pending' || lock.signature === undefined) return [];
    const { envelope } = lock;
    const requestId = `again:${factsOf(envelope.transaction).id}`;
    return [{ type: 'SubmitTransaction', requestId, envelope }];
  });
}
