import { createClient, createWallet } from '@quorate/client';
import {
  authorisedChange,
  buildChange,
  OPERATOR_RULES,
  quorumSize,
  withOperator,
} from '@quorate/core';
import { createSigner, createVerifier, loadEd25519, type Signer } from '@quorate/crypto';
import { factsOf, parseAddress, type ValidatorConfig } from '@quorate/protocol';
import type { Devnet } from '../src/devnet.ts';
import { operatorKeyOf } from '../src/keys.ts';
import { createAdminCaller } from './admin-caller.ts';

interface ConfigJson {
  readonly address: string;
  readonly host: string;
  readonly rpc_port: number;
}

interface CommitteeJson {
  readonly epoch: number;
  readonly members: readonly (ConfigJson & { readonly name: string })[];
}

/**
 * Gives these validators the seats of a devnet; all operators sign the change, and nobody votes.
 */
export async function changeCommittee(devnet: Devnet, members: readonly string[]): Promise<void> {
  const { networkId, rest } = devnet;
  const client = createClient({ url: rest });
  const validators = await Promise.all(members.map((name) => askForSeat(devnet, name)));
  const { body } = await createAdminCaller(devnet).call('GET', '/committee');
  const { epoch, members: seated }: CommitteeJson = body;
  const operators = seated.map(({ name }) => operatorOf(devnet, name));
  const committee = {
    epoch,
    members: seated.map((member, index) => ({
      validator: configOf(member),
      operator: operators[index]?.address,
    })),
  };
  const timestampNanos = BigInt(Date.now()) * 1_000_000n;
  const intent = { networkId, committee, validators, timestampNanos };
  const transaction = buildChange(intent, quorumSize);
  const { signingBytes } = factsOf(transaction);
  const signatures = operators.map((each) => [each.address, each.sign(signingBytes)] as const);
  const env = { committee, verifier: createVerifier(loadEd25519()), rules: OPERATOR_RULES };
  const envelope = authorisedChange(transaction, signatures, env);
  if (envelope === undefined) throw new Error('too few operators have signed the change');
  await client.submit(envelope);
}

async function askForSeat(devnet: Devnet, name: string): Promise<ValidatorConfig> {
  const { networkId, rest } = devnet;
  const signer = operatorOf(devnet, name);
  const { body } = await createAdminCaller(devnet).call('POST', `/validators/${name}/keys`);
  const config = withOperator(configOf(body), signer.address);
  const wallet = createWallet({ client: createClient({ url: rest }), signer, networkId });
  await wallet.transact([{ kind: 'JoinCommittee', config }]);
  return config;
}

function operatorOf({ seed }: Devnet, validator: string): Signer {
  return createSigner(loadEd25519(), operatorKeyOf(seed, validator));
}

function configOf({ address, host, rpc_port }: ConfigJson): ValidatorConfig {
  return { address: parseAddress(address, 'address'), host, rpcPort: rpc_port };
}
