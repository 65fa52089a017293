import { type Input, openEnvelope, type ProxyMessage } from '@quorate/core';
import { DecodeError, type TransactionEnvelope } from '@quorate/protocol';

/** A transaction that was handed to the proxy. */
export interface JournalEntry {
  /** Nanoseconds since the Unix epoch. */
  readonly at: bigint;
  readonly envelope: TransactionEnvelope;
}

/** Keeps what was handed to the proxy in the last minutes. */
export interface Journal {
  hear(input: Input<ProxyMessage, unknown>): void;
  /** In the order they came; of a repetition the first. */
  entries(): readonly JournalEntry[];
}

const ENTRIES_MAX = 10_000;
const AGE_MAX = 600_000_000_000n;

/** Creates an empty journal. */
export function createJournal(now: () => bigint): Journal {
  let entries: JournalEntry[] = [];

  function forgetOld(): void {
    const oldest = now() - AGE_MAX;
    if (entries.length > ENTRIES_MAX || (entries[0]?.at ?? oldest) < oldest) {
      entries = entries.filter(({ at }) => at >= oldest).slice(-ENTRIES_MAX);
    }
  }

  return {
    hear(input) {
      if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return;
      const envelope = opened(input.message.envelope);
      if (envelope === undefined) return;
      entries.push({ at: now(), envelope });
      forgetOld();
    },
    entries: () => entries,
  };
}

// What does not decode is refused, and no scenario can repeat it.
function opened(envelope: Parameters<typeof openEnvelope>[0]): TransactionEnvelope | undefined {
  try {
    return openEnvelope(envelope);
  } catch (failure) {
    if (failure instanceof DecodeError) return undefined;
    throw failure;
  }
}
