import type { GivenFault } from '@quorate/devnet';
import { stringify } from 'yaml';
import { quote } from '../report/shell.ts';

const ALL = '*';

/** Writes a fault as `readFault` reads it; its id is left out. */
export function faultInWords({ id: _, kind, ...keys }: GivenFault): string {
  const { node, from, to, direction, restartAfter, for: length = restartAfter, ...more } = keys;
  const { only, disk: __, ...others } = more as { readonly only?: GivenFault } & GivenFault;
  const ends = to === ALL ? [from] : [from, to];
  const names = (node === undefined ? ends : [node]).filter((name) => name !== undefined);
  const { message, about, account } = only ?? {};
  const option = (name: string, value: unknown) =>
    value === undefined ? [] : [name, ...[value].flat().map((each) => quote(String(each)))];
  return [
    String(kind),
    ...names.map((name) => (name === ALL ? `'${ALL}'` : [name].flat().join(','))),
    ...Object.entries(others).map(([key, value]) => quote(`${key}=${textOf(value)}`)),
    ...(direction === 'one-way' ? ['--one-way'] : []),
    ...option('--message', message),
    ...option('--about', about),
    ...option('--account', account),
    ...option('--for', length),
  ].join(' ');
}

function textOf(value: unknown): string {
  if (typeof value !== 'object') return String(value);
  return stringify(value, {
    collectionStyle: 'flow',
    flowCollectionPadding: false,
    lineWidth: 0,
  }).trim();
}
