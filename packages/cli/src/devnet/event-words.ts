import { NATIVE_TOKEN } from '@quorate/client';
import type { DevnetEvent, EventAccount, EventOperation, EventTransaction } from '@quorate/devnet';
import type { Colors } from '../output/terminal.ts';
import { printable } from '../wallet/printable.ts';
import { showAmount } from '../wallet/token-amount.ts';
import { shortfallIn, shortfallText } from '../wallet/whole-tokens.ts';
import { faultInWords } from './fault-words.ts';

/** As many characters of an id or an address as tell it from others in most cases. */
const SHORT = 8;
/** The longest kind has so many characters. */
const KIND_WIDTH = 11;

/** Writes an event in one line. */
export function eventInWords(event: DevnetEvent, colors: Colors): string {
  const { at, kind } = event;
  const time = at.slice('2026-01-31T'.length, -1);
  const paint = PAINTS[kind];
  const shown = kind.padEnd(KIND_WIDTH);
  const words = [transactionIn(event), restOf(event)].filter((each) => each !== '').join(' ');
  const head = `${colors.dim(time)}  ${paint === undefined ? shown : colors[paint](shown)}`;
  return `${head}  ${printable(words)}`.trimEnd();
}

const PAINTS: Readonly<Partial<Record<DevnetEvent['kind'], 'red' | 'green' | 'yellow'>>> = {
  settled: 'green',
  up: 'green',
  refused: 'red',
  lost: 'red',
  down: 'yellow',
  missed: 'yellow',
  'fault-begun': 'yellow',
};

function transactionIn({ kind, transaction }: DevnetEvent): string {
  if (transaction === undefined) return '';
  const { id, sender, nonce } = transaction;
  const who = sender === undefined ? [] : [`${accountIn(sender)} #${nonce}`];
  const what = kind === 'submitted' ? [operationsIn(transaction)] : [];
  return [`${id.slice(0, SHORT)}…`, ...who, ...what].join(' ');
}

function operationsIn({ operations = [], more }: EventTransaction): string {
  const all = [...operations.map(operationIn), ...(more === undefined ? [] : [`${more} more`])];
  return `(${all.join(', ')})`;
}

function operationIn({ kind, to, amount, token_id: token }: EventOperation): string {
  if (to === undefined || amount === undefined) return kind;
  const verb = kind === 'TokenTransfer' ? '' : `${kind} `;
  return `${verb}${amountIn(BigInt(amount), String(token))} to ${accountIn(to)}`;
}

/** Only of the native token is it known without asking how many least units make a whole one. */
function amountIn(amount: bigint, tokenId: string): string {
  return tokenId === NATIVE_TOKEN.tokenId
    ? showAmount(amount, NATIVE_TOKEN)
    : `${amount} of ${tokenId.slice(0, SHORT)}…`;
}

function refusalIn({ code, message, details }: DevnetEvent): string {
  const shortfall = shortfallIn(details);
  const shown =
    shortfall === undefined
      ? message
      : shortfallText(shortfall, (amount) => amountIn(amount, shortfall.tokenId));
  return `${code}: ${shown}`;
}

function accountIn({ name, address }: EventAccount): string {
  return name ?? `${address.slice(0, SHORT)}…${address.slice(-SHORT)}`;
}

/** Says what an event is about besides a transaction. */
function restOf(event: DevnetEvent): string {
  switch (event.kind) {
    case 'submitted':
      return `by ${event.by}`;
    case 'signed':
      return `by ${namesIn(event.validators)}`;
    case 'settled':
      return `at ${namesIn(event.validators)}`;
    case 'refused':
      return refusalIn(event);
    case 'fault-begun':
    case 'fault-ended': {
      const { fault = {} } = event;
      return `${faultInWords(fault)} (${(fault as { readonly id?: string }).id})`;
    }
    case 'request':
      return `${event.request} of ${event.operator === undefined ? '?' : accountIn(event.operator)}`;
    case 'committee':
      return `epoch ${event.epoch}: ${namesIn(event.members)}, quorum ${event.quorum}`;
    case 'seat':
      return `${event.node} ${event.seat}, epoch ${event.epoch}`;
    case 'missed':
      return `${event.missed ?? 'nobody knows how many'} events before this are gone`;
    default:
      return [event.node ?? event.name ?? '', event.reason ?? ''].join(' ').trimEnd();
  }
}

function namesIn(names: readonly string[] = []): string {
  return names.join(' ');
}
