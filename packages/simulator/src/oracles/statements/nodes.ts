import type { Statement } from './statement.ts';

/** The invariants about all nodes, and what everybody is owed. */
export const NODES = {
  convergence: {
    holds:
      'Once every certificate is delivered everywhere, all correct validators hold the same ' +
      'state.',
    details: 'It is compared record by record and not by the digest that the core computes.',
  },
  'order-independence': {
    holds: 'What has settled, replayed in a random order, gives the same ledger.',
  },
  idempotence: {
    holds: 'Hearing again what is settled or locked changes nothing.',
  },
  'memory-matches-store': {
    holds: 'What a validator holds in memory is what its store would give back.',
    details:
      'This is the state of the ledger, its locks, how often each account was credited (P6), ' +
      'who has signed beside a sender (C2), and how far the validator has pruned.',
  },
  'recovery-complete': {
    holds:
      'If a node restarted after any of its steps, it would know from its store what it must ' +
      'not forget.',
    details:
      'This is asked of proxies, clients and validators between epochs, and of their stores ' +
      'as they are then. A proxy must not forget incomplete transactions, what it drives, ' +
      'and whom it has refused; a client what it has signed, and its next nonce; a validator ' +
      'whether it has frozen, and what it brings to the next committee (P3 to P5, P9, C4, ' +
      'C5). What a node has others sign, each certificate that a proxy makes, and what it ' +
      'says that it keeps or refuses for good, is written down before it is sent, and not ' +
      'just in the same step. What becomes of a transaction is written down no later than ' +
      'that the node has let go of it.',
  },
  'nothing-left-undone': {
    holds:
      'While a correct node has something left to do, something is still to come for it, ' +
      'even if only a timer that it has set.',
    details:
      'It has something left to do while it drives a transaction, gathers snapshots or has ' +
      'others to tell (P1, P8, C4, C6).',
  },
  'nodes-do-not-break': {
    holds: 'No node stops because of a bug.',
    details:
      'Nor would one if, once the run is over, it were asked what other invariants ask, or a ' +
      'validator started again from what it has written.',
  },
  'liveness-honest': {
    holds:
      'An honest client gets an answer in time: its transaction settles, and what its user ' +
      'reads is told.',
    details: 'It takes at most [two minutes](#who-is-owed-what-and-when).',
  },
  'no-honest-lock': {
    holds: 'No honest client’s account stays locked.',
    details: 'There are [two ways](#when-an-account-is-locked) in which it counts as locked.',
  },
  'change-completes': {
    holds:
      'A change of committee that settled anywhere, or is authorised, ends with a quorum of ' +
      'the new committee serving.',
    details:
      'Liars count as what they say they are. An authorised change that has settled nowhere ' +
      'is owed [on some conditions](#when-a-change-is-owed).',
  },
  'equivocator-harms-self': {
    holds: 'A client that equivocates keeps no other client from being served.',
  },
} as const satisfies Record<string, Statement>;
