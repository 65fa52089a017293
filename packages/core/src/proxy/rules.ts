import { mayPrune } from '../pruning/policy.ts';
import { faultyMax, quorumSize } from '../quorum.ts';
import { verifiedFacts } from '../verification/certificate.ts';
import { verifies } from '../verification/verifies.ts';
import { lackedBy } from './catch-up/catch-up.ts';
import { beginChecking } from './checking.ts';
import { startedAfresh } from './epochs.ts';
import { isSigningForm, partsFault } from './incomplete/parts.ts';
import { costOf, isUnspent, spentBy } from './memory/recall.ts';
import { vouchedFor } from './reads/account-view.ts';
import { countsRefusal, mayBeSigned, owing, signaturesOf } from './refusals/outcome.ts';
import { refusedBefore } from './refusals/refused.ts';
import type { ProxyRules } from './rule-types.ts';

/** The rules of a correct proxy. */
export const PROXY_RULES: ProxyRules = {
  quorum: quorumSize,
  faultyMax,
  begin: beginChecking,
  costOf,
  spentBy,
  isUnspent,
  fundsTold: (amounts, size) => vouchedFor(amounts, quorumSize(size)),
  acceptsSignature: ({ facts }, validator, answer, { verifier }) =>
    answer.validator === validator &&
    answer.transactionId === facts.id &&
    verifies(verifier, validator, facts.signingBytes, answer.signature),
  signatures: signaturesOf,
  startedAfresh,
  verifiedFacts,
  settledEnough: quorumSize,
  broughtOnTo: owing,
  refusedBefore,
  isLatest: ({ asking }, number) => number === asking,
  countsRefusal,
  mayBeSigned,
  lackedBy,
  vouchedFor,
  partsFault: (_, opened, verifier) => partsFault(opened, verifier),
  mayAddTo: isSigningForm,
  mayPrune,
};
