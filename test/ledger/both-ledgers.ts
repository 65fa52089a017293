import {
  factsOf,
  NATIVE_TOKEN_ID,
  type Operation,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';
import fc, { type Arbitrary } from 'fast-check';
import {
  type CoreLedger,
  certify,
  createCoreLedger,
  FREE_TOKEN,
  naiveGenesis,
  type Observer,
  type Setting,
} from './core-ledger.ts';
import { NaiveLedger, type Verdict } from './naive-ledger.ts';
import type { TransactionPlan } from './plans.ts';
import { writeTransaction } from './write-transaction.ts';

/** Both ledgers, as far as one history has taken them. */
export interface Both {
  readonly setting: Setting;
  readonly core: CoreLedger;
  readonly naive: NaiveLedger;
  /** What settled, in the order in which it did. */
  readonly settled: TransactionCertificate[];
}

/** What both answered, in the order in which they were asked. */
export interface Answers {
  readonly core: readonly Verdict[];
  readonly naive: readonly Verdict[];
}

/** Chooses what ledgers under test may differ in. */
export function anySetting(): Arbitrary<Setting> {
  return fc.record({
    committeeSize: fc.constantFrom(1, 1, 4),
    fee: fc.constantFrom(undefined, 0n, 7n),
    defaultFeeToken: fc.constantFrom(NATIVE_TOKEN_ID, FREE_TOKEN),
    acceptsUnversioned: fc.constantFrom(true, true, true, false),
  });
}

/** Starts both ledgers. */
export function start(setting: Setting, observe?: Observer): Both {
  const naive = new NaiveLedger(naiveGenesis(setting));
  return { setting, core: createCoreLedger(setting, observe), naive, settled: [] };
}

/**
 * Plays a plan on both, whose envelope may exist already: submits it and delivers it if signed, or
 * delivers it as it is, as if a quorum had seen more than this one validator.
 */
export function play(
  both: Both,
  plan: TransactionPlan,
  envelope = writeTransaction(plan, both.naive.state),
): Answers {
  if (plan.step === 'deliver') {
    return couldBeCertified(envelope) ? deliver(both, certify(envelope, both.setting)) : EMPTY;
  }
  const core = both.core.submit(envelope);
  const naive = both.naive.admit(envelope.transaction);
  if (core !== 'ok' || naive !== 'ok') return { core: [core], naive: [naive] };
  return deliver(both, certify(envelope, both.setting));
}

const EMPTY: Answers = { core: [], naive: [] };

/** Delivers a certificate to both. */
export function deliver(
  { core, naive, settled }: Both,
  certificate: TransactionCertificate,
): Answers {
  const verdict = core.settle(certificate);
  if (verdict === 'ok') settled.push(certificate);
  return { core: [verdict], naive: [naive.settle(certificate.envelope.transaction)] };
}

// What no ledger at all admits has no certificate, so the rules give it no effect.
function couldBeCertified({ transaction }: TransactionEnvelope): boolean {
  const { networkId, operations } = factsOf(transaction).transaction;
  return networkId !== 'fast:devnet' && operations.every(isEverAdmissible);
}

function isEverAdmissible(operation: Operation): boolean {
  switch (operation.kind) {
    case 'ExternalClaim':
    case 'ChangeCommittee':
      return false;
    case 'TokenManagement':
      return operation.tokenId !== NATIVE_TOKEN_ID;
    case 'TokenCreation':
      return new Set(operation.mints).size === operation.mints.length;
    default:
      return true;
  }
}
