import type { Bend, Reach } from '@quorate/byzantine';
import {
  type Account,
  applyChanges,
  buildEnvelope,
  NEW_ACCOUNT,
  takeSnapshot,
  type ValidatorState,
} from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  NATIVE_TOKEN_ID,
  NETWORK_IDS,
  type NetworkId,
  type SignedSnapshotPart,
  type SnapshotPage,
  snapshotPageHash,
  snapshotSigningBytes,
  type TransactionId,
} from '@quorate/protocol';
import type { FalseSnapshot } from '../../scenario/byzantine/validator-act.ts';
import type { SnapshotLie } from '../../scenario/byzantine/words.ts';
import type { ValidatorStage } from './stage.ts';

type Snapshot = readonly SignedSnapshotPart[];

/**
 * Serves, for each epoch, a snapshot that lies about one account, or that no validator may accept.
 * It is signed like a genuine one, and its root fits its pages, unless the lie is that they do not
 * fit.
 */
export function falseSnapshot(lie: FalseSnapshot, reach: Reach, stage: ValidatorStage): Bend {
  const taken = new Map<number, Snapshot | undefined>();

  function snapshotOf(epoch: number): Snapshot | undefined {
    const known = taken.get(epoch);
    if (known !== undefined) return known;
    const snapshot = lyingSnapshot(epoch, lie, stage);
    taken.set(epoch, snapshot);
    return snapshot;
  }

  return {
    hear: (heard) => {
      const { from: peer, message } = heard;
      if (message.type !== 'GetSnapshot') return heard;
      const { requestId, epoch, page } = message;
      const signed = reach.act(
        { peer, request: message },
        () => snapshotOf(epoch)?.[page === null ? 0 : page + 1],
      );
      if (signed === undefined) return heard;
      stage.say(peer, { type: 'Response', requestId, result: { type: 'SnapshotPart', signed } });
      return undefined;
    },
  };
}

function lyingSnapshot(
  epoch: number,
  lie: FalseSnapshot,
  stage: ValidatorStage,
): Snapshot | undefined {
  const state = stage.state();
  const { keys, rules } = stage.env();
  const change = state?.ledger.committee.get(String(epoch + 1));
  if (state === undefined || change === undefined) return undefined;
  const seat = state.committees[epoch]?.members.find(
    ({ validator }) => keys.find(validator.address) !== undefined,
  );
  const signer = seat && keys.find(seat.validator.address);
  if (signer === undefined) return undefined;
  const client = stage.signerOf(lie.of);
  const account = state.ledger.account.get(client.address) ?? NEW_ACCOUNT;
  const value = falsified(account, lie, { ...stage, state, forger: signer });
  const ledger = applyChanges(state.ledger, [{ table: 'account', key: client.address, value }]);
  const { networkId } = state.genesis;
  const changeId = lie.shows === 'other-change' ? otherThan(change.changeId) : change.changeId;
  const named = lie.shows === 'other-epoch' ? epoch + 1 : epoch;
  const header = { networkId, epoch: named, changeId };
  const taken = (held: typeof ledger) => takeSnapshot(held, header, signer, rules.handover.shows);
  const [root, ...pages] = taken(ledger);
  const edit = EDITS[lie.shows];
  if (edit !== undefined) return edited(root, pages, { signer, edit });
  return [lie.shows === 'other-page' ? taken(state.ledger)[0] : root, ...pages];
}

function otherThan(id: TransactionId): TransactionId {
  return ((id.startsWith('0') ? '1' : '0') + id.slice(1)) as TransactionId;
}

function otherNetwork(own: NetworkId): NetworkId {
  return NETWORK_IDS.find((id) => id !== own) ?? own;
}

type Lists = readonly SnapshotPage['entries'][];

/** For lies that make the list of accounts invalid: how they change the accounts of the pages. */
const EDITS: { readonly [L in SnapshotLie]?: (lists: Lists) => Lists } = {
  'out-of-order': (lists) => lists.map((entries) => entries.toReversed()),
  repeated: (lists) => [...lists, ...lists.slice(-1).map((entries) => entries.slice(-1))],
  'three-rivals': (lists) =>
    lists.map((entries) =>
      entries.map(({ held, ...entry }) => ({ ...entry, held: [...held, ...held.slice(1)] })),
    ),
};

/** Changes the pages, and computes the root of the changed ones. */
function edited(
  { part }: SignedSnapshotPart,
  pages: Snapshot,
  { signer, edit }: { readonly signer: Signer; readonly edit: (lists: Lists) => Lists },
): Snapshot {
  const { networkId, epoch, changeId, validator } = part;
  const header = { networkId, epoch, changeId, validator };
  const lists = pages.flatMap(({ part: page }) => (page.kind === 'Page' ? [page.entries] : []));
  const others = edit(lists).map((entries, index): SnapshotPage => ({ ...header, index, entries }));
  const root = { kind: 'Root', ...header, pages: others.map(snapshotPageHash) } as const;
  return [root, ...others.map((page) => ({ kind: 'Page' as const, ...page }))].map((each) => ({
    part: each,
    signature: signer.sign(snapshotSigningBytes(each)),
  }));
}

/** Lies that concern no single account. */
const OF_THE_WHOLE: ReadonlySet<SnapshotLie> = new Set([
  'out-of-order',
  'repeated',
  'other-change',
  'other-epoch',
]);

/** Lies that show two payments at one nonce. */
const CONTESTS: ReadonlySet<SnapshotLie> = new Set(['three-rivals', 'half-forged']);

function falsified(
  account: Account,
  { of, shows, to, amount }: FalseSnapshot,
  {
    signerOf,
    addressOf,
    state,
    forger,
  }: Pick<ValidatorStage, 'signerOf' | 'addressOf'> & {
    readonly state: ValidatorState;
    readonly forger: Signer;
  },
): Account {
  if (OF_THE_WHOLE.has(shows)) return account;
  if (shows === 'nothing') return { ...account, lock: undefined };
  if (shows === 'later-nonce' || shows === 'other-page') {
    return { ...account, nextNonce: account.nextNonce + 1n };
  }
  const client = signerOf(of);
  const forging = { address: client.address, sign: forger.sign };
  // The client knows this time, so it can sign exactly the same bytes.
  const { networkId: own, genesisTimeNanos: timestampNanos } = state.genesis;
  const networkId = shows === 'other-network' ? otherNetwork(own) : own;
  const nonce = account.nextNonce + (shows === 'other-nonce' ? 1n : 0n);
  const recipient = addressOf(to);
  const paying = (sum: bigint, signer: Signer) => {
    const transfer = { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient } as const;
    const operations = [{ ...transfer, amount: sum, userData: null }];
    return buildEnvelope({ networkId, nonce, timestampNanos, operations }, signer);
  };
  const envelope = paying(amount, shows === 'forgery' ? forging : client);
  if (!CONTESTS.has(shows)) {
    return { ...account, lock: { kind: 'pending', envelope, signature: undefined } };
  }
  const second = paying(amount + 1n, shows === 'half-forged' ? forging : client);
  return { ...account, lock: { kind: 'contested', envelopes: [envelope, second] } };
}
