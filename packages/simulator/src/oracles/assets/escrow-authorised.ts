import { type EscrowJob, type Ledger, readableFacts } from '@quorate/core';
import {
  type Address,
  type EscrowOperation,
  operationId,
  type Transaction,
} from '@quorate/protocol';
import { newlySigned } from '../following/newly-signed.ts';
import type { Oracle, OracleContext } from '../oracle.ts';

/**
 * Every escrow operation that a correct validator signs comes from the right party at the right
 * time: a configuration from its evaluator, the single deliverable from the provider, a single
 * decision from the evaluator, and nothing is completed without a deliverable.
 *
 * Our addition to ledger.md, for rules E1, E4 and E5, judged by the job as the signer saw it.
 */
export function escrowAuthorised({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  return {
    name: 'escrow-authorised',
    kind: 'safety',
    afterStep: (step) => {
      const given = newlySigned(step);
      const transaction = given && readableFacts(given)?.transaction;
      if (transaction === undefined) return undefined;
      const fault = faultIn(transaction, step.observation.before.ledger);
      if (fault === undefined) return undefined;
      const { validator } = step;
      const sender = nameOf(transaction.sender);
      return {
        message: `${validator} signed what ${sender} may not do: ${fault}`,
        facts: { validator, sender, fault },
      };
    },
  };
}

type Job = Pick<EscrowJob, 'provider' | 'evaluator' | 'status' | 'deliverable'>;
type OnJob = Exclude<EscrowOperation, { kind: 'CreateConfig' | 'CreateJob' }>;

function faultIn(transaction: Transaction, ledger: Ledger): string | undefined {
  const { sender, nonce, operations } = transaction;
  if (!operations.some(({ kind }) => kind === 'Escrow')) return undefined;
  const book = createBook(sender, ledger);
  for (const [index, operation] of operations.entries()) {
    if (operation.kind !== 'Escrow') continue;
    const fault = book.enter(operation.escrow, operationId(sender, nonce, index));
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Keeps on paper what earlier operations of a transaction have done to configurations and jobs. */
function createBook(sender: Address, { config, job }: Ledger) {
  const evaluators = new Map<string, Address>();
  const jobs = new Map<string, Job>();

  function act(escrow: OnJob): string | undefined {
    const held = jobs.get(escrow.jobId) ?? job.get(escrow.jobId);
    if (held === undefined) return 'a job that is not there';
    const fault =
      escrow.kind === 'Submit' ? deliveryFault(held, sender) : decisionFault(escrow, held, sender);
    if (fault === undefined) jobs.set(escrow.jobId, after(escrow, held));
    return fault;
  }

  return {
    /** Enters an operation that would create this id; says what is wrong with it, or undefined. */
    enter(escrow: EscrowOperation, created: string): string | undefined {
      switch (escrow.kind) {
        case 'CreateConfig':
          evaluators.set(created, escrow.evaluator);
          return escrow.evaluator === sender ? undefined : 'terms of somebody else';
        case 'CreateJob': {
          const { configId, provider } = escrow;
          const evaluator = evaluators.get(configId) ?? config.get(configId)?.evaluator;
          if (evaluator === undefined) return 'a job without terms';
          jobs.set(created, { provider, evaluator, status: 'Funded', deliverable: undefined });
          return undefined;
        }
        default:
          return act(escrow);
      }
    },
  };
}

function deliveryFault({ provider, deliverable }: Job, sender: Address): string | undefined {
  if (provider !== sender) return 'a delivery of who is not the provider';
  return deliverable === undefined ? undefined : 'a second delivery';
}

function decisionFault(
  { kind }: OnJob,
  { evaluator, status }: Job,
  sender: Address,
): string | undefined {
  if (evaluator !== sender) return 'a decision of who is not the evaluator';
  if (status === 'Submitted' || (status === 'Funded' && kind === 'Reject')) return undefined;
  return `${kind} of a job that is ${status}`;
}

function after(escrow: OnJob, job: Job): Job {
  switch (escrow.kind) {
    case 'Submit': {
      const status = job.status === 'Funded' ? 'Submitted' : job.status;
      return { ...job, status, deliverable: escrow.deliverable };
    }
    case 'Complete':
      return { ...job, status: 'Completed' };
    case 'Reject':
      return { ...job, status: 'Refunded' };
  }
}
