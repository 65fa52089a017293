import { counted } from '@quorate/protocol';
import { type Listener, type ListenOptions, listen } from './http/listen.ts';
import { validatorNames } from './keys.ts';
import { DevnetError } from './options.ts';

/** The servers of a devnet. */
export interface Listeners {
  readonly gateway: Listener;
  readonly proxy: Listener;
  /** In the order of the validators. */
  readonly validators: readonly Listener[];
  readonly all: readonly Listener[];
}

/** The offset of the ports of a role from the first one. */
const OFFSETS = { gateway: 0, proxy: 10, validator: 20 } as const;

/**
 * Binds every port of a devnet, or none.
 *
 * With the first port P, the gateway has P, the proxy P + 10, validators P + 20 and following.
 *
 * @throws ListenError of the first role whose port could not be bound
 */
export async function bindAll(
  { host, port, log, ownsProcess }: Pick<ListenOptions, 'host' | 'port' | 'log' | 'ownsProcess'>,
  validators: number,
): Promise<Listeners> {
  const place = (role: string, offset: number): ListenOptions => ({
    role,
    host,
    port: port === 0 ? 0 : port + offset,
    log,
    ...(ownsProcess === undefined ? {} : { ownsProcess }),
  });
  const names = validatorNames(validators);
  const outcomes = await Promise.allSettled(
    [
      place('the gateway', OFFSETS.gateway),
      place('the proxy', OFFSETS.proxy),
      ...names.map((name, index) => place(validatorRole(name), OFFSETS.validator + index)),
    ].map(listen),
  );
  const all = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  const [gateway, proxy, ...rest] = all;
  if (failed !== undefined || gateway === undefined || proxy === undefined) {
    await Promise.all(all.map((listener) => listener.close()));
    throw failed?.reason;
  }
  return { gateway, proxy, validators: rest, all };
}

const PORT_MAX = 65_535;

/**
 * Checks that there are enough ports for the layout.
 *
 * @throws DevnetError `InvalidOption`
 */
export function checkPorts(port: number, validators: number): void {
  const last = validatorPort(port, validators - 1);
  if (last <= PORT_MAX) return;
  const text = `port: the ports of ${counted(validators, 'validator')} end at ${last}, beyond ${PORT_MAX}`;
  throw new DevnetError('InvalidOption', text);
}

/** Gives the port of a validator in the layout, counted from 0. */
export function validatorPort(port: number, index: number): number {
  return port === 0 ? 0 : port + OFFSETS.validator + index;
}

/** Names the server of a validator in messages. */
export function validatorRole(name: string): string {
  return `validator ${name}`;
}
