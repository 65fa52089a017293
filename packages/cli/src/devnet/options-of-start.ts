import type { Command } from 'commander';

/**
 * Refuses options that only say how a devnet starts: the outer command takes such options wherever
 * they stand.
 */
export function refuseOptionsOfStart(devnet: Command, inner: Command): void {
  const own = inner.options.map(({ long }) => long);
  const foreign = devnet.options.find(
    (option) =>
      devnet.getOptionValueSource(option.attributeName()) === 'cli' && !own.includes(option.long),
  );
  if (foreign !== undefined) inner.error(`error: unknown option '${foreign.long}'`);
}
