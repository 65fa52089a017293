import { createClient, createWallet, signerOf } from '@quorate/client';
import type { Result } from '@quorate/core';
import {
  type Address,
  type EscrowConfigId,
  type EscrowJobId,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
} from '@quorate/protocol';
import { expect, it } from 'vitest';
import type { Asker } from '../../asker.ts';
import { startDevnet } from '../../devnet.ts';
import { escrowJobs } from './escrow-routes.ts';

it('an escrow job comes with each of its certificates once, whatever that did to it', async () => {
  const devnet = await startDevnet({ port: 0, validators: 1 });
  const { rest, networkId, accounts } = devnet;
  const signer = signerOf(accounts[0]?.secretKey ?? '');
  const { address } = signer;
  const wallet = createWallet({ client: createClient({ url: rest }), signer, networkId });
  const configId = operationId(address, 0n, 0) as EscrowConfigId;
  const jobId = operationId(address, 0n, 1) as EscrowJobId;
  const escrows: readonly Extract<Operation, { kind: 'Escrow' }>['escrow'][] = [
    {
      kind: 'CreateConfig',
      tokenId: NATIVE_TOKEN_ID,
      evaluator: address,
      evaluationFee: { kind: 'Bps', bps: 1000 },
      minEvaluatorFee: 0n,
    },
    { kind: 'CreateJob', configId, provider: address, providerFee: 10n, description: 'a page' },
    { kind: 'Submit', jobId, deliverable: '11'.repeat(32) },
    { kind: 'Complete', jobId },
  ];
  await wallet.transact(escrows.map((escrow) => ({ kind: 'Escrow', escrow })));
  const answer = await fetch(`${rest}/v1/escrow-jobs/${jobId}?certs=true`);
  expect(await answer.json()).toMatchObject({
    data: { job: { status: 'Completed' }, certificates: [{}] },
  });
  await devnet.close();
});

it('others are heard while the certificates of many jobs are gathered', async () => {
  const party = 'ab'.repeat(32) as Address;
  const job = {
    configId: 'cd'.repeat(32) as EscrowConfigId,
    client: party,
    provider: party,
    evaluator: party,
    tokenId: NATIVE_TOKEN_ID,
    providerFee: 1n,
    evaluatorFee: 0n,
    description: '',
    deliverable: undefined,
    status: 'Funded',
  };
  const jobs = Array.from({ length: 200 }, (_, index) => [
    index.toString(16).padStart(64, '0'),
    job,
  ]);
  let asked = 0;
  const asker: Asker = {
    ask: (_to, { type }) => {
      asked += 1;
      const isJobs = type === 'GetEscrowJobs';
      const result = isJobs
        ? { type: 'EscrowJobs', jobs }
        : { type: 'Certificates', certificates: [] };
      return Promise.resolve(result as unknown as Result);
    },
    close: () => undefined,
  };
  const given = { provider: party, certs: 'true' };
  const query = (name: string) => given[name as keyof typeof given];
  const answer = escrowJobs({ asker, proxy: 'p1' }, query);
  let askedMeanwhile = Number.POSITIVE_INFINITY;
  setImmediate(() => {
    askedMeanwhile = asked;
  });
  expect(await answer).toHaveLength(jobs.length);
  expect(asked).toBe(1 + 3 * jobs.length);
  expect(askedMeanwhile).toBeLessThan(50);
});
