import { describe, expect, it } from 'vitest';
import { loadMutants, pickMutants, rulesOf } from './wrong-rules.ts';

describe('mutants', () => {
  it('are found where their package is installed, each with rules that a run can be given', async () => {
    const mutants = await loadMutants();
    expect(mutants.length).toBeGreaterThanOrEqual(40);
    for (const mutant of mutants) expect(Object.keys(rulesOf(mutant))).toHaveLength(1);
  });

  it('are said to be missing where it is not', async () => {
    await expect(loadMutants('@quorate/not-there')).rejects.toThrow(
      '@quorate/not-there is not installed',
    );
  });

  it('are picked by their ids, in their own order', async () => {
    const mutants = await loadMutants();
    const [first, , third] = mutants;
    expect(pickMutants(mutants, [])).toBe(mutants);
    expect(pickMutants(mutants, [third?.id ?? '', first?.id ?? ''])).toEqual([first, third]);
    expect(() => pickMutants(mutants, ['nosuch'])).toThrow(
      `no mutant is called nosuch; there are ${mutants.length}, such as ${first?.id}: --mutants alone hunts and lists them`,
    );
    expect(() => pickMutants(mutants, ['forged-nothing'])).toThrow(
      'no mutant is called forged-nothing; there is forged-validator-counted, forged-sender-accepted, forged-verifier-counted',
    );
    expect(() => pickMutants(mutants, ['lock-unchekced', 'nonce-uncheckd'])).toThrow(
      /^no mutant is called lock-unchekced; did you mean "lock-unchecked"\?\n.* did you mean "nonce-unchecked"\?$/,
    );
  });
});
