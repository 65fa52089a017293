import type { ProxyNodeOptions } from '@quorate/actors';
import { type NodeName, openEnvelope, type Result } from '@quorate/core';
import {
  DecodeError,
  factsOf,
  type RejectionCode,
  type TransactionEnvelope,
} from '@quorate/protocol';

/** The answer of the proxy; `code` is the code of a refusal. */
export interface JournalEnding {
  readonly outcome: 'final' | 'incomplete' | 'refused';
  readonly code: RejectionCode | undefined;
}

/** A transaction that was submitted to the proxy. */
export interface JournalEntry {
  /** In nanoseconds since the Unix epoch. */
  readonly at: bigint;
  /** Who submitted it: a node of the network, or one of `CALLERS`. */
  readonly from: NodeName;
  readonly envelope: TransactionEnvelope;
  /** Undefined while the transaction is under way. */
  readonly ending: JournalEnding | undefined;
}

/** The parts of a proxy's step that the journal reads. */
export type ProxyObservation = Parameters<NonNullable<ProxyNodeOptions['onStep']>>[0];

type Heard = Pick<ProxyObservation, 'input' | 'effects'>;

/** Keeps what was submitted to the proxy in the last ten minutes. */
export interface Journal {
  hear(heard: Heard): void;
  /**
   * In the order of their arrival, including repetitions; the latest, at most this many and with at
   * most this many bytes of transactions together.
   */
  entries(count?: number, bytesMax?: number): readonly JournalEntry[];
  /** Forgets all entries. */
  forget(): void;
}

const ENTRIES_MAX = 10_000;
/** The most bytes of all transactions together: callers choose how large theirs are. */
const BYTES_MAX = 32 * 1024 * 1024;
/** Clears away this many entries at once, since that has to examine all of them. */
const SLACK = 1000;
const AGE_MAX = 600_000_000_000n;

interface Kept extends Handed, Pick<JournalEntry, 'at'> {
  ending: JournalEnding | undefined;
  readonly key: string;
}

/** A transaction as the proxy was handed it. */
export interface Handed extends Pick<JournalEntry, 'from'> {
  /** As it arrived: it is decoded only if somebody looks, which is seldom. */
  readonly given: Parameters<typeof openEnvelope>[0];
  readonly bytes: number;
}

/** Hears what a journal notes. */
export interface JournalReader {
  readonly onHanded: (handed: Handed) => void;
  readonly onAnswered: (handed: Handed, result: Result) => void;
}

/** Creates an empty journal; `reader` hears all that it notes. */
export function createJournal(now: () => bigint, reader?: JournalReader): Journal {
  let entries: Kept[] = [];
  let bytes = 0;
  const open = new Map<string, Kept>();

  /** Gives the latest entries that fit. If the clock went back, no entry counts as older. */
  function latest(bytesMax: number): readonly Kept[] {
    const oldest = now() - AGE_MAX;
    let left = bytesMax;
    const start = entries.findLastIndex(({ at, bytes: size }) => {
      left -= size;
      return left < 0 || at < oldest;
    });
    return entries.slice(start + 1).slice(-ENTRIES_MAX);
  }

  function forgetOld(): void {
    const hasTooMany = entries.length > ENTRIES_MAX + SLACK || bytes > BYTES_MAX;
    if (!hasTooMany && (entries[SLACK]?.at ?? now()) >= now() - AGE_MAX) return;
    const kept = latest(bytes > BYTES_MAX ? BYTES_MAX / 2 : BYTES_MAX);
    for (const entry of entries.slice(0, entries.length - kept.length)) {
      // Who has asked again since is answered that.
      if (open.get(entry.key) === entry) open.delete(entry.key);
    }
    entries = [...kept];
    bytes = kept.reduce((sum, entry) => sum + entry.bytes, 0);
  }

  function hearInput({ input, effects }: Heard): void {
    if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return;
    const { from, message } = input;
    if (effects.some(refusesBytes) && opened(message.envelope) === undefined) return;
    const size = sizeOf(message.envelope);
    if (size === undefined) return;
    const key = keyOf(from, message.requestId);
    const given = message.envelope;
    const entry: Kept = { at: now(), from, given, ending: undefined, key, bytes: size };
    entries.push(entry);
    bytes += size;
    open.set(key, entry);
    reader?.onHanded(entry);
    forgetOld();
  }

  return {
    hear(heard) {
      hearInput(heard);
      const { effects } = heard;
      for (const effect of effects) {
        if (effect.type !== 'Reply') continue;
        const key = keyOf(effect.to, effect.requestId);
        const entry = open.get(key);
        if (entry === undefined) continue;
        entry.ending = endingOf(effect.result);
        open.delete(key);
        reader?.onAnswered(entry, effect.result);
      }
    },
    entries: (count = ENTRIES_MAX, bytesMax = BYTES_MAX) =>
      latest(bytesMax)
        .slice(-count)
        .flatMap(({ at, from, given, ending }) => {
          const envelope = opened(given);
          return envelope === undefined ? [] : [{ at, from, envelope, ending }];
        }),
    forget() {
      entries = [];
      bytes = 0;
      open.clear();
    },
  };
}

function keyOf(from: NodeName, requestId: string): string {
  return `${from}/${requestId}`;
}

/** Tells whether an effect answers that the transaction cannot be read (rule V1). */
function refusesBytes(effect: Heard['effects'][number]): boolean {
  return (
    effect.type === 'Reply' &&
    effect.result.type === 'Rejected' &&
    effect.result.rejection.code === 'InvalidRequest'
  );
}

function endingOf(result: Result): JournalEnding | undefined {
  switch (result.type) {
    case 'Success':
      return { outcome: 'final', code: undefined };
    case 'IncompleteMultiSig':
    case 'IncompleteVerifierSigs':
      return { outcome: 'incomplete', code: undefined };
    case 'Rejected':
      return { outcome: 'refused', code: result.rejection.code };
    default:
      return undefined;
  }
}

/** Gives the size of a transaction in bytes; undefined for a decoded one that cannot be encoded. */
function sizeOf({ transaction }: Kept['given']): number | undefined {
  return typeof transaction === 'string'
    ? transaction.length / 2
    : readable(() => factsOf(transaction).signingBytes.length);
}

// Bytes that do not decode are refused, and no scenario can repeat them.
function opened(envelope: Kept['given']): TransactionEnvelope | undefined {
  return readable(() => openEnvelope(envelope));
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (failure) {
    if (failure instanceof DecodeError) return undefined;
    throw failure;
  }
}
