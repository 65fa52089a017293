import {
  CERTIFICATE_PREFIX,
  certificateKey,
  isIncomplete,
  type ProxyState,
  readableFacts,
} from '@quorate/core';
import type {
  Address,
  Signature,
  SignatureOrMultiSig,
  TransactionEnvelope,
  TransactionFacts,
} from '@quorate/protocol';
import { cosignersOf } from '../model/keys-of.ts';
import type { Finding, Oracle, OracleContext, ProxyStep } from '../oracle.ts';
import { proxyFinding } from './proxy-view.ts';

/**
 * The bounds of incomplete transactions, by docs/ledger.md: how long each is kept, in nanoseconds,
 * and how many.
 */
const KEPT = {
  nanos: 86_400_000_000_000n,
  ofSigner: 64,
  ofNonce: 16,
  ofAccount: 200,
  inAll: 1_000,
} as const;

/**
 * A correct proxy keeps an incomplete transaction with all signatures it was brought: later signers
 * only add to it. It drops one when its nonce is used, when it was kept for a day, and when there
 * are too many by the one who opened it, for its nonce, of its account or in all (rule P9).
 *
 * What the answer to a signer says to be kept, and what it brought, must be kept both: a proxy that
 * overlooks what comes never has a transaction complete, and nothing else shows that.
 *
 * Our addition to ledger.md. If a proxy forgets signatures, the signers are asked again, and
 * believe that others have not signed yet.
 */
export function partsKept({
  unseen = [],
  mayCorrupt = false,
}: Pick<OracleContext, 'unseen' | 'mayCorrupt'> = {}): Oracle {
  const next = new Map<Address, bigint>();
  // A proxy has to believe a refusal by f + 1 validators. If they are of foreign code, or their
  // words can be damaged, nothing shows whether such a refusal is true.
  const mayBeMisled = unseen.length > 0 || mayCorrupt;

  function use({ transaction: { sender, nonce } }: Pick<TransactionFacts, 'transaction'>): void {
    if (nonce >= (next.get(sender) ?? 0n)) next.set(sender, nonce + 1n);
  }

  return {
    name: 'parts-kept',
    kind: 'safety',
    // Another proxy may have settled it: then this one learns from a refusal that a nonce is used.
    noteCertified: use,
    noteSettlement: ({ facts }) => use(facts),
    afterProxyStep: (step: ProxyStep): Finding | undefined => {
      const { before, after } = step.observation;
      return (
        unnoted(step) ??
        // Tables are immutable, so the same object means no change.
        (before.incomplete === after.incomplete
          ? undefined
          : (thinned(step) ??
            begunAnew(step) ??
            (mayBeMisled && !isBrought(step) ? undefined : gone(step, next))))
      );
    },
  };
}

type Incomplete = ProxyState['incomplete'];
type Kept = NonNullable<ReturnType<Incomplete['get']>>;

/** Finds a signer whose signature was brought, or is told to be kept, although it is not kept. */
function unnoted({ node, observation: { input, after, effects } }: ProxyStep): Finding | undefined {
  for (const effect of effects) {
    if (effect.type !== 'Reply' || !isIncomplete(effect.result)) continue;
    const told = effect.result.envelope;
    for (const envelope of [told, broughtIn(input, effect.requestId) ?? told]) {
      const facts = readableFacts(envelope);
      const kept = facts && after.incomplete.get(facts.id)?.envelope;
      if (facts === undefined || !mayBeAddedTo({ envelope, facts }, kept)) continue;
      const lost = signerLost(envelope, kept);
      if (lost !== undefined) return lacking(node, facts.id, lost);
    }
  }
  return undefined;
}

/** Gives what a request brought; undefined if this is no answer to what was brought. */
function broughtIn(
  input: ProxyStep['observation']['input'],
  requestId: string,
): TransactionEnvelope | undefined {
  if (input.type !== 'Loaded' || input.resume.purpose !== 'Submit') return undefined;
  return input.resume.waiting.requestId === requestId ? input.resume.envelope : undefined;
}

/**
 * Tells whether signatures are to be added up. Nothing can be added to an envelope whose sender
 * signed it with the verifier signatures of a claim (rule V10). Of whoever signed the form without
 * them the very signature is kept.
 */
function mayBeAddedTo(
  {
    envelope: { signature },
    facts: { submittedBytes, signingBytes },
  }: { readonly envelope: TransactionEnvelope; readonly facts: TransactionFacts },
  kept: TransactionEnvelope | undefined,
): boolean {
  if (submittedBytes === signingBytes) return true;
  const ofSender = kept === undefined ? [] : sendersIn(kept.signature);
  return sendersIn(signature).some((each) => ofSender.includes(each));
}

