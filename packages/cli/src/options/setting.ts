import type { Setting } from '@quorate/simulator';
import { InvalidArgumentError, Option } from 'commander';

/**
 * Creates the option that replaces a value of a scenario file; given again, it replaces one more.
 */
export function settingOption(): Option {
  return new Option(
    '--set <place=value>',
    'override a value of the file, such as cluster.validators=7; repeatable',
  ).argParser((text, before: readonly Setting[] = []) => [...before, parseSetting(text)]);
}

const WORD = String.raw`[\w-]+`;
/** A key in quotes may contain anything, even an `=`. */
const QUOTED = String.raw`\["(?:[^"\\]|\\.)*"\]`;
const ITEM = String.raw`\[\d{1,15}\]`;
const PLACE = new RegExp(String.raw`^(?:${WORD}|${QUOTED})(?:\.${WORD}|${ITEM}|${QUOTED})*(?==)`);
const SEGMENT = new RegExp(`${QUOTED}|${ITEM}|${WORD}`, 'g');

/**
 * Reads a setting: the place as diagnostics write it, such as `workload[0].client`, then an `=`;
 * all that follows is YAML.
 */
function parseSetting(text: string): Setting {
  const place = PLACE.exec(text)?.[0];
  const path = [...(place ?? '').matchAll(SEGMENT)].map(([segment]) => segmentIn(segment));
  if (place === undefined || path.includes(undefined)) {
    throw new InvalidArgumentError('Expected a place and a value, such as cluster.validators=7.');
  }
  return { path: path as Setting['path'], value: text.slice(place.length + 1) };
}

/** Reads one part of a place; undefined if a key in quotes is not written as in JSON. */
function segmentIn(text: string): string | number | undefined {
  if (!text.startsWith('[')) return text;
  const within = text.slice(1, -1);
  if (!within.startsWith('"')) return Number(within);
  try {
    return JSON.parse(within) as string;
  } catch {
    return undefined;
  }
}
