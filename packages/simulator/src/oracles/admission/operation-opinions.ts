import { balanceKey, nonceKey, type Origin, type Token } from '@quorate/core';
import {
  type Address,
  AMOUNT_MAX,
  BURN_ADDRESS,
  type EscrowOperation,
  type ExternalClaim,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type TokenId,
  type TransactionFacts,
  type ValidatorConfig,
} from '@quorate/protocol';
import { cellPlace } from '../model/cell-place.ts';
import { evaluatorFeeOf } from '../model/escrow-model.ts';
import { createdToken, rolesAfter } from '../model/token-roles.ts';
import { updatePlace } from '../model/update-place.ts';
import { heldAt } from './cost.ts';
import type { Paper } from './paper.ts';
import type { Opinion, Place } from './place.ts';
import { changeFault, seatFault, waitsForSeat } from './seat-opinions.ts';

type Flat = Exclude<Operation, { readonly kind: 'Escrow' }> | EscrowOperation;
type FlatOf<K extends Flat['kind']> = Extract<Flat, { readonly kind: K }>;

/** The rules of one kind of operation: a row of the tables in ledger.md, sections 5 and 7. */
interface Opinions<O> {
  /** Whether it is admissible (rule V6). */
  readonly admits: (operation: O, place: Place) => Opinion;
  /** Its effect: what it moves and what it records. */
  readonly apply: (operation: O, place: Place) => void;
  /** Why it would achieve nothing although it is admissible (rule P5). */
  readonly vain?: (operation: O, place: Place) => string | undefined;
}

/** The judgement on one operation. */
export interface OperationOpinion {
  /** What a validator must answer (rule V6). */
  readonly refusal: Opinion;
  /** Why it would achieve nothing although it is admissible (rule P5). */
  readonly vain: string | undefined;
}

/** Judges an operation, and applies it on paper. */
export function judgeOperation(operation: Operation, place: Place): OperationOpinion {
  const flat = flatOf(operation);
  const { admits, vain } = OPINIONS[flat.kind] as Opinions<Flat>;
  const opinion = { refusal: admits(flat, place), vain: vain?.(flat, place) };
  applyOnPaper(operation, place);
  return opinion;
}

/** Applies on paper an operation that was admitted or has settled. */
export function applyOnPaper(operation: Operation, place: Place): void {
  const flat = flatOf(operation);
  const { apply } = OPINIONS[flat.kind] as Opinions<Flat>;
  apply(flat, place);
}

function flatOf(operation: Operation): Flat {
  return operation.kind === 'Escrow' ? operation.escrow : operation;
}

