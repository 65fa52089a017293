import { CANARY } from './canary.ts';
import { CLIENTS } from './clients.ts';
import type { Mutant } from './mutant.ts';
import { DECISIONS, JOBS } from './operations/escrow.ts';
import { RECORDS } from './operations/records.ts';
import { TOKENS } from './operations/tokens.ts';
import { TRANSFERS } from './operations/transfers.ts';
import { PROXIES } from './proxies.ts';
import { REMEMBERING } from './remembering.ts';
import { CERTIFICATES } from './validator/certificates.ts';
import { FEES } from './validator/fees.ts';
import { HANDOVERS } from './validator/handover.ts';
import { LIMITLESS } from './validator/limits.ts';
import { LOCKS } from './validator/locks.ts';
import { OVER_REFUSALS } from './validator/over-refusals.ts';
import { QUORUMS } from './validator/quorums.ts';
import { REFUSAL_FACTS } from './validator/refusal-facts.ts';
import { SETTLEMENTS } from './validator/settlements.ts';
import { SIGNATURES } from './validator/signatures.ts';
import { SUBMISSIONS } from './validator/submissions.ts';
import { SURPLUS } from './validator/surplus.ts';

/** All wrong validators, proxies and clients, in the order of the rules. */
export const MUTANTS: readonly Mutant[] = [
  ...QUORUMS,
  ...SUBMISSIONS,
  ...LIMITLESS,
  ...OVER_REFUSALS,
  ...REFUSAL_FACTS,
  ...FEES,
  ...LOCKS,
  ...CERTIFICATES,
  ...SIGNATURES,
  ...SURPLUS,
  ...SETTLEMENTS,
  ...HANDOVERS,
  ...TRANSFERS,
  ...TOKENS,
  ...RECORDS,
  ...JOBS,
  ...DECISIONS,
  ...PROXIES,
  ...REMEMBERING,
  ...CLIENTS,
  CANARY,
];
