import type { Setting } from '@quorate/simulator';
import { InvalidArgumentError, Option } from 'commander';

/** Make the option that puts another value in some place of a scenario file; given again, it puts one more. */
export function settingOption(): Option {
  return new Option(
    '--set <place=value>',
    'override a value of the file, such as cluster.validators=7; repeatable',
  ).argParser((text, before: readonly Setting[] = []) => [...before, parseSetting(text)]);
}

const PLACE = /^[\w-]+(\.[\w-]+|\[\d{1,15}\])*$/;

/** Takes the place as diagnostics write it, such as `workload[0].client`; all that follows the first `=` is YAML. */
function parseSetting(text: string): Setting {
  const end = Math.max(text.indexOf('='), 0);
  const place = text.slice(0, end);
  if (!PLACE.test(place)) {
    throw new InvalidArgumentError('Expected a place and a value, such as cluster.validators=7.');
  }
  const path = [...place.matchAll(/\[(\d+)\]|[\w-]+/g)].map(([key, index]) =>
    index === undefined ? key : Number(index),
  );
  return { path, value: text.slice(end + 1) };
}
