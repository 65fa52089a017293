/** What a devnet holds and has to release: ports, nodes, files. */
export interface Holdings {
  /** Registers something that is released at the end, after everything registered before it. */
  add(giveBack: () => unknown): void;
  /**
   * Releases everything, in the order of registration; a further call waits for the same end.
   *
   * @throws the first failure, after everything else has been released
   */
  release(): Promise<void>;
}

/** Creates empty holdings. */
export function createHoldings(): Holdings {
  const held: (() => unknown)[] = [];
  let released: Promise<void> | undefined;

  async function releaseAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const giveBack of held) {
      try {
        await giveBack();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  return {
    add: (giveBack) => void held.push(giveBack),
    release() {
      released ??= releaseAll();
      return released;
    },
  };
}
