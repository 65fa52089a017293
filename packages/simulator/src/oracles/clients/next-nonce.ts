import type { ClientState, Response } from '@quorate/core';
import { factsOf, LIMITS } from '@quorate/protocol';
import type { ClientStep, Oracle } from '../oracle.ts';

/**
 * The next nonce of a correct client follows the last one that it was told has settled, or is the
 * one that it was told instead, and never decreases (rule P5).
 *
 * Our addition to ledger.md. With a multisig account a client signs for nonces far beyond its own,
 * so counting its own successes is not enough. A client that counts wrongly only loses time.
 */
export function nextNonce(): Oracle {
  return {
    name: 'next-nonce',
    kind: 'safety',
    afterClientStep: ({ node, observation }: ClientStep) => {
      const { before, after } = observation;
      const due = dueAfter(observation);
      if (after.nextNonce === due) return undefined;
      return {
        message: `${node} goes on at nonce ${after.nextNonce}, and ${due} is next`,
        facts: { client: node, before: `${before.nextNonce}`, next: `${after.nextNonce}` },
      };
    },
  };
}

function dueAfter({ input, before, after }: ClientStep['observation']): bigint {
  const { nextNonce: known, inFlight } = before;
  if (inFlight === undefined) return known;
  // A request that was made twice may begin again in the very step in which it ends.
  if (isHeld(inFlight, after)) return after.nextNonce > known ? after.nextNonce : known;
  if (input.type !== 'Message' || input.message.type !== 'Response') return known;
  return dueAfterAnswer(input.message, inFlight, known);
}

type InFlight = NonNullable<ClientState['inFlight']>;

function isHeld({ envelope }: InFlight, { inFlight }: ClientState): boolean {
  return inFlight !== undefined && idOf(inFlight.envelope) === idOf(envelope);
}

function dueAfterAnswer({ result }: Response, { envelope }: InFlight, known: bigint): bigint {
  if (result.type === 'Success') return factsOf(envelope.transaction).transaction.nonce + 1n;
  if (result.type !== 'Rejected') return known;
  const told = toldIn(result.rejection);
  return told > known && told <= LIMITS.nonce ? told : known;
}

type Rejection = Extract<Response['result'], { readonly type: 'Rejected' }>['rejection'];

function toldIn(rejection: Rejection): bigint {
  switch (rejection.code) {
    case 'UnexpectedNonce':
      return rejection.expectedNonce;
    case 'CertificatePruned':
      // A pruned certificate has settled.
      return rejection.pruned.reduce((most, { nonce }) => (nonce >= most ? nonce + 1n : most), 0n);
    default:
      return 0n;
  }
}

function idOf({ transaction }: InFlight['envelope']): string {
  return factsOf(transaction).id;
}
