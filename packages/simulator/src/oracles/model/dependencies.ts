import { epochOf, type Ledger, type ValidatorState } from '@quorate/core';
import {
  type MissingDependency,
  operationId,
  type TransactionFacts,
  type ValidatorConfig,
} from '@quorate/protocol';
import type { Place } from '../following/settled-lists.ts';
import { createdToken } from './token-roles.ts';
import { updatePlace } from './update-place.ts';

/** A dependency of a transaction, by kind and id. */
export type Dependency = Pick<MissingDependency, 'kind' | 'id'>;

/**
 * Rule S4: tells whether a dependency is neither settled at a validator nor provided by the
 * transaction itself.
 */
export function isLacking(
  dependency: Dependency,
  facts: TransactionFacts,
  state: ValidatorState,
): boolean {
  const { kind, id } = dependency;
  const { job, request } = state.ledger;
  switch (kind) {
    case 'Epoch':
      return Number(id) > epochOf(state);
    case 'Request':
      return ![...request.values()].some(
        (each) => each.kind === 'Join' && each.config.address === id && isSeat(each.config, facts),
      );
    case 'EscrowSubmit':
      return job.get(id)?.deliverable === undefined && !makes(facts, dependency);
    default:
      return madeBy(dependency, state.ledger) === undefined && !makes(facts, dependency);
  }
}

/**
 * Rule S4: lists the dependencies that the operations of a transaction name (D2 to D4), lacking or
 * not. Of several updates of one token only the first counts: it depends on the updates before it.
 */
export function buildsOn(
  { transaction }: TransactionFacts,
  { token }: Ledger,
): readonly Dependency[] {
  const managed = new Set<string>();
  return transaction.operations.flatMap((operation): readonly Dependency[] => {
    switch (operation.kind) {
      case 'TokenManagement': {
        const { tokenId, updateId } = operation;
        const count = token.get(tokenId)?.description?.updateCount;
        if (count === undefined) return [{ kind: 'Token', id: tokenId }];
        const isFirst = !managed.has(tokenId);
        managed.add(tokenId);
        return isFirst && updateId > count
          ? [{ kind: 'TokenUpdate', id: updatePlace(tokenId, count) }]
          : [];
      }
      case 'Escrow': {
        const { escrow } = operation;
        if (escrow.kind === 'CreateJob') return [{ kind: 'EscrowConfig', id: escrow.configId }];
        return escrow.kind === 'CreateConfig' ? [] : [{ kind: 'EscrowJob', id: escrow.jobId }];
      }
      case 'ChangeCommittee': {
        const { epoch, newCommittee } = operation;
        const seats = newCommittee.validators.map(
          ({ address: id }) => ({ kind: 'Request', id }) as const,
        );
        return [{ kind: 'Epoch', id: String(epoch - 1) }, ...seats];
      }
      default:
        return [];
    }
  });
}

/** Gives the certificate that provided a dependency; undefined when the ledger does not hold it. */
export function madeBy(
  { kind, id }: Dependency,
  { token, update, config, job, committee }: Ledger,
): Place | undefined {
  switch (kind) {
    case 'Token':
      return token.get(id)?.description?.origin;
    case 'TokenUpdate':
      return update.get(id);
    case 'EscrowConfig':
      return config.get(id)?.origin;
    case 'EscrowJob':
      return job.get(id)?.origin;
    case 'Epoch':
      return committee.get(id)?.origin;
    default:
      return undefined;
  }
}

/** Tells whether a transaction provides a dependency. */
export function makes(facts: TransactionFacts, { kind, id }: Dependency): boolean {
  const { sender, nonce, operations } = facts.transaction;
  return operations.some((operation, index) => {
    switch (operation.kind) {
      case 'TokenCreation':
        return kind === 'Token' && createdToken(facts, index) === id;
      case 'TokenManagement': {
        const [token, update = ''] = id.split('/');
        const isOfToken = kind === 'TokenUpdate' && token === operation.tokenId;
        return isOfToken && BigInt(update) === operation.updateId;
      }
      case 'JoinCommittee':
        return kind === 'Request' && operation.config.address === id;
      case 'ChangeCommittee':
        return kind === 'Epoch' && id === String(operation.epoch);
      case 'Escrow': {
        const { escrow } = operation;
        if (escrow.kind === 'Submit') return kind === 'EscrowSubmit' && escrow.jobId === id;
        const made = { CreateConfig: 'EscrowConfig', CreateJob: 'EscrowJob' };
        const isOfKind = made[escrow.kind as keyof typeof made] === kind;
        return isOfKind && operationId(sender, nonce, index) === id;
      }
      default:
        return false;
    }
  });
}

function isSeat({ address, host, rpcPort }: ValidatorConfig, { transaction }: TransactionFacts) {
  return transaction.operations.some(
    (operation) =>
      operation.kind === 'ChangeCommittee' &&
      operation.newCommittee.validators.some(
        (seat) => seat.address === address && seat.host === host && seat.rpcPort === rpcPort,
      ),
  );
}
