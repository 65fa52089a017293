import type { Stream } from '@quorate/network';
import { weighted, wholeIn } from './dice.ts';

/** The greatest amount that a transaction can name. */
const MAX_AMOUNT = 2n ** 256n - 1n;

/** Draws an amount for whoever holds `balance` at first: mostly little, and often at an edge. */
export function drawAmount(stream: Stream, balance: bigint): bigint {
  const kind = weighted(stream, { little: 8, part: 3, none: 1, all: 2, over: 1, most: 1 });
  switch (kind) {
    case 'little':
      return BigInt(wholeIn(stream, { least: 1, greatest: 20 }));
    case 'part':
      return balance / BigInt(wholeIn(stream, { least: 2, greatest: 5 }));
    case 'none':
      return 0n;
    case 'all':
      return balance;
    case 'over':
      return balance + 1n;
    case 'most':
      return MAX_AMOUNT;
  }
}
