import { readFileSync } from 'node:fs';
import type { GivenFault } from '@quorate/devnet';
import { OptionError } from '../command-error.ts';
import { yamlIn } from './yaml-in.ts';

/**
 * Reads the faults with which a devnet is to start from a file: a list in YAML.
 *
 * @throws OptionError if there is no such file, or it has something else in it
 */
export function faultsIn(file: string): readonly GivenFault[] {
  const list = yamlIn(textOf(file), (why) => `--faults ${file}: ${why}`);
  const isList = Array.isArray(list) && list.every((each) => typeof each === 'object' && each);
  if (isList) return list as readonly GivenFault[];
  throw new OptionError(`--faults ${file}: expected a list, such as "- { kind: cut, from: v4 }"`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    throw new OptionError(`--faults ${file} cannot be read: ${(failure as Error).message}`);
  }
}
