import type { Statement } from './statement.ts';

/** The invariants about balances, tokens, state cells and escrow jobs. */
export const ASSETS = {
  'supply-conserved': {
    holds: 'For each token, all balances and what is in escrow add up to the supply.',
    details:
      'The balances include those of the burn address and of the account that gets the fees.',
  },
  'supply-matches-history': {
    holds: 'The supply of a token is what genesis and its creation gave, plus mints, minus burns.',
  },
  'no-overdraft-certified': {
    holds: 'Over all certificates ever formed, delivered or not, no account is below zero.',
  },
  'negative-only-by-lag': {
    holds:
      'A balance is negative at a validator only as long as certified credits that make up ' +
      'for it have not settled there.',
  },
  'non-negative-at-rest': {
    holds: 'Once every certificate is delivered everywhere, no balance is negative.',
  },
  'token-updates-sequential': {
    holds: 'Updates of a token settle as 0, 1, 2, …, and only its admin’s settle.',
  },
  'mint-authorised': {
    holds:
      'Whoever mints was allowed to at each correct validator that signed the mint, when it ' +
      'signed.',
  },
  'cell-chain': {
    holds: 'The history of a state cell is a chain from previous to next state, resets aside.',
  },
  'escrow-pays-once': {
    holds:
      'Each job pays out once, to the party that its end names, exactly what was locked in ' +
      'it.',
  },
  'escrow-status-climbs': {
    holds: 'The status of a job never goes down.',
  },
  'escrow-authorised': {
    holds:
      'Every escrow operation is signed only for the party that may carry it out, and only ' +
      'at its time.',
    details:
      'These are: terms for their evaluator, one delivery for the provider, one decision for ' +
      'the evaluator, completion after the delivery.',
  },
} as const satisfies Record<string, Statement>;
