import { VALIDATOR_RULES } from '@quorate/core';
import type { Signature } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { sender } = VALIDATOR_RULES.signatures;
const yes = () => true;
const no = () => false;

/** The order of the group of Ed25519. */
const GROUP_ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
/** The hexadecimal digits of half a signature. */
const HALF = 64;

/** Gives the same signature with its second half reduced by the order of the group. */
function reduced(signature: Signature): Signature {
  const scalar = BigInt(`0x${reversed(signature.slice(HALF))}`);
  if (scalar < GROUP_ORDER) return signature;
  const digits = (scalar - GROUP_ORDER).toString(16).padStart(HALF, '0');
  return (signature.slice(0, HALF) + reversed(digits)) as Signature;
}

function reversed(digits: string): string {
  return (digits.match(/../g) ?? []).reverse().join('');
}

const HEX = /^[0-9a-f]{128}$/;

/** Validators that count signatures which must not count (rules V3, V6 and S1). */
export const SIGNATURES: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'validator-counted-twice',
      rule: 'S1',
      title: 'counts a validator as often as it stands in a certificate',
    },
    { signatures: { certificate: { isRepeated: no } } },
  ),
  wrongValidator(
    { id: 'stranger-counted', rule: 'S1', title: 'counts signers who are not validators' },
    { signatures: { certificate: { isMember: yes } } },
  ),
  wrongValidator(
    {
      id: 'forged-validator-counted',
      rule: 'S1',
      title: 'verifies no signature of a validator in a certificate',
    },
    { signatures: { certificate: { hasSigned: yes } } },
  ),
  wrongValidator(
    { id: 'forged-sender-accepted', rule: 'V3', title: 'verifies no signature of a sender' },
    { signatures: { sender: { hasSigned: yes } } },
  ),
  wrongValidator(
    {
      id: 'small-order-key-accepted',
      rule: 'V3',
      title: 'accepts any signature under a key of small order',
    },
    {
      signatures: {
        sender: {
          hasSigned: (verifier, signer, facts, signature) =>
            !verifier.isAcceptableKey(signer) ||
            sender.hasSigned(verifier, signer, facts, signature),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'malleable-signature-accepted',
      rule: 'V3',
      title: 'accepts a signature whose scalar is not reduced',
      isHard: true,
    },
    {
      signatures: {
        sender: {
          hasSigned: (verifier, signer, facts, signature) =>
            sender.hasSigned(verifier, signer, facts, signature) ||
            (HEX.test(signature) && sender.hasSigned(verifier, signer, facts, reduced(signature))),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'multisig-of-somebody-else',
      rule: 'V3',
      title: 'takes the signers that a transaction names for those of its account',
      isHard: true,
    },
    { signatures: { sender: { isConfigOf: yes } } },
  ),
  wrongValidator(
    {
      id: 'multisig-stranger-counted',
      rule: 'V3',
      title: 'counts signers who are not authorised for the account',
    },
    { signatures: { sender: { isAuthorised: yes } } },
  ),
  wrongValidator(
    {
      id: 'multisig-signer-counted-twice',
      rule: 'V3',
      title: 'counts a signer of an account as often as it signs',
      isHard: true,
    },
    { signatures: { sender: { isRepeated: no } } },
  ),
  wrongValidator(
    {
      id: 'multisig-quorum-short',
      rule: 'V3',
      title: 'is content with one signer less than an account asks for',
    },
    {
      signatures: {
        sender: {
          isEnough: ({ config, signatures }) => BigInt(signatures.length) >= config.quorum - 1n,
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'verifier-stranger-counted',
      rule: 'V6',
      title: 'counts verifiers who are not of the committee of a claim',
    },
    { signatures: { claim: { isMember: yes } } },
  ),
  wrongValidator(
    {
      id: 'verifier-counted-twice',
      rule: 'V6',
      title: 'counts a verifier as often as it signs a claim',
    },
    { signatures: { claim: { isRepeated: no } } },
  ),
  wrongValidator(
    { id: 'forged-verifier-counted', rule: 'V6', title: 'verifies no signature of a verifier' },
    { signatures: { claim: { hasSigned: yes } } },
  ),
  wrongValidator(
    {
      id: 'verifier-quorum-short',
      rule: 'V6',
      title: 'is content with one verifier less than a claim asks for',
    },
    {
      signatures: {
        claim: {
          isEnough: ({ claim, signatures }) =>
            BigInt(signatures.length) >= claim.verifierQuorum - 1n,
        },
      },
    },
  ),
];
