import type { EscrowOperation, Operation } from '@quorate/protocol';
import type { Dependency } from '../model/dependencies.ts';
import { updatePlace } from '../model/update-place.ts';
import type { Place } from './place.ts';
import { seatsUnasked } from './seat-opinions.ts';

/**
 * Lists what an operation builds on and what is absent at its place in its transaction (rule V6).
 *
 * A settlement waits for less: neither for the token of a mint nor for the deliverable of a
 * completion (rule S4).
 */
export function lackingFor(operation: Operation, place: Place): readonly Dependency[] {
  switch (operation.kind) {
    case 'TokenManagement':
    case 'Mint': {
      const { tokenId } = operation;
      const token = place.paper.token.get(tokenId)?.description;
      if (token === undefined) return [{ kind: 'Token', id: tokenId }];
      if (operation.kind === 'Mint' || operation.updateId <= token.updateCount) return [];
      return [{ kind: 'TokenUpdate', id: updatePlace(tokenId, token.updateCount) }];
    }
    case 'Escrow':
      return lackingForEscrow(operation.escrow, place);
    case 'ChangeCommittee': {
      const { committees } = place.state;
      if (operation.epoch > committees.length) {
        return [{ kind: 'Epoch', id: String(operation.epoch - 1) }];
      }
      return seatsUnasked(operation, place).map(({ address: id }) => ({ kind: 'Request', id }));
    }
    default:
      return [];
  }
}

function lackingForEscrow(escrow: EscrowOperation, { paper }: Place): readonly Dependency[] {
  switch (escrow.kind) {
    case 'CreateConfig':
      return [];
    case 'CreateJob': {
      const { configId: id } = escrow;
      return paper.config.get(id) === undefined ? [{ kind: 'EscrowConfig', id }] : [];
    }
    default: {
      const { kind, jobId: id } = escrow;
      const job = paper.job.get(id);
      if (job === undefined) return [{ kind: 'EscrowJob', id }];
      const isEarly = kind === 'Complete' && job.status === 'Funded';
      return isEarly ? [{ kind: 'EscrowSubmit', id }] : [];
    }
  }
}
