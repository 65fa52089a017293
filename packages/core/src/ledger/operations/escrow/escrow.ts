import type { EscrowOperation } from '@quorate/protocol';
import { createConfig } from './create-config.ts';
import { createJob } from './create-job.ts';
import { complete, reject } from './decide.ts';
import type { EscrowRules } from './escrow-rules.ts';
import { submit } from './submit.ts';

/** The rules of the five escrow operations (ledger.md section 7). */
export type EscrowTable = { readonly [K in EscrowOperation['kind']]: EscrowRules<K> };

/** The escrow operations of the ledger. */
export const ESCROW: EscrowTable = {
  CreateConfig: createConfig,
  CreateJob: createJob,
  Submit: submit,
  Reject: reject,
  Complete: complete,
};
