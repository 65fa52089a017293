import { createClient, createWallet, signerOf } from '@quorate/client';
import type { Result } from '@quorate/core';
import { createSigner, loadEd25519 } from '@quorate/crypto';
import {
  type Address,
  type EscrowConfigId,
  type EscrowJobId,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  parseJson,
} from '@quorate/protocol';
import { expect, it } from 'vitest';
import { pays, signed } from '../../../test/people.ts';
import { startDevnet } from '../../devnet.ts';
import type { Asker } from '../../nodes/asker.ts';
import { escrowJob, escrowJobs } from './escrow-routes.ts';

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

const ID = 'ef'.repeat(32);
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

it('an escrow job comes with no certificate that settled after it was looked at', async () => {
  const alice = createSigner(loadEd25519(), new Uint8Array(32).fill(7));
  const certificates = new Map(
    ['EscrowJob', 'EscrowSubmit', 'Decision'].map((name, nonce) => {
      const envelope = signed(alice, BigInt(nonce), pays(alice, 1n));
      return [name, [{ envelope, signatures: [] }]];
    }),
  );
  const asker: Asker = {
    ask: (_to, request) => {
      if (request.type !== 'GetCertificates') {
        return Promise.resolve({ type: 'EscrowJobs', jobs: [[ID, job]] } as unknown as Result);
      }
      const { select } = request;
      const name = select.by === 'Dependency' ? select.dependency.kind : select.by;
      return Promise.resolve({ type: 'Certificates', certificates: certificates.get(name) ?? [] });
    },
    close: () => undefined,
  };
  const query = (name: string) => (name === 'certs' ? 'true' : undefined);
  const told = await escrowJob({ asker, proxy: 'p1' }, ID, query);
  expect(told).toMatchObject({ job: { status: 'Funded' }, certificates: [{}] });
});

it('others are heard while the certificates of many jobs are gathered', async () => {
  const done = { ...job, deliverable: '11'.repeat(32), status: 'Completed' };
  const jobs = Array.from({ length: 200 }, (_, index) => [
    index.toString(16).padStart(64, '0'),
    done,
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
  const { text } = await answer;
  expect(parseJson(text)).toHaveLength(jobs.length);
  expect(asked).toBe(1 + 3 * jobs.length);
  expect(askedMeanwhile).toBeLessThan(50);
});
