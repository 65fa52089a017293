import type { Message } from '@quorate/core';
import type { OracleReport, Violation } from '../run-result.ts';
import { cellChain } from './cell-chain.ts';
import { certificateValid } from './certificate-valid.ts';
import { convergence } from './convergence.ts';
import { escrowStatusClimbs } from './escrow-status-climbs.ts';
import { externalClaimQuorum } from './external-claim-quorum.ts';
import { lockExclusive, signingMovesNothing } from './locks.ts';
import { memoryMatchesStore } from './memory-matches-store.ts';
import { mintAuthorised } from './mint-authorised.ts';
import { noDoubleSign } from './no-double-sign.ts';
import { nonNegativeAtRest } from './non-negative-at-rest.ts';
import { nonceGapless } from './nonce-gapless.ts';
import { nonceMonotone } from './nonce-monotone.ts';
import type { Finding, Oracle, OracleContext, ValidatorAtRest, ValidatorStep } from './oracle.ts';
import { burnAddressIsDead, rolesApart } from './settled-roles.ts';
import { createSignatureLog } from './signature-log.ts';
import { supplyConserved } from './supply-conserved.ts';
import { tokenUpdatesSequential } from './token-updates-sequential.ts';
import { uniqueCertificate } from './unique-certificate.ts';
import { atomicBatch, escrowPaysOnce } from './whole-effect.ts';

/** Keeps all oracles of one run, counts what they check and keeps what they find. */
export interface Watch {
  afterStep(step: ValidatorStep, at: bigint): void;
  /** Hears every message that a correct validator sends. */
  sent(validator: string, message: Message, at: bigint): void;
  /** Ends the run; does nothing when no validator took a step, so that nothing was checked. */
  atRest(validators: readonly ValidatorAtRest[], at: bigint): void;
  reports(): readonly OracleReport[];
}

interface Watched {
  readonly oracle: Oracle;
  checks: number;
  readonly violations: Violation[];
}

/** Creates the oracles of one run. */
export function createWatch(context: OracleContext): Watch {
  const watched = createOracles(context).map(
    (oracle): Watched => ({ oracle, checks: 0, violations: [] }),
  );
  const signatures = createSignatureLog();
  let hasStepped = false;
  return {
    afterStep(step, at) {
      hasStepped = true;
      signatures.afterStep(step);
      for (const entry of watched) {
        if (entry.oracle.afterStep !== undefined) record(entry, entry.oracle.afterStep(step), at);
      }
    },
    sent(validator, message, at) {
      const signature = signatures.leaving(validator, message);
      if (signature === undefined) return;
      for (const entry of watched) {
        const { afterSigning } = entry.oracle;
        if (afterSigning !== undefined) record(entry, afterSigning(signature), at);
      }
    },
    atRest(validators, at) {
      if (!hasStepped) return;
      for (const entry of watched) {
        if (entry.oracle.atRest !== undefined) record(entry, entry.oracle.atRest(validators), at);
      }
    },
    reports: () =>
      watched.map(({ oracle, checks, violations }) => ({ name: oracle.name, checks, violations })),
  };
}

// The gravest first: where several fire, the first of them is the verdict.
function createOracles(context: OracleContext): readonly Oracle[] {
  return [
    noDoubleSign(context),
    uniqueCertificate(context),
    certificateValid(context),
    burnAddressIsDead(context),
    rolesApart(context),
    externalClaimQuorum(context),
    nonceGapless(context),
    nonceMonotone(context),
    supplyConserved(),
    signingMovesNothing(context),
    lockExclusive(context),
    escrowPaysOnce(),
    escrowStatusClimbs(),
    tokenUpdatesSequential(),
    mintAuthorised(context),
    cellChain(context),
    atomicBatch(),
    convergence(),
    nonNegativeAtRest(context),
    memoryMatchesStore(),
  ];
}

function record(entry: Watched, finding: Finding | undefined, at: bigint): void {
  entry.checks += 1;
  if (finding === undefined) return;
  const { name, kind } = entry.oracle;
  entry.violations.push({ oracle: name, kind, at, ...finding });
}