function sendersIn(signature: SignatureOrMultiSig): readonly Signature[] {
  return signature.kind === 'Signature'
    ? [signature.signature]
    : signature.signatures.map(([, each]) => each);
}

function thinned({ node, observation: { before, after } }: ProxyStep): Finding | undefined {
  for (const [id, { envelope, since }] of after.incomplete) {
    const was = before.incomplete.get(id);
    // An expired transaction begins anew.
    if (was === undefined || was.envelope === envelope || was.since !== since) continue;
    const lost = signerLost(was.envelope, envelope);
    if (lost !== undefined) return lacking(node, id, lost);
  }
  return undefined;
}

/**
 * Finds a transaction that is kept for ever because somebody adds to it, or that counts for
 * somebody else than who opened it.
 */
function begunAnew({ node, observation: { before, after } }: ProxyStep): Finding | undefined {
  for (const [id, { since, openedBy }] of after.incomplete) {
    const was = before.incomplete.get(id);
    if (was === undefined || (was.since === since && was.openedBy === openedBy)) continue;
    if (was.since + KEPT.nanos <= since) continue;
    const what = 'takes what lacks signatures for newly opened by whoever adds to it';
    return proxyFinding(node, id, what);
  }
  return undefined;
}

/** Tells whether a client brings something: no step in which a refusal can end an attempt. */
function isBrought({ observation: { input } }: ProxyStep): boolean {
  return input.type === 'Message' && input.message.type === 'SubmitTransaction';
}

function gone(step: ProxyStep, next: ReadonlyMap<Address, bigint>): Finding | undefined {
  const { node, observation } = step;
  const { before, after } = observation;
  for (const [id, was] of before.incomplete) {
    if (after.incomplete.has(id) || isUsed(was, next, observation.effects)) continue;
    if (mayGo(was, before.incomplete, after.incomplete)) continue;
    return proxyFinding(node, id, 'forgets what lacks signatures and may still get them');
  }
  return undefined;
}

/**
 * Tells whether something is certified at its nonce, or at a later one, or a step stores such a
 * settlement.
 */
function isUsed(
  { envelope }: Kept,
  next: ReadonlyMap<Address, bigint>,
  effects: ProxyStep['observation']['effects'],
): boolean {
  const transaction = readableFacts(envelope)?.transaction;
  if (transaction === undefined) return false;
  const { sender, nonce } = transaction;
  if (nonce < (next.get(sender) ?? 0n)) return true;
  const first = certificateKey(sender, nonce);
  return effects.some(
    (effect) =>
      effect.type === 'Persist' &&
      effect.writes.some(
        ({ key, value }) =>
          value !== undefined && key.startsWith(`${CERTIFICATE_PREFIX}${sender}/`) && key >= first,
      ),
  );
}

/**
 * Tells whether something had to be dropped because something else came, or got more signatures.
 */
function mayGo(was: Kept, before: Incomplete, after: Incomplete): boolean {
  const come = [...after].find(([id, { envelope, since }]) => {
    const known = before.get(id);
    // What comes anew after a day may be the very envelope that was kept.
    return known?.envelope !== envelope || known.since !== since;
  });
  if (come === undefined) return false;
  const [id, added] = come;
  // When something was added to is unknown, and so is what has expired by then.
  if (before.get(id)?.since === added.since) return true;
  if (was.since + KEPT.nanos <= added.since) return true;
  const all = [...before.values()];
  const { sender, place } = placeOf(added);
  return (
    all.length >= KEPT.inAll ||
    all.filter(({ openedBy }) => openedBy === added.openedBy).length >= KEPT.ofSigner ||
    all.filter((each) => placeOf(each).place === place).length >= KEPT.ofNonce ||
    all.filter((each) => placeOf(each).sender === sender).length >= KEPT.ofAccount
  );
}

/** Gives whose it is, and at which nonce; empty if it cannot be read. */
function placeOf({ envelope }: Kept): { readonly sender?: Address; readonly place?: string } {
  const transaction = readableFacts(envelope)?.transaction;
  if (transaction === undefined) return {};
  const { sender, nonce } = transaction;
  return { sender, place: certificateKey(sender, nonce) };
}

function signerLost(
  was: TransactionEnvelope,
  is: TransactionEnvelope | undefined,
): string | undefined {
  const signers = is === undefined ? new Set<string>() : signersOf(is);
  return [...signersOf(was)].find((signer) => !signers.has(signer));
}

function signersOf(envelope: TransactionEnvelope): ReadonlySet<string> {
  const { members, verifiers } = cosignersOf(envelope);
  return new Set([...members, ...verifiers.map((key) => `verifier ${key}`)]);
}

function lacking(node: string, transaction: string, signer: string): Finding {
  return {
    message: `${node} has lost a signature of what lacks others`,
    facts: { proxy: node, transaction, signer },
  };
}
