import { isForNetwork } from '../genesis.ts';
import { receiveEnvelope } from '../open-envelope.ts';
import { beginSigning } from './checking.ts';
import { envelopeFault } from './envelope-fault.ts';
import type { ProxyEnv } from './rule-types.ts';
import type { ProxyState, ProxyStep, Submission } from './state.ts';
import { newSubmission } from './submission.ts';

/**
 * Takes on what locks the sender's account, where validators refuse a transaction because of it and
 * nobody has a certificate of it (rule P6).
 *
 * It is the sender's own, for this network: its signature is verified. Somebody broadcast it before, so it is not
 * checked again; nobody waits for it here. Of several the earliest, because the others need it. Where two
 * are in contest, neither is signed any more (rule C6): to drive one would only lead to the other.
 */
export function driveHeld(state: ProxyState, submission: Submission, env: ProxyEnv): ProxyStep {
  const { id, transaction } = submission.facts;
  const held = Object.values(submission.progress)
    .flatMap(({ refusal }) =>
      refusal?.code === 'PreviousTransactionMustBeConfirmedFirst' && refusal.pending.length === 1
        ? refusal.pending
        : [],
    )
    .flatMap((envelope) => {
      const opened = receiveEnvelope(envelope);
      return 'rejection' in opened ? [] : [opened];
    })
    .filter(({ facts }) => facts.transaction.sender === transaction.sender)
    .filter(({ facts }) => facts.transaction.nonce <= transaction.nonce && facts.id !== id)
    .filter(({ facts }) => isForNetwork(facts.transaction, state.network))
    .filter((opened) => envelopeFault(opened, env.verifier) === undefined)
    .toSorted((a, b) => (a.facts.transaction.nonce < b.facts.transaction.nonce ? -1 : 1));
  const [first] = held;
  if (first === undefined || state.submissions.has(first.facts.id)) return { state, effects: [] };
  const record = { envelope: first.envelope, certificate: undefined };
  return beginSigning(state, newSubmission(state, record, [], env.now), env.now);
}
