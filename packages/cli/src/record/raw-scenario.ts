import { formatDuration } from '@quorate/network';
import type { Cast } from './cast.ts';
import type { RawStep } from './raw-operation.ts';
import type { Deed } from './transactions.ts';

/** The parts from which a scenario is made. */
export interface Script {
  readonly name: string;
  readonly description: string;
  readonly validators: number;
  readonly cast: Cast;
  readonly deeds: readonly Deed[];
  readonly faults: readonly unknown[];
  /** The validators that lied. */
  readonly byzantine: readonly unknown[];
  /** The time that becomes time 0, in nanoseconds since the Unix epoch. */
  readonly start: bigint;
  /** Gives the initial balance of a client or account, in least units. */
  readonly initial: (name: string) => bigint;
  /** What must be true at the end, besides the verdict. */
  readonly expect: RawStep;
}

/**
 * The least time between two deeds, in nanoseconds. Deeds of one moment of the devnet come one
 * after another: no message takes any time, so each transaction has settled before the next begins.
 */
const APART = 1_000n;
/** The time for the last transaction to settle, whatever faults the network has, in nanoseconds. */
const AFTERWARDS = 300_000_000_000n;
/** The number of messages and timers of one transaction, for the limit of a run. */
const EVENTS = 2000;

/** Gives a scenario as its file states it. */
export function rawScenario(script: Script): Readonly<Record<string, unknown>> {
  const { name, description, validators, cast, deeds, faults, byzantine, start, initial, expect } =
    script;
  const times = momentsOf(deeds, start);
  const last = times.at(-1) ?? 0n;
  const clients = [...cast.clients().keys()];
  const parts = [...cast.clients()].map(([who, address]) => {
    const operates = cast.operators.get(address);
    return [who, { balance: String(initial(who)), ...(operates && { operates }) }] as const;
  });
  const accounts = [...cast.accounts()];
  return {
    version: 1,
    name,
    description,
    cluster: {
      validators,
      clients: Object.fromEntries(parts),
      accounts: Object.fromEntries(
        accounts.map(([who, { signers, quorum, nonce }]) => [
          who,
          {
            signers,
            quorum,
            ...(nonce === 0n ? {} : { nonce: String(nonce) }),
            balance: String(initial(who)),
          },
        ]),
      ),
      // As the proxy of the devnet does.
      precheck: 'remembered',
    },
    network: { default: { delay: { dist: 'const', mean: '0 ms' } }, schedule: 'fifo' },
    workload: clients.flatMap((client) => workloadOf(client, deeds, times)),
    faults,
    byzantine,
    limits: {
      simTime: formatDuration(last + AFTERWARDS),
      events: EVENTS * (deeds.length + 100),
    },
    expect: { verdict: 'pass', ...expect },
  };
}

function momentsOf(deeds: readonly Deed[], start: bigint): readonly bigint[] {
  let last = -APART;
  return deeds.map(({ at }) => {
    const since = at - start;
    last = since > last + APART ? since : last + APART;
    return last;
  });
}

function workloadOf(client: string, deeds: readonly Deed[], times: readonly bigint[]) {
  const own = deeds.flatMap((deed, index) =>
    deed.client === client ? [{ step: deed.step, at: times[index] ?? 0n }] : [],
  );
  const [first] = own;
  if (first === undefined) return [];
  const steps = own.flatMap(({ step, at }, index) => {
    const before = own[index - 1]?.at ?? at;
    return at > before ? [{ op: 'wait', for: formatDuration(at - before) }, step] : [step];
  });
  return [{ id: `what-${client}-did`, client, start: formatDuration(first.at), steps }];
}
