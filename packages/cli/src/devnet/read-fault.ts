import type { GivenFault } from '@quorate/devnet';
import { OptionError } from '../command-error.ts';
import { yamlIn } from './yaml-in.ts';

/** The options that state a part of a fault; an absent one was not given. */
export interface FaultOptions {
  readonly id?: string;
  /** How long it lasts, such as `30s`. */
  readonly for?: string;
  readonly oneWay?: true;
  readonly message?: readonly string[];
  readonly about?: string;
  readonly account?: string;
}

const OF_LINKS: readonly unknown[] = ['cut', 'clog', 'degrade'];
const TAKING_DOWN: readonly unknown[] = ['crash', 'amnesia'];

/**
 * Reads a fault from words such as `cut v4`, `clog p1 v1,v2`, `slow v1 delay=1s`, or from JSON.
 *
 * The first word is its kind, then come the ends of links or the node; `key=value` states anything
 * else, with a dot where a key is within another, and the value in YAML.
 *
 * @throws OptionError naming the word that makes no sense
 */
export function readFault(words: readonly string[], options: FaultOptions): GivenFault {
  const [first = '', ...others] = words;
  if (first.startsWith('{')) {
    const text = words.join(' ');
    const whole = readYaml(text, text) as GivenFault;
    return { ...whole, ...statedBy(options, whole) };
  }
  const names = others.filter((word) => !word.includes('='));
  const ends = OF_LINKS.includes(first) ? ['from', 'to'] : ['node'];
  const surplus = names[ends.length];
  if (surplus !== undefined) {
    throw new OptionError(`fault: "${surplus}": expected at most ${ends.join(' and ')}`);
  }
  const named = Object.fromEntries(names.map((name, index) => [ends[index], endsIn(name)]));
  const fault: Record<string, unknown> = { kind: first, ...named };
  for (const word of others.filter((each) => each.includes('='))) set(fault, word);
  return { ...fault, ...statedBy(options, fault) };
}

function endsIn(name: string): string | readonly string[] {
  return name.includes(',') ? name.split(',') : name;
}

function set(fault: Record<string, unknown>, word: string): void {
  const place = word.slice(0, word.indexOf('='));
  const keys = place.split('.');
  const last = keys.pop() ?? '';
  let within = fault;
  for (const key of keys) {
    const inner = Object.hasOwn(within, key) ? within[key] : {};
    if (typeof inner !== 'object' || inner === null) {
      throw new OptionError(
        `fault: "${word}": ${key} has a value already, so nothing is within it`,
      );
    }
    within[key] = inner;
    within = inner as Record<string, unknown>;
  }
  within[last] = readYaml(word.slice(place.length + 1), word);
}

function statedBy(options: FaultOptions, { kind, only }: GivenFault): GivenFault {
  const { id, for: length, oneWay, message, about, account } = options;
  const chosen = { message: message?.length === 1 ? message[0] : message, about, account };
  const choice = withoutAbsent({ ...(only as object | undefined), ...withoutAbsent(chosen) });
  return withoutAbsent({
    id,
    [TAKING_DOWN.includes(kind) ? 'restartAfter' : 'for']: length,
    direction: oneWay === true ? 'one-way' : undefined,
    only: Object.keys(choice).length === 0 ? undefined : choice,
  });
}

function withoutAbsent(given: object): GivenFault {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function readYaml(text: string, word: string): unknown {
  return yamlIn(text, (why) => `fault: "${word}" cannot be read: ${why.split('\n')[0]}`);
}
