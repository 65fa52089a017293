import {
  type Address,
  type CommonOperation,
  factsOf,
  type NetworkId,
  type Operation,
  type Release,
  type TokenId,
  type TransactionEnvelope,
  type UnversionedClaim,
  type UnversionedOperation,
  type VersionedTransaction,
} from '@quorate/protocol';
import { addressOf, envelopeBy, signerOf } from '@quorate/testkit';
import { ACCOUNTS, FREE_TOKEN, remembered, START } from './core-ledger.ts';
import type { NaiveState } from './naive-ledger.ts';
import type { OperationPlan, TransactionPlan } from './plans.ts';
import { type Desk, jobFor, tokenFor, writeOperation } from './write-operation.ts';

// Oldest first.
const RELEASES: readonly Release[] = [
  'Unversioned',
  'Release20260319',
  'Release20260407',
  'Release20260508',
];

/** What a transaction says beside its sender and its operations. */
export interface Header {
  readonly release: Release;
  readonly nonce: bigint;
  readonly networkId: NetworkId;
  readonly feeToken: TokenId | null;
}

/** Writes and signs a planned transaction for a ledger that holds this. */
export function writeTransaction(plan: TransactionPlan, state: NaiveState): TransactionEnvelope {
  const name = senderOf(plan, state);
  const sender = addressOf(name);
  const next = (state.nonces.get(sender) ?? 0n) + plan.nonceShift;
  const nonce = next < 0n ? 0n : next;
  const desk = { state, sender, nonce, earlier: [] };
  const operations: Operation[] = [];
  for (const operation of plan.operations) {
    operations.push(writeOperation(operation, { ...desk, earlier: operations }));
  }
  return signTransaction(name, operations, {
    release: plan.release,
    nonce,
    networkId: plan.network === 'ours' ? 'fast:localnet' : 'fast:devnet',
    feeToken: plan.feeToken === 3 ? FREE_TOKEN : tokenOrNull(plan.feeToken, desk),
  });
}

/**
 * Signs operations as one transaction, as the sender and as the verifiers of external claims.
 *
 * A release that lacks one of the operations is replaced by the oldest that has them all.
 */
export function signTransaction(
  name: string,
  operations: readonly Operation[],
  header: Header,
): TransactionEnvelope {
  const sender = addressOf(name);
  const vouched = operations.map((operation) => {
    if (operation.kind !== 'ExternalClaim') return operation;
    const { signingBytes } = factsOf(writeVersioned(sender, operations, header));
    const signatures = operation.signatures.map(({ verifierAddr }) => {
      return { verifierAddr, sig: signerOf(nameOf(verifierAddr)).sign(signingBytes) };
    });
    return { ...operation, signatures };
  });
  return envelopeBy(remembered(signerOf(name)), writeVersioned(sender, vouched, header));
}

/** Writes operations as a transaction of a release that has them all. */
export function writeVersioned(
  sender: Address,
  operations: readonly Operation[],
  { release: wanted, nonce, networkId, feeToken }: Header,
): VersionedTransaction {
  const release = releaseFor(wanted, operations);
  const common = { sender, nonce, timestampNanos: START + nonce };
  const header = { ...common, networkId, archival: false, feeToken };
  switch (release) {
    case 'Unversioned': {
      const recipient = recipientOf(operations);
      const claim = unversionedClaim(operations as readonly UnversionedOperation[]);
      return { release, transaction: { ...common, recipient, claim, archival: null } };
    }
    case 'Release20260319': {
      const listed = operations as readonly CommonOperation[];
      const [only] = listed;
      const claim =
        only === undefined || listed.length > 1
          ? ({ kind: 'Batch', tag: 12, operations: listed } as const)
          : only;
      return { release, transaction: { ...header, claim } };
    }
    case 'Release20260407':
    case 'Release20260508':
      return { release, transaction: { ...header, claims: operations } };
  }
}

function tokenOrNull(token: number | null, desk: Desk): TokenId | null {
  return token === null ? null : tokenFor({ token }, desk);
}

function releaseFor(wanted: Release, operations: readonly Operation[]): Release {
  const needed = operations.map((operation): Release => {
    if (operation.kind === 'TokenManagement' && operation.newTokenName !== null)
      return 'Release20260508';
    if (operation.kind === 'Escrow') return 'Release20260407';
    return operation.kind === 'Burn' ? 'Release20260319' : 'Unversioned';
  });
  return [wanted, ...needed].reduce((a, b) => (RELEASES.indexOf(a) > RELEASES.indexOf(b) ? a : b));
}

function recipientOf(operations: readonly Operation[]): Address {
  const [only] = operations;
  return only?.kind === 'TokenTransfer' || only?.kind === 'Mint'
    ? only.recipient
    : addressOf('nobody');
}

function unversionedClaim(operations: readonly UnversionedOperation[]): UnversionedClaim {
  const [only] = operations;
  if (only === undefined || operations.length > 1) return { kind: 'Batch', operations };
  if (only.kind !== 'TokenTransfer' && only.kind !== 'Mint') return only;
  const { recipient: _, ...claim } = only;
  return claim;
}

function senderOf({ senderIs, sender, operations }: TransactionPlan, state: NaiveState): string {
  const [first] = operations;
  const fitting = senderIs === 'any' || first === undefined ? undefined : whoMay(first, state);
  const index = ACCOUNTS.findIndex((name) => addressOf(name) === fitting);
  return ACCOUNTS[index === -1 ? sender : index] ?? 'alice';
}

function whoMay(plan: OperationPlan, state: NaiveState): Address | undefined {
  const desk = { state, sender: addressOf('alice'), nonce: 0n, earlier: [] };
  const token = state.tokens.get(tokenFor(plan, desk));
  const job = state.jobs.get(jobFor(plan, desk));
  switch (plan.kind) {
    case 'TokenManagement':
      return token?.admin;
    case 'Mint':
      return [...(token?.mints ?? [])][0];
    case 'Submit':
      return job?.provider;
    case 'Reject':
    case 'Complete':
      return job?.config.evaluator;
    default:
      return undefined;
  }
}

function nameOf(address: Address): string {
  const name = ACCOUNTS.find((account) => addressOf(account) === address);
  if (name === undefined) throw new Error(`${address} has no signer here`);
  return name;
}
