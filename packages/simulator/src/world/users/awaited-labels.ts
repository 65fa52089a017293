import type { Label, Labels } from './labels.ts';

/** The labels that a user waits for before it can build on them. */
export interface AwaitedLabels {
  /** Calls back once all of these exist, or with the reason why one never will. */
  once(needed: readonly Label[], then: (missing: string | undefined) => void): void;
  isWaiting(): boolean;
  /** Lists the awaited labels that nobody has created yet. */
  missing(): readonly Label[];
}

/** Creates it for a user that waits for one thing after another. */
export function createAwaitedLabels(labels: Labels): AwaitedLabels {
  let awaited: readonly Label[] = [];
  return {
    once(needed, then) {
      awaited = needed;
      labels.whenCreated(needed, (missing) => {
        awaited = [];
        then(missing && `there is no ${missing.kind} ${missing.name}`);
      });
    },
    isWaiting: () => awaited.length > 0,
    missing: () => awaited.filter((label) => !labels.isCreated(label)),
  };
}
