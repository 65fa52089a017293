import type { CertificateSelection, Filter, GetEscrowJobs, ValidatorMessage } from '@quorate/core';
import { z } from 'zod';
import type { RequestOf } from '../asker.ts';
import { anyText, BYTES, CERTIFICATE, ENVELOPE, INTEGER, type Wire } from './wire-parts.ts';

/** What a validator is asked. */
export type ValidatorRequest = RequestOf<ValidatorMessage>;

// Bytes that do not decode come as they are: to refuse them is for the rules of the validator.
const SUBMITTED = z.union([
  z.object({ transaction: BYTES, signature: BYTES, isEncoded: z.literal(true) }),
  ENVELOPE,
]);
