import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Simulated code used the time, the random numbers or the timers of the host. */
class AmbientUseError extends Error {
  override readonly name = 'AmbientUseError';
  readonly code = 'AmbientUse';
  /** What was called, such as "Date.now". */
  readonly ambient: string;

  constructor(ambient: string) {
    super(`${ambient} was called in a simulated turn, whose time and luck come from the seed`);
    this.ambient = ambient;
  }
}

interface Trap {
  readonly holder: object;
  readonly label: string;
  readonly names: readonly string[];
}

const TRAPS: readonly Trap[] = [
  { holder: globalThis.Date, label: 'Date.', names: ['now'] },
  { holder: globalThis['Math'], label: 'Math.', names: ['random'] },
  { holder: globalThis.performance, label: 'performance.', names: ['now'] },
  { holder: globalThis.crypto, label: 'crypto.', names: ['getRandomValues', 'randomUUID'] },
  {
    holder: nodeCrypto,
    label: 'node:crypto ',
    names: ['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID'],
  },
  {
    holder: globalThis,
    label: '',
    names: ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
  },
];

/**
 * Runs simulated code so that any use of the host's time, randomness or timers throws: such use
 * would make a repetition of the run differ.
 *
 * The linter bans it in this code base; the trap also catches libraries. `work` is synchronous, so
 * no code outside it meets a trap.
 *
 * @throws AmbientUseError from within `work`, at the forbidden call.
 */
export function withoutAmbient<T>(work: () => T): T {
  const restores = [...TRAPS.flatMap(arm), armDate()];
  syncBuiltinESMExports();
  try {
    return work();
  } finally {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  }
}

function arm({ holder, label, names }: Trap): readonly (() => void)[] {
  return names.map((name) =>
    replace(holder, name, () => {
      throw new AmbientUseError(`${label}${name}`);
    }),
  );
}

// A date made from given numbers is data; one made from nothing is the current time.
function armDate(): () => void {
  const refuse = (): never => {
    throw new AmbientUseError('new Date()');
  };
  const handler: ProxyHandler<DateConstructor> = {
    construct: (target, args: [], newTarget) =>
      args.length === 0 ? refuse() : Reflect.construct(target, args, newTarget),
    apply: refuse,
  };
  return replace(globalThis, 'Date', new Proxy(globalThis.Date, handler));
}

function replace(holder: object, name: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(holder, name);
  Object.defineProperty(holder, name, { configurable: true, writable: true, value });
  return () => {
    if (own === undefined) Reflect.deleteProperty(holder, name);
    else Object.defineProperty(holder, name, own);
  };
}
