/**
 * Reads an amount in whole tokens as least units, exactly: `0.1` with 18 decimals is 10^17.
 *
 * Undefined for other text, for zero, for 2^256 least units or more, and when there are more digits
 * after the point than the token has decimals.
 */
export function parseDecimalAmount(text: string, decimals: number): bigint | undefined {
  const match = /^(\d{1,78})(?:\.(\d{1,255}))?$/.exec(text);
  if (match === null) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) return undefined;
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'));
  return amount === 0n || amount >= 2n ** 256n ? undefined : amount;
}

/** Writes least units as whole tokens, without trailing zeros: 10^17 with 18 decimals is `0.1`. */
export function formatDecimalAmount(amount: bigint, decimals: number): string {
  const sign = amount < 0n ? '-' : '';
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
