/** Says why something failed. */
export function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : `${failure}`;
}
