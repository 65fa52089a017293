import type { Label, Labels } from './labels.ts';

/** What somebody waits for who builds on what others create. */
export interface AwaitedLabels {
  /** Calls back once all of these exist, or with the reason why they will not. */
  once(needed: readonly Label[], then: (missing: string | undefined) => void): void;
  isWaiting(): boolean;
  /** What nobody has created of what is waited for. */
  missing(): readonly Label[];
}

/** Creates it for somebody who waits for one thing after the other. */
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
