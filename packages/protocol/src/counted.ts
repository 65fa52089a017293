/** Counts things in words: "1 certificate", "4 certificates". The noun is in the singular. */
export function counted(amount: number | bigint, noun: string): string {
  return `${amount} ${noun}${Number(amount) === 1 ? '' : 's'}`;
}
