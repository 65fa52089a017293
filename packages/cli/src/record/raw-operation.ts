import {
  type Address,
  type EscrowOperation,
  type EvaluationFee,
  type ExternalClaim,
  NATIVE_TOKEN_ID,
  type Operation,
  type TokenManagement,
} from '@quorate/protocol';

/** Reports that a scenario cannot repeat something. */
export class NotRepeatable extends Error {
  override readonly name = 'NotRepeatable';
}

/** What gets a label. */
export type LabelKind = 'token' | 'terms' | 'job';

/** The names of addresses and ids in a scenario. */
export interface Wording {
  nameOf(address: Address): string;
  /** @throws NotRepeatable for a multisig account: in a scenario only clients vouch for claims */
  verifierOf(address: Address): string;
  /** @throws NotRepeatable for what was created before the recording */
  labelOf(id: string): string;
  /** Gives the label of what this operation creates. */
  newLabel(kind: LabelKind): string;
  /** Notes that the sender has something that no label names. */
  gets(what: string): void;
  /** @throws NotRepeatable if the sender has it from before the recording, or not at all */
  expects(what: string): void;
}

/** What a member of the committee has, or somebody requests. */
export const SEAT = 'seat';

/** A step as a scenario file states it. */
export type RawStep = Readonly<Record<string, unknown>>;

/**
 * Gives an operation as the step of a scenario.
 *
 * @throws NotRepeatable
 */
export function rawOperation(operation: Operation, words: Wording): RawStep {
  switch (operation.kind) {
    case 'TokenTransfer': {
      const { tokenId, recipient, amount } = operation;
      return {
        op: 'pay',
        to: words.nameOf(recipient),
        amount: String(amount),
        ...token(tokenId, words),
      };
    }
    case 'TokenCreation': {
      const { tokenName: name, decimals, initialAmount, mints } = operation;
      const [as, amount] = [words.newLabel('token'), String(initialAmount)];
      return { op: 'create-token', as, name, decimals, amount, mints: mints.map(words.nameOf) };
    }
    case 'TokenManagement':
      return manageToken(operation, words);
    case 'Mint': {
      const { tokenId, recipient, amount } = operation;
      const to = words.nameOf(recipient);
      return { op: 'mint', token: words.labelOf(tokenId), to, amount: String(amount) };
    }
    case 'Burn': {
      const { tokenId, amount } = operation;
      return { op: 'burn', ...token(tokenId, words), amount: String(amount) };
    }
    case 'StateInitialization':
      words.gets(operation.key);
      return { op: 'set-state', key: `0x${operation.key}`, to: `0x${operation.initialState}` };
    case 'StateUpdate': {
      const { key, previousState, nextState } = operation;
      words.expects(key);
      return {
        op: 'update-state',
        key: `0x${key}`,
        from: `0x${previousState}`,
        to: `0x${nextState}`,
      };
    }
    case 'StateReset':
      words.expects(operation.key);
      return { op: 'reset-state', key: `0x${operation.key}`, to: `0x${operation.resetState}` };
    case 'ExternalClaim':
      return claim(operation, words);
    case 'JoinCommittee':
      words.gets(SEAT);
      return { op: 'join-committee' };
    case 'LeaveCommittee':
      words.expects(SEAT);
      return { op: 'leave-committee' };
    case 'Escrow':
      return escrow(operation.escrow, words);
    case 'ChangeCommittee':
      throw new NotRepeatable('a recording cannot contain changes of committee');
  }
}

function token(id: string, words: Wording): RawStep {
  return id === NATIVE_TOKEN_ID ? {} : { token: words.labelOf(id) };
}

function manageToken(operation: TokenManagement, { nameOf, labelOf }: Wording): RawStep {
  const { tokenId, newAdmin, mints, newTokenName } = operation;
  // A step names each client once, in any order, while a transaction may change a client more than
  // once: the last change counts.
  const last = new Map(mints.map(([change, address]) => [address, change]));
  const changed = (change: 'Add' | 'Remove') =>
    [...last].filter(([, kind]) => kind === change).map(([address]) => nameOf(address));
  return {
    op: 'manage-token',
    token: labelOf(tokenId),
    ...(newAdmin === null ? {} : { admin: nameOf(newAdmin) }),
    ...(newTokenName === null ? {} : { name: newTokenName }),
    add: changed('Add'),
    remove: changed('Remove'),
  };
}

function claim({ claim: body, signatures }: ExternalClaim, { verifierOf }: Wording): RawStep {
  return {
    op: 'claim',
    data: `0x${body.claimData}`,
    verifiers: body.verifierCommittee.map(verifierOf),
    signers: signatures.map(({ verifierAddr }) => verifierOf(verifierAddr)),
    quorum: Number(body.verifierQuorum),
  };
}

function escrow(operation: EscrowOperation, words: Wording): RawStep {
  const { nameOf, labelOf, newLabel } = words;
  switch (operation.kind) {
    case 'CreateConfig': {
      const { tokenId, evaluationFee, minEvaluatorFee } = operation;
      const fees = { fee: fee(evaluationFee), minimum: String(minEvaluatorFee) };
      return { op: 'escrow-terms', as: newLabel('terms'), ...token(tokenId, words), ...fees };
    }
    case 'CreateJob': {
      const { configId, provider, providerFee, description } = operation;
      return {
        op: 'escrow-job',
        as: newLabel('job'),
        terms: labelOf(configId),
        provider: nameOf(provider),
        fee: String(providerFee),
        description,
      };
    }
    case 'Submit': {
      const { jobId, deliverable } = operation;
      return { op: 'escrow-submit', job: labelOf(jobId), deliverable: `0x${deliverable}` };
    }
    case 'Reject':
      return { op: 'escrow-reject', job: labelOf(operation.jobId) };
    case 'Complete':
      return { op: 'escrow-complete', job: labelOf(operation.jobId) };
  }
}

function fee(given: EvaluationFee): string {
  if (given.kind === 'Fixed') return String(given.amount);
  return `${Math.floor(given.bps / 100)}.${String(given.bps % 100).padStart(2, '0')} %`;
}