const OPINIONS: { readonly [K in Flat['kind']]: Opinions<FlatOf<K>> } = {
  TokenTransfer: {
    admits: ({ tokenId, amount }, place) => spends(place, tokenId, amount),
    apply: ({ tokenId, amount, recipient }, place) => {
      move(place, senderOf(place), tokenId, -amount);
      move(place, recipient, tokenId, amount);
    },
  },
  TokenCreation: {
    admits: ({ mints }, place) => {
      const isNew = describedAt(place, newToken(place)) === undefined;
      return unless(new Set(mints).size === mints.length && isNew);
    },
    apply: ({ tokenName: name, decimals, mints, initialAmount }, place) => {
      const tokenId = newToken(place);
      const admin = senderOf(place);
      issue(place, admin, tokenId, initialAmount);
      const origin = originIn(place);
      const roles = { admin, mints: sorted(mints), updateCount: 0n };
      describe(place, tokenId, { ...roles, name, decimals, origin });
    },
  },
  TokenManagement: {
    admits: ({ tokenId, updateId, newAdmin }, place) => {
      if (tokenId === NATIVE_TOKEN_ID) return 'NonSubmittableOperation';
      const token = describedAt(place, tokenId);
      if (token === undefined || updateId > token.updateCount) return 'MissingDependency';
      const isAdmins = token.admin === senderOf(place);
      return unless(isAdmins && updateId === token.updateCount && newAdmin !== BURN_ADDRESS);
    },
    apply: (operation, place) => {
      const { tokenId, updateId, newTokenName } = operation;
      place.paper.update.set(updatePlace(tokenId, updateId), originIn(place));
      const token = describedAt(place, tokenId);
      if (token === undefined) return;
      const roles = rolesAfter({ ...token, mints: new Set(token.mints) }, operation);
      const { admin, mints, updateCount } = roles;
      const name = newTokenName ?? token.name;
      describe(place, tokenId, { ...token, admin, mints: sorted(mints), updateCount, name });
    },
  },
  Mint: {
    admits: ({ tokenId, amount }, place) => {
      if (amount === 0n || tokenId === NATIVE_TOKEN_ID) return 'NonSubmittableOperation';
      const token = describedAt(place, tokenId);
      if (token === undefined) return 'MissingDependency';
      return unless(token.mints.includes(senderOf(place)));
    },
    apply: ({ tokenId, amount, recipient }, place) => issue(place, recipient, tokenId, amount),
    vain: ({ tokenId, amount }, { paper }) => {
      const supply = (paper.token.get(tokenId)?.supply ?? 0n) + amount;
      return supply > AMOUNT_MAX ? `a mint to a supply of ${supply}` : undefined;
    },
  },
  Burn: {
    admits: ({ tokenId, amount }, place) => spends(place, tokenId, amount),
    apply: ({ tokenId, amount }, place) => issue(place, senderOf(place), tokenId, -amount),
  },
  StateInitialization: {
    admits: ({ key }, place) => unless(place.paper.cell.get(cellOf(place, key)) === undefined),
    apply: ({ key, initialState }, place) => place.paper.cell.set(cellOf(place, key), initialState),
  },
  StateUpdate: {
    admits: ({ key, previousState }, place) =>
      unless(place.paper.cell.get(cellOf(place, key)) === previousState),
    apply: ({ key, nextState }, place) => place.paper.cell.set(cellOf(place, key), nextState),
  },
  StateReset: {
    admits: ({ key }, place) => unless(place.paper.cell.get(cellOf(place, key)) !== undefined),
    apply: ({ key, resetState }, place) => place.paper.cell.set(cellOf(place, key), resetState),
  },
  ExternalClaim: {
    admits: (claim, place) => {
      const { operations } = place.facts.transaction;
      const isFirst = operations.findIndex(({ kind }) => kind === claim.kind) === place.index;
      return unless(isFirst && isVouchedFor(claim, place));
    },
    apply: (_, place) => place.paper.claim.set(place.facts.id, originIn(place)),
  },
  JoinCommittee: {
    admits: () => undefined,
    apply: ({ config }, place) => request(place, { kind: 'Join', config }),
    vain: ({ config }, place) => seatFault(config, senderOf(place), place),
  },
  LeaveCommittee: {
    admits: () => undefined,
    apply: (_, place) => request(place, { kind: 'Leave' }),
    vain: (_, place) => {
      const { committees, ledger } = place.state;
      const members = committees.at(-1)?.members ?? [];
      const sender = senderOf(place);
      if (members.some(({ operator }) => operator === sender)) return undefined;
      const requests = [...ledger.request.values(), ...place.paper.request.written().values()];
      return waitsForSeat(sender, requests, committees)
        ? undefined
        : 'a request to leave of who runs no member and waits for no seat';
    },
  },
  ChangeCommittee: {
    admits: (change, place) => changeFault(change, place)?.code,
    apply: ({ epoch, newCommittee }, place) => {
      const { id: changeId, transaction } = place.facts;
      const members = newCommittee.validators.map((validator) => ({ validator }));
      const began = { changeId, beganAtNanos: transaction.timestampNanos };
      place.paper.committee.set(String(epoch), { members, ...began, origin: originIn(place) });
    },
  },
  CreateConfig: {
    admits: ({ evaluator, evaluationFee: fee }, place) =>
      unless(evaluator === senderOf(place) && (fee.kind === 'Fixed' || fee.bps <= 10_000)),
    apply: ({ tokenId, evaluator, evaluationFee, minEvaluatorFee }, place) => {
      const fees = { evaluationFee, minEvaluatorFee };
      const origin = originIn(place);
      place.paper.config.set(newId(place), { tokenId, evaluator, ...fees, origin });
    },
  },
  CreateJob: {
    admits: ({ configId, providerFee }, place) => {
      const terms = place.paper.config.get(configId);
      if (terms === undefined) return 'MissingDependency';
      return covers(place, terms.tokenId, providerFee + evaluatorFeeOf(terms, providerFee));
    },
    apply: ({ configId, provider, providerFee, description }, place) => {
      const terms = place.paper.config.get(configId);
      if (terms === undefined) return;
      const { tokenId, evaluator } = terms;
      const evaluatorFee = evaluatorFeeOf(terms, providerFee);
      const client = senderOf(place);
      move(place, client, tokenId, -providerFee - evaluatorFee);
      const parties = { configId, client, provider, evaluator };
      const fees = { tokenId, providerFee, evaluatorFee };
      const state = { deliverable: undefined, status: 'Funded' } as const;
      const job = { ...parties, ...fees, description, ...state, origin: originIn(place) };
      place.paper.job.set(newId(place), job);
    },
  },
  Submit: {
    admits: ({ jobId }, place) => {
      const job = place.paper.job.get(jobId);
      if (job === undefined) return 'MissingDependency';
      return unless(job.provider === senderOf(place) && job.deliverable === undefined);
    },
    apply: ({ jobId, deliverable }, { paper }) => {
      const job = paper.job.get(jobId);
      if (job === undefined) return;
      const status = job.status === 'Funded' ? 'Submitted' : job.status;
      paper.job.set(jobId, { ...job, deliverable, status });
    },
    vain: ({ jobId }, { paper }) => {
      const job = paper.job.get(jobId);
      return job === undefined || isOpen(job)
        ? undefined
        : `a delivery for a job that is ${job.status}`;
    },
  },
  Reject: {
    admits: ({ jobId }, place) => decides(place, jobId),
    apply: ({ jobId }, place) => end(place, jobId, 'Refunded'),
  },
  Complete: {
    admits: ({ jobId }, place) => {
      const isSubmitted = place.paper.job.get(jobId)?.status === 'Submitted';
      return decides(place, jobId) ?? (isSubmitted ? undefined : 'MissingDependency');
    },
    apply: ({ jobId }, place) => end(place, jobId, 'Completed'),
  },
};

