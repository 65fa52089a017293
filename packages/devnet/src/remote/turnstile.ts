/** Lets a limited number through at a time; the others wait outside, in order. */
export interface Turnstile {
  /**
   * Resolves with true when one may begin, who has to leave afterwards. Resolves with false for one
   * that has waited too long by the time there is room, and at once if too many wait.
   */
  enter(): Promise<boolean>;
  leave(): void;
}

/** The parameters of a turnstile. */
export interface TurnstileOptions {
  /** How many may be inside at a time. */
  readonly room: number;
  /** How many may wait. */
  readonly waitingMax: number;
  /** How long one may have waited and still begin, in milliseconds. */
  readonly patience: number;
  /** In milliseconds since any moment; never goes back. */
  readonly now: () => number;
}

/** Creates a turnstile with nobody inside. */
export function createTurnstile(options: TurnstileOptions): Turnstile {
  const { room, waitingMax, patience, now } = options;
  const waiting = new Set<{ readonly since: number; readonly end: (isLet: boolean) => void }>();
  let inside = 0;
  return {
    enter() {
      if (inside < room) {
        inside += 1;
        return Promise.resolve(true);
      }
      if (waiting.size >= waitingMax) return Promise.resolve(false);
      return new Promise((resolve) => waiting.add({ since: now(), end: resolve }));
    },
    leave() {
      const oldest = now() - patience;
      for (const each of waiting) {
        waiting.delete(each);
        const isLet = each.since >= oldest;
        each.end(isLet);
        if (isLet) return;
      }
      inside -= 1;
    },
  };
}
