import { VALIDATOR_RULES } from '@quorate/core';
import { type Address, type EscrowJobId, operationId } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { Complete, CreateConfig, CreateJob, Reject, Submit } = VALIDATOR_RULES.operations.Escrow;
const admit = () => undefined;
const needsNothing = () => [];
const BASIS_POINTS = 10_000n;

type Scratch = Parameters<typeof Submit.apply>[1];
type Context = Parameters<typeof Submit.apply>[2];

/** Makes a right rule see another account as the sender. */
function sentBy(sender: Address | undefined, context: Context): Context {
  return sender === undefined
    ? context
    : { ...context, transaction: { ...context.transaction, sender } };
}

function createdId({ transaction, index }: Context): EscrowJobId {
  return operationId(transaction.sender, transaction.nonce, index) as EscrowJobId;
}

/** Pays the provider's fee of a job to one party from the balance of another. */
function passOn(
  scratch: Scratch,
  jobId: EscrowJobId,
  parties: readonly ['client' | 'provider', 'client' | 'provider' | 'evaluator'],
) {
  const job = scratch.get('job', jobId);
  if (job === undefined || job.providerFee === 0n) return;
  const [from, to] = parties;
  scratch.debit(job[from], job.tokenId, job.providerFee);
  scratch.credit(job[to], job.tokenId, job.providerFee);
}

/**
 * Validators that are wrong about the terms, the opening and the delivery of jobs (ledger.md
 * section 5).
 */