type Job = ReturnType<Paper['job']['get']>;
type Description = Token['description'];

function unless(holds: boolean): Opinion {
  return holds ? undefined : 'NonSubmittableOperation';
}

function senderOf({ facts }: Place): Address {
  return facts.transaction.sender;
}

/** Gives the certificate to which what it creates is attributed (ledger.md section 1). */
function originIn({ facts }: Place): Origin {
  const { sender, nonce } = facts.transaction;
  return { sender, nonce };
}

/** Minters are a set, kept in order. */
function sorted(mints: Iterable<Address>): readonly Address[] {
  return [...mints].sort((a, b) => (a < b ? -1 : 1));
}

type Wish =
  | { readonly kind: 'Join'; readonly config: ValidatorConfig }
  | { readonly kind: 'Leave' };

function request(place: Place, wish: Wish): void {
  const { sender, nonce, timestampNanos } = place.facts.transaction;
  const record = { ...wish, operator: sender, timestampNanos, origin: originIn(place) };
  place.paper.request.set(`${nonceKey(sender, nonce)}/${place.index}`, record);
}

function newId({ facts: { transaction }, index }: Place): string {
  return operationId(transaction.sender, transaction.nonce, index);
}

function newToken({ facts, index }: Place): TokenId {
  return createdToken(facts, index);
}

function cellOf(place: Place, key: Parameters<typeof cellPlace>[1]): string {
  return cellPlace(senderOf(place), key);
}

function describedAt({ paper }: Place, tokenId: TokenId): Description {
  return paper.token.get(tokenId)?.description;
}

function describe({ paper }: Place, tokenId: TokenId, description: NonNullable<Description>): void {
  paper.token.set(tokenId, { supply: paper.token.get(tokenId)?.supply ?? 0n, description });
}

function move({ paper }: Place, owner: Address, tokenId: TokenId, amount: bigint): void {
  const key = balanceKey(owner, tokenId);
  paper.balance.set(key, (paper.balance.get(key) ?? 0n) + amount);
}

function issue(place: Place, owner: Address, tokenId: TokenId, amount: bigint): void {
  const { supply = 0n, description } = place.paper.token.get(tokenId) ?? {};
  place.paper.token.set(tokenId, { supply: supply + amount, description });
  move(place, owner, tokenId, amount);
}

/** Says whether the sender has this amount of a token. */
export function covers(place: Place, tokenId: TokenId, amount: bigint): Opinion {
  return heldAt(place, tokenId) >= amount ? undefined : 'InsufficientFunding';
}

function spends(place: Place, tokenId: TokenId, amount: bigint): Opinion {
  return amount === 0n ? 'NonSubmittableOperation' : covers(place, tokenId, amount);
}

/**
 * Tells whether a transaction has at most one claim, vouched for by a quorum of its verifiers (rule
 * V6).
 */
export function areClaimsSound(facts: TransactionFacts, verifier: Place['verifier']): boolean {
  const claims = facts.transaction.operations.filter((each) => each.kind === 'ExternalClaim');
  return claims.length < 2 && claims.every((claim) => isVouchedFor(claim, { facts, verifier }));
}

function isVouchedFor(
  { claim, signatures }: ExternalClaim,
  { facts, verifier }: Pick<Place, 'facts' | 'verifier'>,
): boolean {
  const members = new Set(claim.verifierCommittee);
  const signers = new Set(signatures.map(({ verifierAddr }) => verifierAddr));
  return (
    members.size === claim.verifierCommittee.length &&
    claim.verifierQuorum <= BigInt(members.size) &&
    signers.size === signatures.length &&
    BigInt(signers.size) >= claim.verifierQuorum &&
    signatures.every(
      ({ verifierAddr, sig }) =>
        members.has(verifierAddr) && verifier.verify(verifierAddr, facts.signingBytes, sig),
    )
  );
}

function isOpen(job: Job): boolean {
  return job?.status === 'Funded' || job?.status === 'Submitted';
}

function decides(place: Place, jobId: string): Opinion {
  const job = place.paper.job.get(jobId);
  if (job === undefined) return 'MissingDependency';
  return unless(job.evaluator === senderOf(place) && isOpen(job));
}

function end(place: Place, jobId: string, status: 'Completed' | 'Refunded'): void {
  const job = place.paper.job.get(jobId);
  if (job === undefined || !isOpen(job)) return;
  const payee = status === 'Completed' ? job.provider : job.client;
  move(place, payee, job.tokenId, job.providerFee);
  move(place, job.evaluator, job.tokenId, job.evaluatorFee);
  place.paper.job.set(jobId, { ...job, status });
}
