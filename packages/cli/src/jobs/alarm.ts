/**
 * The number of equal parts in which patience passes: time in which all processes stood still,
 * paused or asleep, uses up at most one.
 */
const PATIENCE_PARTS = 10;

/** Goes off once patience is used up. */
export interface Alarm {
  /** Gives all of the patience again. */
  renew(): void;
  end(): void;
}

/** Sets an alarm; patience is in milliseconds. */
export function alarmAfter(patience: number, ring: () => void): Alarm {
  let left = PATIENCE_PARTS;
  const timer = setInterval(() => {
    left -= 1;
    if (left <= 0) ring();
  }, patience / PATIENCE_PARTS);
  return {
    renew() {
      left = PATIENCE_PARTS;
      // Otherwise the rest of the part under way would count as a whole one.
      timer.refresh();
    },
    end: () => clearInterval(timer),
  };
}
