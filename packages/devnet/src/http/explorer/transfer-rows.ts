import {
  type Address,
  BURN_ADDRESS,
  factsOf,
  formatAddress,
  type Operation,
  type TokenId,
  type TransactionCertificate,
} from '@quorate/protocol';

/** An operation that moves an amount, as explorers show it. */
export interface TransferRow {
  readonly type: 'TokenTransfer' | 'Mint' | 'Burn';
  /** The id of the transaction, with `0x`. */
  readonly hash: string;
  readonly from: string;
  /** Of a burn: the burn address, because clients expect an address in every row. */
  readonly to: string;
  readonly nonce: bigint;
  readonly submission_timestamp: string;
  readonly token_id: string;
  /** Least units, in hex digits without `0x`. */
  readonly amount: string;
  /** The place of the operation in its transaction. */
  readonly op_index: number;
}

/** Lists the amounts that a transaction moves, last first. */
export function rowsOf({ envelope }: TransactionCertificate): readonly TransferRow[] {
  const { id, transaction } = factsOf(envelope.transaction);
  const { sender, nonce, timestampNanos, operations } = transaction;
  const rows = operations.flatMap((operation, index): readonly TransferRow[] => {
    const moved = movedBy(operation);
    if (moved === undefined) return [];
    return [
      {
        type: moved.type,
        hash: `0x${id}`,
        from: formatAddress(sender),
        to: formatAddress(moved.to),
        nonce,
        submission_timestamp: timeText(timestampNanos),
        token_id: `0x${moved.tokenId}`,
        amount: moved.amount.toString(16),
        op_index: index,
      },
    ];
  });
  return rows.toReversed();
}

/** What an operation moves. */
export interface Moved {
  readonly type: TransferRow['type'];
  readonly to: Address;
  readonly tokenId: TokenId;
  readonly amount: bigint;
}

/** Gives what an operation moves; undefined if that is no amount. */
export function movedBy(operation: Operation): Moved | undefined {
  switch (operation.kind) {
    case 'TokenTransfer':
    case 'Mint': {
      const { kind, recipient, tokenId, amount } = operation;
      return { type: kind, to: recipient, tokenId, amount };
    }
    case 'Burn':
      return {
        type: 'Burn',
        to: BURN_ADDRESS,
        tokenId: operation.tokenId,
        amount: operation.amount,
      };
    default:
      return undefined;
  }
}

/** The last moment that can be written with a year of four digits. */
const LATEST_MICROS = 253_402_300_799_999_999n;

/**
 * Writes a time with microseconds. The time of a transaction is what its sender claims: one that
 * has no such text may not spoil the page on which its recipient looks for others.
 */
function timeText(nanos: bigint): string {
  const stated = nanos / 1000n;
  const micros = stated < LATEST_MICROS ? stated : LATEST_MICROS;
  const millis = new Date(Number(micros / 1000n)).toISOString();
  return `${millis.slice(0, -1)}${String(micros % 1000n).padStart(3, '0')}Z`;
}
