import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CheckName, firstViolation, outcomeOf } from '../../test/checks.ts';
import { anyFundedChains, anyHistory, anyOrderOf } from '../../test/history.ts';
import { NEW_ACCOUNT } from '../ledger/ledger.ts';
import type { Delivery, Settlement, ValidatorRules } from './rule-types.ts';
import { VALIDATOR_RULES } from './rules.ts';
import { checkCertificate } from './settlement-checks.ts';

const pass = () => undefined;
const { submission, settlement, settle, takeLock, operations, order } = VALIDATOR_RULES;

/** Expects that some history makes a core with the wrong entries fail the check of this name. */
function expectViolation(wrong: Partial<ValidatorRules>, name: CheckName): void {
  const rules = { ...VALIDATOR_RULES, ...wrong };
  const holds = fc.property(
    anyHistory(),
    (history) => firstViolation(rules, history, [name]) === undefined,
  );
  expect(fc.check(holds, { numRuns: 1000, seed: 1 }).failed).toBe(true);
}

function countEverySignature(delivery: Delivery) {
  const { certificate, env } = delivery;
  if (certificate.signatures.length < 3) return checkCertificate(delivery);
  const signatures = [...new Map(certificate.signatures)];
  const rules = { ...env.rules, quorum: () => 1 };
  return checkCertificate({
    ...delivery,
    certificate: { ...certificate, signatures },
    env: { ...env, rules },
  });
}

function ignoreSender(delivery: Delivery) {
  const answer = checkCertificate(delivery);
  const isSender = answer?.type === 'Rejected' && answer.rejection.code === 'InvalidSignature';
  return isSender ? undefined : answer;
}

function settleUnderLock(delivery: Delivery): Settlement {
  const { changes, ...rest } = settle(delivery);
  const { lock } = delivery.account;
  return {
    ...rest,
    changes: changes.map((change) =>
      change.table === 'account' && change.key === delivery.transaction.sender
        ? { ...change, value: { ...NEW_ACCOUNT, ...change.value, lock } }
        : change,
    ),
  };
}

// Each core has one entry of the rule table replaced, and a check of the property test names it.
describe('a wrong core is found out', () => {
  it.each<[string, Partial<ValidatorRules>, CheckName]>([
    ['a quorum of 2 of 4', { quorum: () => 2 }, 'certificate-valid'],
    [
      'S1 counts a validator as often as it signs',
      { settlement: { ...settlement, S1: countEverySignature } },
      'certificate-valid',
    ],
    [
      'S1 does not look at the sender signature',
      { settlement: { ...settlement, S1: ignoreSender } },
      'signature-authentic',
    ],
    ['S2 is missing', { settlement: { ...settlement, S2: pass } }, 'idempotence'],
    ['S3 is missing', { settlement: { ...settlement, S3: pass } }, 'nonce-gapless'],
    ['V3 is missing', { submission: { ...submission, V3: pass } }, 'signature-authentic'],
    ['V4 is missing', { submission: { ...submission, V4: pass } }, 'no-double-sign'],
    ['V5 is missing', { submission: { ...submission, V5: pass } }, 'lock-exclusive'],
    ['V6 is missing', { submission: { ...submission, V6: pass } }, 'funded-signature'],
    ['V8 takes no lock', { takeLock: ({ account }) => account }, 'no-double-sign'],
    [
      'V8 answers first',
      { order: { ...order, V8: (persist, answer) => [answer, persist] } },
      'persist-before-answer',
    ],
    ['V8 never writes', { order: { ...order, V8: (_persist, answer) => [answer] } }, 'recoverable'],
    [
      'signing reserves the funds',
      { takeLock: (given, signature) => ({ ...takeLock(given, signature), nextNonce: 1n }) },
      'nonce-gapless',
    ],
    ['S5 leaves the lock', { settle: settleUnderLock }, 'lock-exclusive'],
    [
      'S5 forgets the credit',
      {
        operations: {
          ...operations,
          TokenTransfer: {
            validate: pass,
            apply: ({ tokenId, amount }, scratch, { transaction }) =>
              scratch.debit(transaction.sender, tokenId, amount),
          },
        },
      },
      'supply-conserved',
    ],
  ])('%s', (_, wrong, name) => {
    expectViolation(wrong, name);
  });

  it('S5 refuses what is not funded here: the order of delivery then decides the outcome', () => {
    const rules = { ...VALIDATOR_RULES, settlement: { ...settlement, S4: submission.V6 } };
    const anyTwoOrders = anyFundedChains().chain((chains) =>
      fc.tuple(anyOrderOf(chains), anyOrderOf(chains)),
    );
    const holds = fc.property(
      anyTwoOrders,
      ([one, other]) => outcomeOf(rules, one) === outcomeOf(rules, other),
    );
    expect(fc.check(holds, { numRuns: 1000, seed: 1 }).failed).toBe(true);
  });
});
