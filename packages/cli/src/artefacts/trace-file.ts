import type { RecordedEvent } from '@quorate/simulator';
import { toJson } from '../runs/judge.ts';
import { ownVersion } from '../version.ts';
import { ArtefactError } from './artefact-error.ts';

/** The version of the trace file format. */
const FORMAT = 1;

/** Identifies a recorded run, and the versions of quorate and Node.js that it ran on. */
export interface TraceHeader {
  readonly scenario: string;
  /** `0x` and hexadecimal digits. */
  readonly seed: string;
  readonly crypto: string;
  readonly traceHash: string;
  /** The version of quorate. */
  readonly version: string;
  /** The version of Node.js, with a leading "v". */
  readonly node: string;
}

/** A recorded run, as its trace file states it. */
export interface RecordedTrace {
  readonly header: TraceHeader;
  /** The events in order, each as one JSON object. */
  readonly lines: readonly string[];
}

/** Describes a run; the versions of quorate and Node.js are those of this process. */
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

/** Gives the text of a trace file: a line that describes the run, then a line for each event. */
export function renderTrace(header: TraceHeader, events: readonly RecordedEvent[]): string {
  const lines = [toJson({ format: FORMAT, ...header }), ...events.map(traceLine)];
  return lines.map((line) => `${line}\n`).join('');
}

/**
 * Gives one event as JSON.
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
 * Reads a trace file.
 *
 * @throws ArtefactError for a file that `renderTrace` did not write, apart from the ends of lines.
 */
export function readTrace(text: string, path: string): RecordedTrace {
  // Git may check a file out with other ends of lines than it was written with.
  const [first = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const header = parseHeader(first, path);
  // A file that was cut off would look like a run that has drifted.
  if (text.endsWith('\n') && parseObject(lines.at(-1) ?? first) !== undefined) {
    return { header, lines };
  }
  const reason = `the last line, ${lines.length + 1}, is cut off: the file is incomplete`;
  throw new ArtefactError(path, reason);
}

const HEADER_KEYS = ['scenario', 'seed', 'crypto', 'traceHash', 'version', 'node'] as const;

function parseHeader(line: string, path: string): TraceHeader {
  const header = parseObject(line);
  if (header?.['format'] !== FORMAT || HEADER_KEYS.some((key) => typeof header[key] !== 'string')) {
    throw new ArtefactError(
      path,
      `the first line is not the header of a trace of format ${FORMAT}`,
    );
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
