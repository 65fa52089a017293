import { claimedCommittee, quorumSize, VALIDATOR_RULES } from '@quorate/core';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { submission, settlement, operations } = VALIDATOR_RULES;

/** Validators that look at no more signatures than are needed (rules V3, V6 and S1). */
export const SURPLUS: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'multisig-surplus-unverified',
      rule: 'V3',
      title: 'looks at no more signers of an account than it takes',
      isHard: true,
    },
    {
      submission: {
        V3: (given) => {
          const { signature, transaction } = given.envelope;
          if (signature.kind === 'Signature') return submission.V3(given);
          const signatures = signature.signatures.slice(0, Number(signature.config.quorum));
          const envelope = { transaction, signature: { ...signature, signatures } };
          return submission.V3({ ...given, envelope });
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'verifier-surplus-unverified',
      rule: 'V6',
      title: 'looks at no more verifiers of a claim than it takes',
      isHard: true,
    },
    {
      operations: {
        ExternalClaim: {
          validate: (operation, scratch, context) => {
            const { claim } = operation;
            const signatures = operation.signatures.slice(0, Number(claim.verifierQuorum));
            const enough = { ...operation, signatures };
            return operations.ExternalClaim.validate(enough, scratch, context);
          },
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'certificate-surplus-unverified',
      rule: 'S1',
      title: 'looks at no more signatures in a certificate than make a quorum',
      isHard: true,
    },
    {
      settlement: {
        S1: (given) => {
          const { certificate, state } = given;
          const committee = claimedCommittee(state.committees, certificate);
          const needed = committee && quorumSize(committee.members.length);
          const signatures = certificate.signatures.slice(0, needed);
          return settlement.S1({ ...given, certificate: { ...certificate, signatures } });
        },
      },
    },
  ),
];
