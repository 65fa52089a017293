/** What a devnet holds and has to give back: ports, nodes, files. */
export interface Holdings {
  /** Has something given back at the end, after what was added before it. */
  add(giveBack: () => unknown): void;
  /**
   * Gives everything back, in the order it was added; asked again it waits for the same end.
   *
   * @throws the first failure, once everything else is given back
   */
  release(): Promise<void>;
}

/** Creates holdings of nothing. */
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
