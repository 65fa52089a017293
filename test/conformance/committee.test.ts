import { createHash } from 'node:crypto';
import { afterEach, describe } from 'vitest';
import type { PlainObject } from './client/bcs.ts';
import { type Account, accountOf, multiSigAddress } from './client/keys.ts';
import { openTable } from './table.ts';
import {
  build,
  openSender,
  openWorld,
  RELEASES,
  settle,
  settleRpc,
  sign,
  signTogether,
  type World,
} from './world.ts';

const worlds: World[] = [];
afterEach(() => Promise.all(worlds.splice(0).map(({ devnet }) => devnet.close())));

async function worldOf(validators: number): Promise<World> {
  const world = await openWorld({ validators });
  worlds.push(world);
  return world;
}

/** The operator of a validator: keys of a devnet come from its seed and the name of the role. */
function operatorOf({ devnet }: World, name: string): Promise<Account> {
  const role = JSON.stringify([devnet.seed, `operator/${name}`]);
  return accountOf(createHash('sha256').update(role).digest('hex'));
}

function join(address: Uint8Array): PlainObject {
  return { JoinCommittee: { address, host: 'v9.example', rpc_port: 7429 } };
}

describe('the committee', () => {
  const row = openTable('Operations: the committee');

  row('JoinCommittee: address, host, rpc_port', async () => {
    const world = await worldOf(4);
    for (const release of RELEASES) {
      for (const send of [settle, settleRpc]) {
        const { publicKey } = await world.account();
        await (await openSender(world, release, send)).send(join(publicKey));
      }
    }
  });

  row('LeaveCommittee: a bare string', async () => {
    const world = await worldOf(6);
    const names = world.devnet.validators.map(({ name }) => name);
    for (const release of RELEASES) {
      for (const send of [settle, settleRpc]) {
        const operator = await operatorOf(world, names.shift() ?? '');
        const leave = build(release, operator.publicKey, 0n, [{ LeaveCommittee: true }]);
        await send(world, await sign(operator, leave));
      }
    }
  });

  row('ChangeCommittee: epoch, new_committee of validators', async () => {
    for (const [index, release] of RELEASES.entries()) {
      const world = await worldOf(4);
      const { publicKey: address } = await world.account();
      await (await openSender(world, release)).send(join(address));
      const operators = await Promise.all(
        world.devnet.validators.map(({ name }) => operatorOf(world, name)),
      );
      const config = {
        authorized_signers: operators.map(({ publicKey }) => publicKey),
        quorum: 3n,
        nonce: 0n,
      };
      const validators = [{ address, host: 'v9.example', rpc_port: 7429 }];
      const change = build(release, multiSigAddress(config), 0n, [
        { ChangeCommittee: { new_committee: { validators }, epoch: 1 } },
      ]);
      const send = index === 0 ? settleRpc : settle;
      await send(world, await signTogether(config, operators.slice(1), change));
    }
  });
});
