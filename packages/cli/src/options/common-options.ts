import { Option } from 'commander';
import { parseSeed } from './option-values.ts';

// The options of several commands, each worded once.

/** Creates the option that names the seed with which a scenario is drawn. */
export function seedOption(): Option {
  return new Option(
    '--seed <seed>',
    'draw with this seed instead of the one in the file',
  ).argParser(parseSeed);
}

/** Creates the option that names the file for what a command gives. */
export function outputOption(): Option {
  return new Option('-o, --output <file>', 'where to write; standard output by default');
}

/** Creates the option that says how much of Ed25519 is computed. */
export function cryptoOption(): Option {
  return new Option(
    '--crypto <mode>',
    'how much of Ed25519 to compute; the trace is the same in every mode',
  ).choices(['full', 'cache', 'trusted', 'memo', 'stub']);
}

/** Creates the option that names the library that computes Ed25519. */
export function ed25519Option(): Option {
  return new Option(
    '--ed25519 <backend>',
    'which library computes Ed25519; the fastest available by default',
  ).choices(['sodium', 'noble']);
}