export const JOBS: readonly Mutant[] = [
  wrongValidator(
    { id: 'terms-of-somebody-else', rule: 'E1', title: 'signs terms that name another evaluator' },
    { operations: { Escrow: { CreateConfig: { validate: admit } } } },
  ),
  wrongValidator(
    { id: 'minimum-fee-forgotten', rule: 'E2', title: 'records terms without their minimum' },
    {
      operations: {
        Escrow: {
          CreateConfig: {
            apply: (operation, scratch, context) =>
              CreateConfig.apply({ ...operation, minEvaluatorFee: 0n }, scratch, context),
          },
        },
      },
    },
  ),
  wrongValidator(
    { id: 'job-not-funded', rule: 'E3', title: 'signs the opening of a job that nobody can pay' },
    { operations: { Escrow: { CreateJob: { validate: admit } } } },
  ),
  wrongValidator(
    { id: 'job-before-its-terms', rule: 'D3', title: 'settles a job before the terms it rests on' },
    { operations: { Escrow: { CreateJob: { dependencies: needsNothing } } } },
  ),
  wrongValidator(
    { id: 'evaluator-fee-rounds-up', rule: 'E2', title: 'rounds the fee of an evaluator up' },
    {
      operations: {
        Escrow: {
          CreateJob: {
            apply: (operation, scratch, context) => {
              CreateJob.apply(operation, scratch, context);
              const fee = scratch.get('config', operation.configId)?.evaluationFee;
              const job = scratch.get('job', createdId(context));
              if (job === undefined || fee?.kind !== 'Bps') return;
              const parts = operation.providerFee * BigInt(fee.bps);
              const isRoundedDown = job.evaluatorFee * BASIS_POINTS < parts;
              if (!isRoundedDown) return;
              scratch.debit(job.client, job.tokenId, 1n);
              const evaluatorFee = job.evaluatorFee + 1n;
              scratch.put('job', createdId(context), { ...job, evaluatorFee });
            },
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'evaluator-fee-not-taken',
      rule: 'E3',
      title: 'does not take the fee of the evaluator from the client of a job',
    },
    {
      operations: {
        Escrow: {
          CreateJob: {
            apply: (operation, scratch, context) => {
              CreateJob.apply(operation, scratch, context);
              const job = scratch.get('job', createdId(context));
              if (job !== undefined) scratch.credit(job.client, job.tokenId, job.evaluatorFee);
            },
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'anybody-delivers',
      rule: 'E4',
      title: 'signs a delivery by somebody who is not the provider',
      isHard: true,
    },
    {
      operations: {
        Escrow: {
          Submit: {
            validate: (operation, scratch, context) => {
              const provider = scratch.get('job', operation.jobId)?.provider;
              return Submit.validate(operation, scratch, sentBy(provider, context));
            },
          },
        },
      },
    },
  ),
  wrongValidator(
    { id: 'delivery-before-its-job', rule: 'D3', title: 'settles a delivery before its job' },
    { operations: { Escrow: { Submit: { dependencies: needsNothing } } } },
  ),
  wrongValidator(
    {
      id: 'delivery-opens-the-job-again',
      rule: 'E6',
      title: 'opens a job that has ended again when its delivery comes late',
    },
    {
      operations: {
        Escrow: {
          Submit: {
            apply: (operation, scratch, context) => {
              Submit.apply(operation, scratch, context);
              const job = scratch.get('job', operation.jobId);
              if (job !== undefined) {
                scratch.put('job', operation.jobId, { ...job, status: 'Submitted' });
              }
            },
          },
        },
      },
    },
  ),
];

/** Validators that are wrong about the end of jobs (ledger.md section 5). */
export const DECISIONS: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'completed-without-delivery',
      rule: 'E5',
      title: 'signs the completion of a job for which nothing was delivered',
    },
    {
      operations: {
        Escrow: {
          Complete: {
            validate: (operation, scratch, context) =>
              Reject.validate({ ...operation, kind: 'Reject' }, scratch, context),
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'escrow-pays-twice',
      rule: 'E6',
      title: 'pays the provider of a completed job twice',
    },
    {
      operations: {
        Escrow: {
          Complete: {
            apply: (operation, scratch, context) => {
              Complete.apply(operation, scratch, context);
              const job = scratch.get('job', operation.jobId);
              if (job !== undefined) scratch.credit(job.provider, job.tokenId, job.providerFee);
            },
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'escrow-pays-the-client',
      rule: 'E5',
      title: 'pays the client of a completed job, not the provider',
    },
    {
      operations: {
        Escrow: {
          Complete: {
            apply: (operation, scratch, context) => {
              Complete.apply(operation, scratch, context);
              passOn(scratch, operation.jobId, ['provider', 'client']);
            },
          },
        },
      },
    },
  ),
  wrongValidator(
    { id: 'completed-before-its-job', rule: 'D3', title: 'settles a decision before its job' },
    { operations: { Escrow: { Complete: { dependencies: needsNothing } } } },
  ),
  wrongValidator(
    {
      id: 'anybody-rejects',
      rule: 'E5',
      title: 'signs the rejection of a job by somebody who is not its evaluator',
      isHard: true,
    },
    {
      operations: {
        Escrow: {
          Reject: {
            validate: (operation, scratch, context) => {
              const evaluator = scratch.get('job', operation.jobId)?.evaluator;
              return Reject.validate(operation, scratch, sentBy(evaluator, context));
            },
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'rejection-keeps-the-fees',
      rule: 'E5',
      title: 'ends a rejected job that was delivered and pays nobody',
    },
    {
      operations: {
        Escrow: {
          Reject: {
            apply: (operation, scratch, context) => {
              const job = scratch.get('job', operation.jobId);
              if (job?.status !== 'Submitted') Reject.apply(operation, scratch, context);
              else scratch.put('job', operation.jobId, { ...job, status: 'Refunded' });
            },
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'rejection-pays-the-evaluator',
      rule: 'E5',
      title: 'pays the evaluator of a rejected job what the client should get back',
    },
    {
      operations: {
        Escrow: {
          Reject: {
            apply: (operation, scratch, context) => {
              Reject.apply(operation, scratch, context);
              passOn(scratch, operation.jobId, ['client', 'evaluator']);
            },
          },
        },
      },
    },
  ),
  wrongValidator(
    { id: 'rejected-before-its-job', rule: 'D3', title: 'settles a rejection before its job' },
    { operations: { Escrow: { Reject: { dependencies: needsNothing } } } },
  ),
];
