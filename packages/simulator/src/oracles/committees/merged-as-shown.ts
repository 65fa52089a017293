import {
  type Ledger,
  type Lock,
  NEW_ACCOUNT,
  readableFacts,
  type ValidatorState,
} from '@quorate/core';
import {
  type Address,
  factsOf,
  LIMITS,
  type SnapshotEntry,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { quorumSize } from '../../quorums.ts';
import { isForeign } from '../admission/second-opinion.ts';
import { forgeryIn } from '../authentic.ts';
import { heldEnvelopes } from '../following/held-envelopes.ts';
import { isPersist } from '../following/is-persist.ts';
import type { HandoverStep, Oracle, OracleContext } from '../oracle.ts';

/**
 * A correct validator enters an epoch only once it has read a quorum of snapshots of the previous
 * epoch, its own included if it was a member: each to the last page, with the certificates behind
 * it. Then it locks, in one write, for each account what these and its own lock show at its next
 * nonce: nothing, one transaction, or two rivals in a contest (rules C5, C6). Of accounts it changes
 * nothing else.
 *
 * Our addition to ledger.md. If one validator enters too soon or forgets what was shown, others
 * usually remember; if they do not, two transactions are certified for one nonce.
 */
export function mergedAsShown(context: MergeContext): Oracle {
  return {
    name: 'merged-as-shown',
    kind: 'safety',
    afterHandover: (step) => {
      const { node, observation } = step;
      const { before, after } = observation;
      const { served } = after.handover;
      if (served <= before.handover.served) return undefined;
      const fault =
        lackOf(step) ?? writeFault(step) ?? lockFault(step, context) ?? creditFault(step, context);
      return fault === undefined
        ? undefined
        : {
            message: `${node} has entered epoch ${served} and ${fault}`,
            facts: { validator: node, epoch: String(served), fault },
          };
    },
  };
}

type MergeContext = Pick<OracleContext, 'genesis' | 'nameOf' | 'verifier'>;
type Source = NonNullable<ValidatorState['handover']['merge']>['sources'][number];

/**
 * Says why the snapshots read are not a quorum; undefined when they are. After several epochs in
 * one step, the last one is checked.
 */
function lackOf(step: HandoverStep): string | undefined {
  const { before, after } = step.observation;
  const { served, seat } = before.handover;
  const epoch = after.handover.served;
  const ended = after.committees[epoch - 1]?.members ?? [];
  // A validator that has passed through an epoch within this very step was its only member.
  const wasMember =
    served < epoch - 1
      ? before.handover.merge?.epoch !== epoch
      : ended.some(({ validator }) => validator.address === seat);
  const count = countedIn(step).length + (wasMember ? 1 : 0);
  const quorum = quorumSize(ended.length);
  return count >= quorum
    ? undefined
    : `has read ${count} of the ${quorum} snapshots that make a quorum`;
}

/**
 * Lists the snapshots that count when it enters: read completely, with the certificates behind them
 * settled.
 */
function countedIn({ observation: { input, before, after } }: HandoverStep): readonly Source[] {
  const { merge } = before.handover;
  if (merge === undefined || merge.epoch !== after.handover.served) return [];
  const { account } = after.ledger;
  return merge.sources
    .map((source) => withPart(source, input))
    .filter(({ root, pages }) => root !== undefined && pages === root.pages.length)
    .filter(({ entries }) =>
      entries.every(
        ({ address, nextNonce }) => (account.get(address)?.nextNonce ?? 0n) >= nextNonce,
      ),
    );
}

/** Adds the part that arrived in this very step: it was awaited, or the step could not enter. */
function withPart(source: Source, input: HandoverStep['observation']['input']): Source {
  if (input.type !== 'Message' || input.from !== source.node) return source;
  const { message } = input;
  if (message.type !== 'Response' || message.result.type !== 'SnapshotPart') return source;
  const { part } = message.result.signed;
  if (part.kind === 'Root') return source.root === undefined ? { ...source, root: part } : source;
  if (part.index !== source.pages) return source;
  const entries = [...source.entries, ...part.entries];
  return { ...source, pages: source.pages + 1, entries };
}

/**
 * The locks must be in the same write as the note that the validator serves: otherwise a crash
 * between the two would free them.
 */
function writeFault({ observation: { before, after, effects } }: HandoverStep): string | undefined {
  const epoch = after.handover.served;
  const write = effects
    .filter(isPersist)
    .find(({ writes }) =>
      writes.some(({ key, value }) => key === 'handover/served' && value === epoch),
    );
  if (write === undefined) return 'has written it nowhere';
  const written = new Set(write.writes.map(({ key }) => key));
  for (const [address, { lock }] of after.ledger.account) {
    const was = before.ledger.account.get(address)?.lock;
    if (lock === undefined || lock === was || written.has(`account/${address}`)) continue;
    return 'has not written with it what it holds';
  }
  return undefined;
}

function lockFault(step: HandoverStep, context: MergeContext): string | undefined {
  const { before, after } = step.observation;
  const { merge, served } = before.handover;
  const epoch = after.handover.served;
  // If several merges happen in one step, the intermediate results cannot be seen.
  if (merge === undefined ? served !== epoch - 1 : merge.epoch !== epoch) return undefined;
  const shown = shownIn(step, context);
  const { account } = after.ledger;
  for (const address of new Set([...account.keys(), ...shown.keys()])) {
    const { lock } = account.get(address) ?? NEW_ACCOUNT;
    const fault = faultOf(lock, shown.get(address) ?? new Set());
    if (fault !== undefined) return `${fault} ${context.nameOf(address as Address)}`;
  }
  return undefined;
}

/**
 * Says whose list of credits has become shorter; undefined when none has. What is credited next
 * would take the place of an earlier credit, and proxies would not find that any more (rule P6).
 */
function creditFault(
  { observation: { before, after } }: HandoverStep,
  { nameOf }: MergeContext,
): string | undefined {
  const { account } = after.ledger;
  for (const [address, { creditCount }] of before.ledger.account) {
    if ((account.get(address)?.creditCount ?? 0) >= creditCount) continue;
    return `has lost sight of what credited ${nameOf(address as Address)}`;
  }
  return undefined;
}

/** Gives what counts at the next nonce of each account: its own lock, and what others show. */
function shownIn(
  step: HandoverStep,
  { genesis, verifier }: MergeContext,
): ReadonlyMap<string, ReadonlySet<string>> {
  const { before, after } = step.observation;
  const nonceOf = ({ account }: Ledger, address: string) => account.get(address)?.nextNonce ?? 0n;
  const shown = new Map<string, Set<string>>();
  const note = (address: string, held: readonly TransactionEnvelope[]) => {
    const ids = shown.get(address) ?? new Set();
    for (const { transaction } of held) ids.add(factsOf(transaction).id);
    shown.set(address, ids);
  };
  for (const [address, { nextNonce, lock }] of before.ledger.account) {
    if (nonceOf(after.ledger, address) === nextNonce) note(address, heldEnvelopes(lock));
  }
  for (const { entries } of countedIn(step)) {
    for (const entry of entries) {
      if (entry.nextNonce !== nonceOf(after.ledger, entry.address)) continue;
      // A contested mark without two signatures of the account does not count (rule C5).
      if (entry.held.every((each) => isGenuine(each, entry))) note(entry.address, entry.held);
    }
  }
  return shown;

  function isGenuine(
    envelope: TransactionEnvelope,
    { address, nextNonce }: Pick<SnapshotEntry, 'address' | 'nextNonce'>,
  ): boolean {
    const facts = readableFacts(envelope);
    if (facts === undefined) return false;
    const { transaction, size } = facts;
    return (
      transaction.sender === address &&
      transaction.nonce === nextNonce &&
      size <= LIMITS.transactionBytes &&
      !isForeign(facts, genesis) &&
      forgeryIn(envelope, verifier) === undefined
    );
  }
}

function faultOf(lock: Lock | undefined, shown: ReadonlySet<string>): string | undefined {
  const held = new Set(heldEnvelopes(lock).map(({ transaction }) => factsOf(transaction).id));
  if ([...held].some((id) => !shown.has(id))) return 'holds what nobody has shown of';
  if (held.size < Math.min(shown.size, 2)) return 'does not hold what was shown of';
  if (lock?.kind !== 'pending') return undefined;
  // Nothing is signed before it has passed the checks of the new epoch. Until then it carries the
  // mark of the handover (C8).
  if (lock.signature !== undefined) return 'has signed without a check what was shown of';
  return lock.isHandedOver === true ? undefined : 'has not marked what was shown of';
}
