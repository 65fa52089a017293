import { type Committee, type CommitteeRequest, invariant } from '@quorate/core';
import {
  type JsonObject,
  type JsonValue,
  NETWORK_IDS,
  type NetworkId,
  parseAddress,
  parseJson,
  type ValidatorConfig,
} from '@quorate/protocol';
import { CommandError } from '../command-error.ts';
import { type Admin, inForm } from './admin.ts';

/** The members of all committees, and the requests for seats. */
export interface KnownCommittees {
  /** In the order of epochs, with their operators. */
  readonly all: readonly Committee[];
  readonly running: Committee;
  readonly requests: readonly CommitteeRequest[];
}

/** The state of a validator of a devnet. */
export interface KnownValidator {
  readonly name: string;
  /** The state of the process: `active`, `crashed`, … */
  readonly status: string;
  readonly rpc: string;
  /** The state between epochs; undefined if the validator has not reported it. */
  readonly seat: 'active' | 'merging' | 'retired' | undefined;
  readonly epoch: number;
  readonly served: number;
}

/** Reads the committees and the requests for seats. @throws ClientError */
export async function readCommittees(admin: Admin): Promise<KnownCommittees> {
  const [committees, requests] = await Promise.all([
    admin.get('/committees'),
    admin.get('/committee-requests'),
  ]);
  return inForm('/committees', () => {
    const all = (committees as unknown as readonly CommitteeJson[]).map(committeeOf);
    const running = all.at(-1);
    invariant(running !== undefined, 'a devnet has a committee');
    const asked = (requests as unknown as readonly RequestJson[]).map(requestOf);
    return { all, running, requests: asked };
  });
}

/** The identity of a network. */
export interface KnownGenesis {
  readonly networkId: NetworkId;
  /** When it began, in nanoseconds since 1970. */
  readonly genesisTime: bigint;
}

/** Asks the devnet which network it is. @throws ClientError */
export async function readGenesis(admin: Admin): Promise<KnownGenesis> {
  return genesisFromJson(await admin.get('/genesis'));
}

/** Reads which network a devnet is from its answer. @throws ClientError for an unknown network */
export function genesisFromJson(answer: JsonValue): KnownGenesis {
  return inForm('/genesis', () => {
    const { network_id, genesis_time_nanos } = answer as JsonObject;
    const networkId = NETWORK_IDS.find((id) => id === network_id);
    invariant(networkId !== undefined, 'a devnet is of a known network');
    return { networkId, genesisTime: BigInt(String(genesis_time_nanos)) };
  });
}

/** Reads the states of the validators. @throws ClientError */
export async function readValidators(admin: Admin): Promise<readonly KnownValidator[]> {
  const validators = (await admin.get('/validators')) as unknown as readonly ValidatorJson[];
  return inForm('/validators', () => validators.map(validatorOf));
}

/** Makes the devnet host one more validator, and gives that validator. @throws ClientError */
export async function addValidator(admin: Admin): Promise<KnownValidator> {
  return validatorOf((await admin.post('/validators')) as unknown as ValidatorJson);
}

/** Makes a validator derive a key that no committee has seen (rule C9). @throws ClientError */
export async function freshConfig(admin: Admin, name: string): Promise<ValidatorConfig> {
  return configOf((await admin.post(`/validators/${name}/keys`)) as unknown as ConfigJson);
}

/** Reads a committee as the devnet writes it. @throws CommandError for anything else */
export function committeeFromJson(text: string, path: string): Committee {
  try {
    return committeeOf(parseJson(text) as unknown as CommitteeJson);
  } catch {
    throw new CommandError(
      `${path} is not a committee: expected epoch and members, as GET /_devnet/v1/committee answers`,
    );
  }
}

interface ConfigJson {
  readonly address: string;
  readonly host: string;
  readonly rpc_port: number;
}

interface CommitteeJson {
  readonly epoch: number;
  readonly members: readonly (ConfigJson & { readonly operator: string })[];
}

interface RequestJson extends ConfigJson {
  readonly kind: 'Join' | 'Leave';
  readonly operator: string;
  readonly timestamp_nanos: JsonValue;
  readonly nonce: JsonValue;
}

interface ValidatorJson extends Omit<KnownValidator, 'seat' | 'epoch' | 'served'> {
  readonly seat?: KnownValidator['seat'];
  readonly epoch?: number;
  readonly served?: number;
}

function validatorOf({ seat, epoch = 0, served = 0, ...rest }: ValidatorJson): KnownValidator {
  const { name, status, rpc } = rest;
  return { name, status, rpc, seat, epoch, served };
}

function configOf({ address, host, rpc_port }: ConfigJson): ValidatorConfig {
  return { address: parseAddress(address, 'address'), host, rpcPort: rpc_port };
}

function committeeOf({ epoch, members }: CommitteeJson): Committee {
  return {
    epoch,
    members: members.map((member) => ({
      validator: configOf(member),
      operator: parseAddress(member.operator, 'operator'),
    })),
  };
}

function requestOf(request: RequestJson): CommitteeRequest {
  const operator = parseAddress(request.operator, 'operator');
  const timestampNanos = BigInt(String(request.timestamp_nanos));
  const origin = { sender: operator, nonce: BigInt(String(request.nonce)) };
  const common = { operator, timestampNanos, origin };
  return request.kind === 'Leave'
    ? { kind: 'Leave', ...common }
    : { kind: 'Join', config: configOf(request), ...common };
}
