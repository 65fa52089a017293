import { invariant } from '@quorate/core';
import {
  type Address,
  factsOf,
  operationId,
  type TransactionCertificate,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import { createdToken } from '../../oracles/model/token-roles.ts';
import type { OperationStep, TransactionStep } from '../../scenario/steps/step.ts';

/** The things that clients create under a label. */
export type LabelKind = 'token' | 'terms' | 'job';

/** The name of something that a client creates. */
export interface Label {
  readonly kind: LabelKind;
  readonly name: string;
}

/** Knows what the clients of a world have created, by label, and what they had settled last. */
export interface Labels {
  /** Notes what a settled transaction created and updated. */
  settled(steps: readonly OperationStep[], certificate: TransactionCertificate): void;
  /**
   * Notes that the transaction of these steps failed, so that what they were to create will never
   * exist.
   */
  abandoned(steps: readonly OperationStep[]): void;
  /**
   * Calls back once all of these labels exist, at once or when the last is created; or with the
   * first label that is known never to exist.
   */
  whenCreated(labels: readonly Label[], then: (missing: Label | undefined) => void): void;
  isCreated(label: Label): boolean;
  /** Gives the id of a label: 64 hex digits. */
  idOf(label: Label): string;
  /** Gives the label of an id; the beginning of the id if it has none. */
  nameOf(id: string): string;
  /** Gives the last transaction of an account of which a client was told that it has settled. */
  lastOf(account: Address): TransactionId | undefined;
  /** Gives the latest certificates that clients were told of, one for each transaction. */
  latest(): readonly TransactionCertificate[];
  /** Gives the number of a token's next update. */
  nextUpdate(tokenId: string): bigint;
}

interface Waiting {
  readonly labels: readonly Label[];
  readonly then: (missing: Label | undefined) => void;
}

/** The most certificates that a client shows: more than most runs have, and far below the limit. */
const SHOWN_MAX = 20;

/** Creates the labels of a world; there are none yet. */
export function createLabels(): Labels {
  const ids = new Map<string, string>();
  const names = new Map<string, string>();
  const updates = new Map<string, bigint>();
  const lost = new Set<string>();
  const last = new Map<Address, { readonly nonce: bigint; readonly id: TransactionId }>();
  const latest = new Map<TransactionId, TransactionCertificate>();
  let waiting: readonly Waiting[] = [];
  const isCreated = (label: Label) => ids.has(keyOf(label));

  function noteLast({ id, transaction: { sender, nonce } }: TransactionFacts): void {
    if (nonce >= (last.get(sender)?.nonce ?? 0n)) last.set(sender, { nonce, id });
  }

  function wake(): void {
    // Of several members of an account who create something together, one may be too late.
    const isLost = (label: Label) => lost.has(keyOf(label)) && !isCreated(label);
    const ready = waiting.filter(({ labels }) => labels.every(isCreated) || labels.some(isLost));
    waiting = waiting.filter((each) => !ready.includes(each));
    for (const { labels, then } of ready) then(labels.find(isLost));
  }

  return {
    isCreated,
    settled(steps, certificate) {
      const facts = factsOf(certificate.envelope.transaction);
      latest.delete(facts.id);
      latest.set(facts.id, certificate);
      const { sender, nonce, operations } = facts.transaction;
      noteLast(facts);
      for (const [index, step] of steps.entries()) {
        const label = createdBy(step);
        if (label === undefined) continue;
        const id =
          label.kind === 'token' ? createdToken(facts, index) : operationId(sender, nonce, index);
        ids.set(keyOf(label), id);
        names.set(id, label.name);
      }
      for (const operation of operations) {
        if (operation.kind !== 'TokenManagement') continue;
        updates.set(operation.tokenId, operation.updateId + 1n);
      }
      wake();
    },
    abandoned(steps) {
      for (const step of steps) {
        const label = createdBy(step);
        if (label !== undefined) lost.add(keyOf(label));
      }
      wake();
    },
    whenCreated(labels, then) {
      if (labels.length === 0) return then(undefined);
      waiting = [...waiting, { labels, then }];
      wake();
    },
    idOf(label) {
      const id = ids.get(keyOf(label));
      invariant(id !== undefined, `there is no ${label.kind} ${label.name}`);
      return id;
    },
    nameOf: (id) => names.get(id) ?? id.slice(0, 8),
    lastOf: (account) => last.get(account)?.id,
    latest: () => [...latest.values()].slice(-SHOWN_MAX),
    nextUpdate: (tokenId) => updates.get(tokenId) ?? 0n,
  };
}

/** Gives the label that a step creates; undefined if none. */
export function createdBy(step: OperationStep): Label | undefined {
  switch (step.op) {
    case 'create-token':
      return { kind: 'token', name: step.as };
    case 'escrow-terms':
      return { kind: 'terms', name: step.as };
    case 'escrow-job':
      return { kind: 'job', name: step.as };
    default:
      return undefined;
  }
}

/** Lists the labels that a transaction builds on, including the token of its fee. */
export function usedIn({
  operations,
  feeToken,
}: Pick<TransactionStep, 'operations' | 'feeToken'>): readonly Label[] {
  const used = operations.flatMap(usedBy);
  return feeToken === undefined ? used : [...used, { kind: 'token', name: feeToken }];
}

/** Lists the labels that an operation builds on. */
export function usedBy(step: OperationStep): readonly Label[] {
  switch (step.op) {
    case 'pay':
    case 'burn':
    case 'escrow-terms':
      return step.token === undefined ? [] : [{ kind: 'token', name: step.token }];
    case 'manage-token':
    case 'mint':
      return [{ kind: 'token', name: step.token }];
    case 'escrow-job':
      return [{ kind: 'terms', name: step.terms }];
    case 'escrow-submit':
    case 'escrow-reject':
    case 'escrow-complete':
      return [{ kind: 'job', name: step.job }];
    default:
      return [];
  }
}

/** Tells whether two labels are the same. */
export function isSameLabel(a: Label, b: Label): boolean {
  return keyOf(a) === keyOf(b);
}

function keyOf({ kind, name }: Label): string {
  return `${kind}/${name}`;
}
