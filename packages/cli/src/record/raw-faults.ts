import { formatDuration } from '@quorate/network';
import type { Cast } from './cast.ts';
import type { RecordedFault } from './read-devnet.ts';

/** Hold a fault as a scenario file states it. */
type RawFault = Readonly<Record<string, unknown>>;

/** Hold the time that a recording covers, in nanoseconds since the Unix epoch. */
export interface Span {
  readonly start: bigint;
  readonly end: bigint;
}

/** What callers over HTTP are to the links of a devnet. */
const HTTP = 'http';
/** Clients of the devnet itself, which callers over HTTP are beside. */
const OWN_CLIENTS: readonly string[] = ['faucet', 'wallet'];

/** Say the faults of a devnet as those of a scenario; those that a scenario cannot have are left out. */
export function rawFaults(
  faults: readonly RecordedFault[],
  { start, end }: Span,
  cast: Cast,
): readonly RawFault[] {
  const seen = faults.filter(
    ({ since, until }) => since <= end && (until === undefined || until > start),
  );
  return seen
    .toSorted((a, b) => (a.since < b.since ? -1 : 1))
    .flatMap((fault, index) => {
      const at = fault.since > start ? fault.since - start : 0n;
      const length = fault.until === undefined ? undefined : fault.until - start - at;
      const raw = rawFault(fault, { at, length }, cast);
      // An id may come again on a devnet, once its fault has ended.
      return raw === undefined ? [] : [{ ...raw, id: `${String(fault.keys['id'])}-${index + 1}` }];
    });
}

interface Timing {
  /** Nanoseconds since the start of the recording. */
  readonly at: bigint;
  readonly length: bigint | undefined;
}

function rawFault(
  { keys, age }: RecordedFault,
  { at, length }: Timing,
  cast: Cast,
): RawFault | undefined {
  const { for: _, restartAfter: __, snapshot: ___, ...own } = keys;
  const isDown = own['kind'] === 'crash' || own['kind'] === 'amnesia';
  const lasts =
    length === undefined ? {} : { [isDown ? 'restartAfter' : 'for']: formatDuration(length) };
  const timed = { ...own, at: formatDuration(at), ...lasts };
  if ('node' in own) {
    if (OWN_CLIENTS.includes(String(own['node'])) && !cast.clients().has(String(own['node']))) {
      return undefined;
    }
    // Before the start there is nothing to go back to.
    return own['kind'] === 'amnesia' ? { ...timed, age: formatDuration(age ?? at + 1n) } : timed;
  }
  const [from, to] = [own['from'], own['to']].map((ends) => endsOf(ends, cast));
  if (from?.length === 0 || to?.length === 0) return undefined;
  return { ...timed, from, to };
}

function endsOf(ends: unknown, cast: Cast): readonly string[] {
  const clients = [...cast.clients().keys()];
  const listed = Array.isArray(ends) ? ends.map(String) : [String(ends)];
  return listed.flatMap((end) => {
    if (end === HTTP) return clients.filter((name) => !OWN_CLIENTS.includes(name));
    return OWN_CLIENTS.includes(end) && !clients.includes(end) ? [] : [end];
  });
}
