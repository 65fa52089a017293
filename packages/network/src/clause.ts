import {
  type Address,
  counted,
  type EscrowOperation,
  NATIVE_TOKEN_ID,
  type Operation,
  type TokenId,
} from '@quorate/protocol';

/** Gives readable names for addresses and ids. */
export interface Naming {
  readonly nameOf: (address: Address) => string;
  /** The label of a token, an escrow configuration or a job. */
  readonly labelOf: (id: string) => string;
  /** Writes an amount of a token; in least units by default, with the label unless it is native. */
  readonly sumOf?: (amount: bigint, tokenId: TokenId) => string;
}

/** Describes operations in a clause such as "pays bob 100". */
export function clauseOf(operations: readonly Operation[], naming: Naming): string {
  return operations.map((operation) => clause(operation, naming)).join(', ');
}

function clause(operation: Operation, naming: Naming): string {
  const { nameOf, labelOf } = naming;
  const { sumOf: sum = (amount, tokenId) => inLeastUnits(amount, tokenId, labelOf) } = naming;
  switch (operation.kind) {
    case 'TokenTransfer':
      return `pays ${nameOf(operation.recipient)} ${sum(operation.amount, operation.tokenId)}`;
    case 'TokenCreation':
      return `creates the token ${operation.tokenName}`;
    case 'TokenManagement':
      return `manages ${labelOf(operation.tokenId)}${managed(operation, nameOf)}`;
    case 'Mint': {
      const recipient = nameOf(operation.recipient);
      return `mints ${sum(operation.amount, operation.tokenId)} for ${recipient}`;
    }
    case 'Burn':
      return `burns ${sum(operation.amount, operation.tokenId)}`;
    case 'StateInitialization':
      return `sets ${shown(operation.key)} to ${shown(operation.initialState)}`;
    case 'StateUpdate':
      return `moves ${shown(operation.key)} from ${shown(operation.previousState)} to ${shown(operation.nextState)}`;
    case 'StateReset':
      return `resets ${shown(operation.key)} to ${shown(operation.resetState)}`;
    case 'ExternalClaim':
      return claimed(operation.claim.claimData.length / 2);
    case 'JoinCommittee':
      return 'asks to join the committee';
    case 'LeaveCommittee':
      return 'asks to leave the committee';
    case 'ChangeCommittee':
      return `changes the committee to that of epoch ${operation.epoch}`;
    case 'Escrow':
      return escrowClause(operation.escrow, naming);
  }
}

function inLeastUnits(amount: bigint, tokenId: TokenId, labelOf: Naming['labelOf']): string {
  return tokenId === NATIVE_TOKEN_ID ? `${amount}` : `${amount} ${labelOf(tokenId)}`;
}

function escrowClause(escrow: EscrowOperation, { nameOf, labelOf }: Naming): string {
  switch (escrow.kind) {
    case 'CreateConfig':
      return 'publishes escrow terms';
    case 'CreateJob':
      return `opens a job for ${nameOf(escrow.provider)} at ${escrow.providerFee}`;
    case 'Submit':
      return `delivers ${labelOf(escrow.jobId)}`;
    case 'Reject':
      return `rejects ${labelOf(escrow.jobId)}`;
    case 'Complete':
      return `completes ${labelOf(escrow.jobId)}`;
  }
}

function claimed(bytes: number): string {
  return `claims ${counted(bytes, 'byte')}`;
}

function managed(
  { mints, newAdmin, newTokenName }: Extract<Operation, { readonly kind: 'TokenManagement' }>,
  nameOf: Naming['nameOf'],
): string {
  const changes = [
    ...(newTokenName === null ? [] : [`name ${newTokenName}`]),
    ...(newAdmin === null ? [] : [`admin ${nameOf(newAdmin)}`]),
    ...mints.map(
      ([change, mint]) => `${nameOf(mint)} may mint${change === 'Add' ? '' : ' no longer'}`,
    ),
  ];
  return changes.length === 0 ? '' : ` (${changes.join(', ')})`;
}

/** Shows 32 bytes as short text if they are that, and otherwise by their first digits. */
export function shown(hex: string): string {
  const text = Buffer.from(hex.replace(/(00)+$/, ''), 'hex').toString('latin1');
  return /^[\x21-\x7e]+$/.test(text) ? text : `0x${hex.slice(0, 8)}`;
}
