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
  type SignedSnapshotPart,
  type SnapshotPage,
  snapshotPageHash,
  snapshotSigningBytes,
} from '@quorate/protocol';
import type { FalseSnapshot } from '../../scenario/byzantine/validator-act.ts';
import type { Bend } from '../bend.ts';
import type { Reach } from '../reach.ts';
import type { ValidatorStage } from './stage.ts';

type Snapshot = readonly SignedSnapshotPart[];

/**
 * Serves a snapshot of each epoch that lies about one account, or is none that anybody may take: signed like a true one
 * and, unless the lie is that it does not hold together, with a root that fits its pages.
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
  const header = { networkId, epoch, changeId: change.changeId };
  const taken = (held: typeof ledger) => takeSnapshot(held, header, signer, rules.handover.shows);
  const [root, ...pages] = taken(ledger);
  if (lie.shows === 'out-of-order') return turned(root, pages, signer);
  return [lie.shows === 'other-page' ? taken(state.ledger)[0] : root, ...pages];
}

/** Puts the accounts of each page the other way round, and has the root name the pages that come of it. */
function turned({ part }: SignedSnapshotPart, pages: Snapshot, signer: Signer): Snapshot {
  const others = pages.flatMap(({ part: page }): SnapshotPage[] =>
    page.kind === 'Page' ? [{ ...page, entries: page.entries.toReversed() }] : [],
  );
  const root = { ...part, kind: 'Root', pages: others.map(snapshotPageHash) } as const;
  return [root, ...others.map((page) => ({ ...page, kind: 'Page' as const }))].map((each) => ({
    part: each,
    signature: signer.sign(snapshotSigningBytes(each)),
  }));
}

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
  if (shows === 'out-of-order') return account;
  if (shows === 'nothing') return { ...account, lock: undefined };
  if (shows === 'later-nonce' || shows === 'other-page') {
    return { ...account, nextNonce: account.nextNonce + 1n };
  }
  const client = signerOf(of);
  const signer = shows === 'rival' ? client : { address: client.address, sign: forger.sign };
  // The time is known to the client, who can sign the very same bytes.
  const { networkId, genesisTimeNanos: timestampNanos } = state.genesis;
  const recipient = addressOf(to);
  const operations = [
    { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount, userData: null } as const,
  ];
  const intent = { networkId, nonce: account.nextNonce, timestampNanos, operations };
  const envelope = buildEnvelope(intent, signer);
  return { ...account, lock: { kind: 'pending', envelope, signature: undefined } };
}
