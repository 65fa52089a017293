import type { RecordedEvent } from '@quorate/simulator';
import { toJson } from '../judge.ts';
import { ownVersion } from '../version.ts';
import { ArtefactError } from './artefact-error.ts';

/** Which form of trace file this is. */
const FORMAT = 1;

/** Say what a recorded run was a run of, and on what. */
export interface TraceHeader {
  readonly scenario: string;
  /** `0x` and hexadecimal digits. */
  readonly seed: string;
  readonly crypto: string;
  readonly traceHash: string;
  /** Of quorate. */
  readonly version: string;
  /** Of Node.js, with a leading "v". */
  readonly node: string;
}

/** Hold a recorded run as its file has it. */
export interface RecordedTrace {
  readonly header: TraceHeader;
  /** One JSON object each, in order. */
  readonly lines: readonly string[];
}

/** Say what a run was a run of; version and Node.js are those of this process. */
export function headerOf(
  run: Pick<TraceHeader, 'seed' | 'crypto' | 'traceHash'> & { readonly name: string },
): TraceHeader {
  const { name, seed, crypto, traceHash } = run;
  return {
    scenario: name,
    seed,
    crypto,
    traceHash,
    version: ownVersion(),
    node: process.version,
  };
}

/** Write a trace file: a line that says what it is, then a line for each event. */
export function renderTrace(header: TraceHeader, events: readonly RecordedEvent[]): string {
  const lines = [toJson({ format: FORMAT, ...header }), ...events.map(traceLine)];
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Write one event as JSON.
 *
 * Shape: { event, t, from, to, kind, transaction?, signers?, verdict?, digest? }, where `t` is in
 * nanoseconds since the start of the run, as decimal text.
 */
export function traceLine(event: RecordedEvent): string {
  const { event: number, at, from, to, kind, transactionId, signers, verdict, stateDigest } = event;
  return toJson({
    event: number,
    t: at,
    from,
    to,
    kind,
    transaction: transactionId,
    signers,
    verdict,
    digest: stateDigest,
  });
}

/**
 * Read a trace file.
 *
 * @throws ArtefactError for a file that `renderTrace` did not write.
 */
export function readTrace(text: string, path: string): RecordedTrace {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const header = parseHeader(first, path);
  // Whatever ends early would be taken for a run that has drifted.
  if (text.endsWith('\n') && parseObject(lines.at(-1) ?? first) !== undefined) {
    return { header, lines };
  }
  const reason = `the last line, ${lines.length + 1}, is cut: the file is not whole`;
  throw new ArtefactError(path, reason);
}

const HEADER_KEYS = ['scenario', 'seed', 'crypto', 'traceHash', 'version', 'node'] as const;

function parseHeader(line: string, path: string): TraceHeader {
  const header = parseObject(line);
  if (header?.['format'] !== FORMAT || HEADER_KEYS.some((key) => typeof header[key] !== 'string')) {
    throw new ArtefactError(path, `the first line is no header of a trace of format ${FORMAT}`);
  }
  const known = header as unknown as TraceHeader;
  if (/^0x[0-9a-f]{1,16}$/.test(known.seed)) return known;
  const reason = `expected a seed such as 0x5eed in the first line, not "${known.seed}"`;
  throw new ArtefactError(path, reason);
}

function parseObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
