import { expect, it } from 'vitest';
import type { Hosting, PlacedValidator, ValidatorsOptions } from './hosting.ts';
import { hostValidators } from './validators.ts';

/** Hosts validators that come up only to fail, once the hosting is closed. */
function hostingThatHangs() {
  const closings: string[] = [];
  const ends: ((reason: Error) => void)[] = [];
  const hosting: Pick<Hosting, 'place' | 'close'> = {
    place: () => new Promise<PlacedValidator>((_, reject) => void ends.push(reject)),
    async close() {
      closings.push('closed');
      for (const end of ends) end(new Error('it was ended'));
    },
  };
  return { hosting: hosting as Hosting, closings };
}

function optionsWith(signal: AbortSignal): ValidatorsOptions {
  const network = { validatorNames: () => ['v1', 'v2'] };
  return { network, roster: {}, options: { signal } } as unknown as ValidatorsOptions;
}

it('ends validators that hang when the start is called off, and only then fails', async () => {
  const { hosting, closings } = hostingThatHangs();
  const start = new AbortController();
  const hosted = hostValidators(optionsWith(start.signal), async () => hosting);
  // It waits for the validators by then.
  await new Promise(setImmediate);
  expect(closings).toEqual([]);
  start.abort();
  await expect(hosted).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(closings).toEqual(['closed']);
});

it('hosts none when the start was called off before', async () => {
  const { hosting, closings } = hostingThatHangs();
  const reason = new Error('no longer wanted');
  const hosted = hostValidators(optionsWith(AbortSignal.abort(reason)), async () => hosting);
  await expect(hosted).rejects.toBe(reason);
  expect(closings).toEqual(['closed']);
});
