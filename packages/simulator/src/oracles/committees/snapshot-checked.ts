import type { ValidatorState } from '@quorate/core';
import {
  DecodeError,
  type SignedSnapshotPart,
  type SnapshotPage,
  snapshotPageHash,
  snapshotSigningBytes,
} from '@quorate/protocol';
import type { Finding, Oracle, OracleContext } from '../oracle.ts';

/** The most accounts on one page. */
const PAGE_ENTRIES = 64;

/**
 * What a correct validator merges from a snapshot was signed by its member, part by part, for this
 * network, epoch and change. Its pages are those that the root names, and show their accounts in
 * order (rule C5).
 *
 * Our addition to ledger.md. A part damaged on its way usually does no more harm than a lie of its
 * member; but it could not be proved to be one.
 */
export function snapshotChecked({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  return {
    name: 'snapshot-checked',
    kind: 'safety',
    afterHandover: ({ node, observation: { input, before, after } }) => {
      if (input.type !== 'Message' || input.message.type !== 'Response') return undefined;
      const { result } = input.message;
      if (result.type !== 'SnapshotPart') return undefined;
      const taken = takenFrom(before, after, input.from);
      if (taken === undefined) return undefined;
      const fault =
        headerFault(after, taken, result.signed) ??
        (isSigned(result.signed, taken) ? undefined : 'its member has not signed') ??
        (result.signed.part.kind === 'Page' ? pageFault(taken, result.signed.part) : undefined);
      return fault === undefined ? undefined : found(node, taken, fault);
    },
  };

  function isSigned({ part, signature }: SignedSnapshotPart, { validator }: Source): boolean {
    try {
      return verifier.verify(validator, snapshotSigningBytes(part), signature);
    } catch (error) {
      if (error instanceof DecodeError) return false;
      throw error;
    }
  }
}

type Merge = NonNullable<ValidatorState['handover']['merge']>;

/** What had been read of a snapshot before the current part. */
type Source = Merge['sources'][number] & Pick<Merge, 'epoch'>;

// If the last part needed ends the merge, nothing is left to compare with.
function takenFrom(
  before: ValidatorState,
  after: ValidatorState,
  from: string,
): Source | undefined {
  const { merge } = before.handover;
  const source = merge?.sources.find(({ node }) => node === from);
  if (merge === undefined || source === undefined) return undefined;
  const now = after.handover.merge?.sources.find(({ node }) => node === from);
  const isPassedOver = now !== undefined && now.root === source.root && now.pages === source.pages;
  const isOver = now === undefined && after.handover.served < merge.epoch;
  return isPassedOver || isOver ? undefined : { ...source, epoch: merge.epoch };
}

function headerFault(
  { genesis, ledger }: ValidatorState,
  { epoch, validator }: Source,
  { part }: SignedSnapshotPart,
): string | undefined {
  const changeId = ledger.committee.get(String(epoch))?.changeId;
  const isOfThis =
    part.validator === validator &&
    part.networkId === genesis.networkId &&
    part.epoch === epoch - 1 &&
    part.changeId === changeId;
  return isOfThis ? undefined : 'is of another snapshot';
}

function pageFault({ root, pages, entries }: Source, part: SnapshotPage): string | undefined {
  if (part.index !== pages || root?.pages[pages] !== hashOf(part)) return 'the root does not name';
  const { length } = part.entries;
  if (length === 0 || length > PAGE_ENTRIES) return `has ${length} accounts`;
  const last = entries.at(-1)?.address;
  const addresses = [...(last === undefined ? [] : [last]), ...part.entries.map(addressOf)];
  const isInOrder = addresses.every((each, at) => at === 0 || (addresses[at - 1] ?? '') < each);
  if (!isInOrder) return 'is not in order';
  return part.entries.every(({ held }) => held.length <= 2) ? undefined : 'shows three rivals';
}

function addressOf({ address }: SnapshotPage['entries'][number]): string {
  return address;
}

function hashOf(part: SnapshotPage): string | undefined {
  try {
    return snapshotPageHash(part);
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

function found(node: string, { node: of, pages, root }: Source, fault: string): Finding {
  const what = root === undefined ? 'root' : 'page';
  return {
    message: `${node} took over a ${what} of the snapshot of ${of} that ${fault}`,
    facts: { validator: node, of, part: root === undefined ? what : `${what} ${pages}` },
  };
}
