import type { Statement } from './statement.ts';

/** The invariants about what clients do, and what anybody is told. */
export const CLIENTS = {
  'success-is-own': {
    holds: 'What a client shows its user as settled is what the user asked for.',
  },
  'client-signs-once': {
    holds:
      'A client signs another transaction for a nonce only after it was told that the ' +
      'previous one is refused for good.',
  },
  'next-nonce': {
    holds:
      'The next nonce of a client is the one after what it settled last, or the later one ' +
      'that its proxy names, and never goes down.',
    details: 'It does not matter which nonce settled last (P5).',
  },
  'asked-in-turn': {
    holds:
      'A client does one thing after the other, in the order in which it was asked, and ' +
      'answers each once.',
    details:
      'Each of its attempts has a request id of its own, and the refusal of any attempt but ' +
      'the latest ends nothing, nor does it take the place of a later one (P4). Asked for ' +
      'something after it has given up, it begins its attempts anew.',
  },
  'answer-truthful': {
    holds: 'What a correct validator tells is true: it is what its ledger holds.',
    details:
      'This is asked of what it tells of an account, of tokens and of escrow jobs. It has ' +
      'settled the certificates that it shows. Its lists begin and end where they were asked ' +
      'to, the list of a party’s jobs by id, and leave out nothing that was asked for (P6, ' +
      'P7, P12). What it tells with a signature, a dry run or a settlement is true as well, ' +
      'and what it tells of the epochs that it knows of and serves in (V9, P4, C4).',
  },
  'read-truthful': {
    holds:
      'What a proxy tells of accounts and certificates is true, and leaves out nothing that ' +
      'was acknowledged before.',
    details:
      'What it tells of an account is vouched for: by then some correct validator had stood ' +
      'at that nonce, and had held each cell and at least each balance. The nonce is ' +
      'certified and, while there is one committee, past everything that was acknowledged ' +
      'before the question; what is pending there is signed. Certificates that it tells are ' +
      'genuine, were asked for, and come in order; of one account none is missing that was ' +
      'acknowledged before, if nobody prunes.',
  },
  'read-quorum': {
    holds:
      'What a proxy tells, f + 1 members of a committee have told it since it was asked, and ' +
      'a quorum of them has answered.',
    details:
      'Or f + 1 refuse alike (P7). While there is one committee, this holds, too. Of an ' +
      'account it tells each balance that f + 1 vouch for, the cells that f + 1 give, who ' +
      'gives other values, and what any of them shows as pending that the account has signed ' +
      'for its next nonce. Of tokens and escrow jobs it tells the newest record that f + 1 ' +
      'give, and no supply below what they vouch for. It leaves out nothing that f + 1 know, ' +
      'except a job in a list if no f + 1 say the same of it. It shows every certificate ' +
      'that was asked for and that any of them shows, with all signatures, if it proves ' +
      'itself.',
  },
} as const satisfies Record<string, Statement>;
