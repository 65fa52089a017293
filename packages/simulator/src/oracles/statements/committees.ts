import type { Statement } from './statement.ts';

/** The invariants about committees and how they change. */
export const COMMITTEES = {
  'frozen-signs-nothing': {
    holds:
      'A correct operator signs nothing new between freeze and merge, and only under its key ' +
      'of the last epoch it knows of.',
    details: 'It signs only once it holds the locks of that epoch (C4, C6).',
  },
  'one-key-one-epoch': {
    holds: 'No validator key is a member of two committees, or of one twice (C9).',
  },
  'key-destroyed-in-time': {
    holds:
      'A correct member destroys its key of an epoch once nothing needs it any more, and ' +
      'never earlier.',
    details:
      'This is due at a member that has served in the epoch once the epoch is over, its ' +
      'snapshot is written down, a quorum of the next committee has merged, and, if it is on ' +
      'its way to merge itself, it has merged, too (C9).',
  },
  'snapshot-taken': {
    holds:
      'When a correct member learns that its epoch has ended, it fixes in one write all that ' +
      'it held.',
    details:
      'This is every account that has settled something or is locked, once, with its next ' +
      'nonce and everything that its lock holds, signed part by part under its key of that ' +
      'epoch (C4, C5).',
  },
  'snapshot-checked': {
    holds:
      'A correct validator merges of a snapshot only what the snapshot’s member has truly ' +
      'signed.',
    details:
      'It was signed part by part, for this network, epoch and change. Its pages are those ' +
      'that the root names, and show their accounts in order (C5).',
  },
  'merged-as-shown': {
    holds:
      'A correct validator enters an epoch only with a quorum of snapshots of the previous ' +
      'one, and then holds what they show.',
    details:
      'It has read them, its own included if it was a member, each to the last page and with ' +
      'the certificates behind it. In one write it then holds, at the next nonce of each ' +
      'account, what these show and what it held itself: nothing; the one transaction, ' +
      'unsigned; or two rivals in contest (C5, C6). It forgets none of the credits of an account.',
  },
  'epoch-agreement': {
    holds: 'All correct validators that reached an epoch hold the same committee for it.',
  },
  'epoch-monotone': {
    holds: 'Neither the epoch of a validator nor the epoch whose locks it holds ever decreases.',
    details: 'A crash may lose what was not flushed, but nothing that anybody was told.',
  },
  'request-aged': {
    holds:
      'At a member that serves, a request to join or leave settles only once the epoch is ' +
      'old enough by that member’s clock (C2).',
  },
  'change-told': {
    holds:
      'A validator that knows of a change of committee tells the members of it until a ' +
      'quorum of the new committee serves.',
    details:
      'It tells each member of the two committees that has not said that it knows, until a ' +
      'quorum of the new committee has said that it serves. A member whose snapshot it waits ' +
      'for, and that answers that it does not know of the change, is told at once. As long ' +
      'as the validator waits for snapshots, it goes on (C4).',
  },
  'late-told': {
    holds:
      'What a validator settles too late for its snapshot, it brings to the current ' +
      'committee.',
    details:
      'If somebody delivers a certificate too late, the validator, once it has settled it, ' +
      'pushes it to each member of the current committee that has not answered, until a ' +
      'quorum of that committee has. It remembers what other validators show it too late, ' +
      'because somebody may deliver it yet, and notes either in the write that settles it ' +
      '(C4).',
  },
  'push-ends': {
    holds:
      'A validator stops bringing what it settled too late for its snapshot once a quorum of ' +
      'the current committee has it.',
    details: 'It stops once it has had every occasion to hear of that (C4).',
  },
} as const satisfies Record<string, Statement>;
