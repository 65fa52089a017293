import type { Statement } from './statement.ts';

/** The invariants about what settles. */
export const SETTLEMENT = {
  'nonce-gapless': {
    holds: 'What settles for an account has the nonces 0, 1, 2, … with no gap or repeat.',
  },
  'nonce-monotone': {
    holds: 'The next nonce of an account never goes back.',
    details: 'A crash may lose what was not flushed, but nothing that anybody was told.',
  },
  'settled-forever': {
    holds: 'What a validator reported settled stays settled, restarts included.',
  },
  'sent-when-durable': {
    holds:
      'No message leaves a node before everything is durable that the node had written by ' +
      'then.',
    details:
      'This is all that it had written when it decided to send the message, whatever an ' +
      'earlier life has left unflushed included; no answer of a validator leaves before all ' +
      'that the same step writes (V8). Messages that a node sends at its start are not ' +
      'judged, nor is a disk on which everything is durable at once.',
  },
  'settled-when-due': {
    holds:
      'A correct validator refuses a certificate only for a cause that exists, and settles ' +
      'none that comes too late.',
    details:
      'The causes: it proves nothing; another has settled there; earlier ones, or something ' +
      'that it builds on, are missing; its request is too young; or its epoch has ended and ' +
      'the handover has left no lock for it. Of an epoch that ended before the locks were ' +
      'merged, it takes only what these locks hold (S1 to S4, C2, C8).',
  },
  'settled-as-written': {
    holds: 'A settled transaction does what its operation says: nothing less and nothing else.',
    details:
      'It moves and records what the operation says, to the last field, moves its fee, and ' +
      'appears in the list of credits of everybody to whom it gives something.',
  },
  'atomic-batch': {
    holds:
      'A transaction of several operations is wholly visible or not at all, and does what ' +
      'all of them say.',
    details:
      'It moves and records that, one after the other, each record to the last field, and ' +
      'nothing else.',
  },
  'certificate-kept': {
    holds:
      'A validator keeps every certificate that it settles, as it came, and prunes only what ' +
      'it may.',
    details:
      'A validator that settles a certificate writes it down as it came: with every ' +
      'signature in it, the time by its clock, the rows that lead to it (by its id, its ' +
      'place in the order of settlement, each account that it credits, its job and the ' +
      'parties of that) and no others, and who has signed in it beside its sender (C2). All ' +
      'that a settlement ' +
      'writes is one write (S5). A validator that prunes keeps a true trace of each ' +
      'certificate, and marks in the same write how far it has come. It keeps as many of the ' +
      'newest of each sender as it was told to, what is not as old as it was told, what is ' +
      'archival or about committees, and everything while a committee changes (C7). Of two ' +
      'certificates for one nonce it keeps the second beside the first (S2).',
  },
  'pruned-when-due': {
    holds: 'A node that prunes and has come to rest has let go of everything that it was told to.',
    details:
      'A validator lets go of each certificate that is not among the newest of its sender, a ' +
      'proxy of each certificate after which it has kept so many newer ones. What has to ' +
      'stay is excepted, and so is everything at a validator that merges, has retired or ' +
      'still tells of a change.',
  },
} as const satisfies Record<string, Statement>;
