import { createClient, createWallet, signerOf } from '@quorate/client';
import {
  type EscrowConfigId,
  type EscrowJobId,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
} from '@quorate/protocol';
import { expect, it } from 'vitest';
import { startDevnet } from '../../devnet.ts';

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
