import { counted } from '@quorate/protocol';

/** Gives the rate of runs: "1 run/s", "250 runs/s". */
export function runRate(perSecond: number): string {
  return `${counted(Math.round(perSecond), 'run')}/s`;
}

const UNITS = [
  { name: 's', nanos: 1_000_000_000n },
  { name: 'ms', nanos: 1_000_000n },
  { name: 'us', nanos: 1_000n },
] as const;

/** Gives a duration for people: three digits, cut and not rounded. */
export function about(nanos: bigint): string {
  const unit = UNITS.find((candidate) => nanos >= candidate.nanos);
  if (unit === undefined) return `${nanos} ns`;
  const whole = nanos / unit.nanos;
  const places = Math.max(0, 3 - String(whole).length);
  const fraction = String((nanos % unit.nanos) / (unit.nanos / 1000n)).padStart(3, '0');
  return `${whole}${places === 0 ? '' : `.${fraction.slice(0, places)}`} ${unit.name}`;
}

/** Gives the beginning of a text, with "…" for what is left out. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Shortens a hash to as much as tells two of them apart at a glance. */
export function short(hash: string): string {
  return hash.replace(/^0x/, '').slice(0, 8);
}
