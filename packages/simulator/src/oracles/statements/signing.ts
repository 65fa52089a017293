import type { Statement } from './statement.ts';

/** The invariants about what is signed and certified. */
export const SIGNING = {
  'no-double-sign': {
    holds:
      'No correct operator has signed two transactions for one (sender, nonce), over all ' +
      'time, keys and restarts.',
  },
  'unique-certificate': {
    holds:
      'No two transactions for one (sender, nonce) are certified, that is, signed by a ' +
      'quorum.',
    details:
      'Every signature counts that ever left a validator, Byzantine ones included, because ' +
      'whoever heard them could put them together.',
  },
  'certificate-valid': {
    holds:
      'Every certificate that a correct node accepts or shows bears the valid signatures of ' +
      'a quorum.',
    details:
      'It is a true quorum of one committee, by the oracle’s own count. This is asked of ' +
      'validators that settle a certificate, proxies that give it out, and clients that show ' +
      'it to their users. What is given out is also signed by its sender, and by the ' +
      'verifiers of its claim.',
  },
  'signed-well-formed': {
    holds:
      'A correct validator signs only what is in order in itself: its form, its signatures, ' +
      'its values.',
    details:
      'It came in canonical bytes, is within the limits and for this network, bears the ' +
      'signatures that it needs, and pays more than nothing. It names no mint twice, no burn ' +
      'address as admin, no native token to mint or manage, and no escrow terms of another ' +
      'evaluator or of more than the whole. It changes a committee only for a quorum of its ' +
      'operators and by the rules for its seats (C2, C3).',
  },
  'refused-for-cause': {
    holds:
      'A correct validator refuses only what breaks a rule, and gives the right rule and ' +
      'true facts.',
    details:
      'What it refuses to sign breaks the rule that the refusal names, and none before it. ' +
      'If it names the nonce, and the nonce is another, no other rule is looked at. This is ' +
      'judged by a second opinion that is written from the ledger document alone. The facts ' +
      'in the refusal are true, also in one of a certificate: the next nonce, what is ' +
      'pending or has settled, how much there is and is needed, how long to wait, the epoch. ' +
      'A refusal to sign names the operation and the rule to which it is due, or what that ' +
      'operation lacks, and does not hide that a handover has left the transaction. A ' +
      'refusal of a certificate for lack of what it builds on names all that is lacking (S4).',
  },
  'signed-admissible': {
    holds:
      'A correct validator signs, or says in a dry run that it would sign, only what the ' +
      'rules admit.',
    details:
      'This is judged by the second opinion of `refused-for-cause` (V1 to V7, P5). ' +
      'Signatures on transactions that only pay are judged by other invariants.',
  },
  'nothing-in-vain': {
    holds: 'In a dry run, a correct validator does not call admissible what can only be in vain.',
    details:
      'It would sign this, although nothing can come of it: a mint past the greatest supply; ' +
      'a request to leave by an account that has no seat and waits for none; a request to ' +
      'join under a key that cannot become a validator’s; a delivery for a job that has ' +
      'ended (P5).',
  },
  'signing-moves-nothing': {
    holds:
      'Only settling moves anything: a submission, accepted or refused, changes only the ' +
      'lock, a dry run or a query nothing.',
  },
  'lock-exclusive': {
    holds:
      'A lock is sound: it holds what was truly signed for the account’s next nonce, and all ' +
      'that the validator has signed there.',
    details:
      'A lock holds a transaction of its account at the next nonce. An own signature in it ' +
      'is valid; what it holds without one was signed by its sender; two transactions in ' +
      'contest are rivals. The lock remembers what a handover has left in it for as long as ' +
      'it holds that (C8). Whatever a validator answers with its signature, it holds, with ' +
      'that very signature (V8).',
  },
  'signature-authentic': {
    holds: 'Nothing settles without its sender’s valid signature.',
  },
  'burn-address-is-dead': {
    holds:
      'Nothing settles whose sender, signer or verifier key is of small order, such as the ' +
      'burn address.',
  },
  'roles-apart': {
    holds: 'No validator key is a sender, signer or verifier of anything settled.',
    details:
      'Exempt is what was certified by an earlier committee than the one in which the key ' +
      'has its seat: nobody knew of the seat then.',
  },
  'external-claim-quorum': {
    holds:
      'Every settled claim has its verifier quorum, and no verifier signature that does not ' +
      'count (S1).',
  },
} as const satisfies Record<string, Statement>;
