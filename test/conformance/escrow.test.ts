import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { PlainObject } from './client/bcs.ts';
import { dataOf, get } from './client/calls.ts';
import { filled, hex, NATIVE } from './client/keys.ts';
import { rest } from './client/shapes.ts';
import { openTable } from './table.ts';
import {
  accountInfo,
  openSender,
  openWorld,
  RELEASES,
  type Sender,
  settle,
  settleRpc,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.devnet.close());

const BPS: PlainObject = { Bps: 1000 };
const FIXED: PlainObject = { Fixed: '7' };

/** A job and its three parties. */
interface Work {
  readonly evaluator: Sender;
  readonly client: Sender;
  readonly provider: Sender;
  readonly jobId: Uint8Array;
}

/** Opens a job over 100 in each release that has escrow, over both interfaces that submit. */
async function everywhere(fee: PlainObject, check: (work: Work) => Promise<void>): Promise<void> {
  for (const release of RELEASES.slice(1)) {
    for (const send of [settle, settleRpc]) {
      const party = () => openSender(world, release, send);
      const [evaluator, client, provider] = [await party(), await party(), await party()];
      await evaluator.send({
        Escrow: {
          CreateConfig: {
            token_id: NATIVE,
            evaluator: evaluator.publicKey,
            evaluation_fee: fee,
            min_evaluator_fee: '1',
          },
        },
      });
      await client.send({
        Escrow: {
          CreateJob: {
            config_id: evaluator.created(),
            provider: provider.publicKey,
            provider_fee: '100',
            description: 'paint the fence',
          },
        },
      });
      await check({ evaluator, client, provider, jobId: client.created() });
    }
  }
}

async function jobOf(jobId: Uint8Array): Promise<PlainObject> {
  const json = dataOf(await get(`${world.rest}/v1/escrow-jobs/${hex(jobId)}`));
  return rest.job(json, 'data') as PlainObject;
}

/** What a party has gained since the start, in least units. */
async function gainOf({ account }: Sender): Promise<bigint> {
  const { balance } = await accountInfo(world, account.address);
  return BigInt(balance) - 1_000_000n * 10n ** 18n;
}

describe('escrow', () => {
  const row = openTable('Escrow operations');

  row('CreateConfig: token_id, evaluator, evaluation_fee, min_evaluator_fee', () =>
    everywhere(BPS, async ({ evaluator, jobId }) => {
      expect(await gainOf(evaluator)).toBe(0n);
      expect(await jobOf(jobId)).toMatchObject({ evaluator: evaluator.publicKey });
    }),
  );

  row('FixedAmountOrBps: Bps, 10000 = 100.00%', () =>
    everywhere(BPS, async ({ jobId }) => {
      expect(await jobOf(jobId)).toMatchObject({ evaluator_fee: '10' });
    }),
  );

  row('FixedAmountOrBps: Fixed', () =>
    everywhere(FIXED, async ({ jobId }) => {
      expect(await jobOf(jobId)).toMatchObject({ evaluator_fee: '7' });
    }),
  );

  row('CreateJob: config_id, provider, provider_fee, description; the job is funded', () =>
    everywhere(BPS, async ({ evaluator, client, provider, jobId }) => {
      expect(await gainOf(client)).toBe(-110n);
      expect(await jobOf(jobId)).toEqual({
        job_id: jobId,
        config_id: evaluator.created(),
        client: client.publicKey,
        provider: provider.publicKey,
        evaluator: evaluator.publicKey,
        token_id: NATIVE,
        provider_fee: '100',
        evaluator_fee: '10',
        description: 'paint the fence',
        deliverable: null,
        status: 'Funded',
      });
    }),
  );

  row('Submit: job_id, deliverable', () =>
    everywhere(BPS, async ({ provider, jobId }) => {
      await provider.send({ Escrow: { Submit: { job_id: jobId, deliverable: filled(4) } } });
      const job = await jobOf(jobId);
      expect(job).toMatchObject({ deliverable: filled(4), status: 'Submitted' });
    }),
  );

  row('Reject: the client is refunded, the evaluator fee is paid', () =>
    everywhere(BPS, async ({ evaluator, client, provider, jobId }) => {
      await evaluator.send({ Escrow: { Reject: { job_id: jobId } } });
      expect(await jobOf(jobId)).toMatchObject({ status: 'Refunded' });
      const gains = await Promise.all([client, provider, evaluator].map(gainOf));
      expect(gains).toEqual([-10n, 0n, 10n]);
    }),
  );

  row('Complete: the provider is paid, the evaluator fee is paid', () =>
    everywhere(BPS, async ({ evaluator, client, provider, jobId }) => {
      await provider.send({ Escrow: { Submit: { job_id: jobId, deliverable: filled(4) } } });
      await evaluator.send({ Escrow: { Complete: { job_id: jobId } } });
      expect(await jobOf(jobId)).toMatchObject({ status: 'Completed' });
      const gains = await Promise.all([client, provider, evaluator].map(gainOf));
      expect(gains).toEqual([-110n, 100n, 10n]);
    }),
  );
});
