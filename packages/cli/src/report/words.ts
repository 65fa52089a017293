import { counted } from '@quorate/protocol';
import type { Shortfall } from '@quorate/simulator';

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

/** Says why an operation ended as it did, such as `InsufficientFunding: holds 5, needs 7`. */
export function whyText(reason: string, shortfall: Shortfall | undefined): string {
  if (shortfall === undefined) return reason;
  return `${reason}: holds ${shortfall.held}, needs ${shortfall.required}`;
}

/** Gives the beginning of a text, with "…" for what is left out. */
export function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Shortens a hash to as much as tells two of them apart at a glance. */
export function short(hash: string): string {
  return hash.replace(/^0x/, '').slice(0, 8);
}
