import type { Statement } from './statement.ts';

/** The invariants about how proxies drive transactions. */
export const PROXIES = {
  'proxy-truthful': {
    holds:
      'Behind every success that a correct proxy gives out, a quorum had settled what was ' +
      'asked for.',
    details: 'Members that break the rules or cannot be seen count as having settled it (P1).',
  },
  'no-lost-ack': {
    holds:
      'What a correct proxy acknowledged is on the disks of enough correct validators, ' +
      'whatever crashed.',
    details:
      'Enough are q − f. If more than f tell nothing (they lie, have forgotten, or their ' +
      'disks cannot be read), it is on the disks of q less that number. If a later committee ' +
      'serves, it is also on the disks of [almost a quorum of ' +
      'that](#what-a-later-committee-has-to-hold).',
  },
  'delivered-to-all': {
    holds:
      'What a correct proxy acknowledged, it brings to every correct member of the committee ' +
      'that signed.',
    details: 'This is asked if everything is mended and nothing stands between them (P1).',
  },
  'success-kept': {
    holds: 'A proxy keeps what it acknowledges, and answers with the same signatures ever after.',
    details:
      'It writes it down first. If it prunes, the newest of each sender stay, and those that ' +
      'are to last (P3). It forgets an incomplete transaction whose nonce is used now (P9).',
  },
  'driven-with-cause': {
    holds:
      'A proxy has validators sign only with cause, and then delivers the certificate until ' +
      'a quorum has settled it.',
    details:
      'The cause is that a quorum said that it would sign, or that one has signed or holds ' +
      'the transaction. Of a payment, the answers of a quorum to what was asked before may show ' +
      'that it would (P5). The certificate that the proxy makes stays as it is (P3). It is ' +
      'delivered until a quorum has settled it, or f + 1 disown it, or it was tried as often ' +
      'as allowed (P8, C8).',
  },
  'driven-in-time': {
    holds:
      'A proxy lets nobody wait past a deadline, and repeats its questions until it has ' +
      'answers.',
    details:
      'It does not put off the deadline of a transaction or of a question, whatever it hears ' +
      'or repeats meanwhile. When somebody asks for a transaction for which nobody waits any ' +
      'more, it begins anew: it asks at once whoever owes an answer, and sets another ' +
      'deadline. It repeats its question to whoever owes an answer, and to all members if ' +
      'some would sign and some refuse; and it counts each repetition, so that it waits ' +
      'longer and longer and comes to an end (P5, P8).',
  },
  'broadcast-remembered': {
    holds:
      'A proxy remembers on its disk what it has asked validators to sign, as long as the ' +
      'outcome is open.',
    details:
      'If it leaves the end of an attempt open after that, it keeps a mark of the ' +
      'transaction until that has settled or is refused for good. It marks nothing else, ' +
      'because what it has marked it does not refuse for good (P4).',
  },
  'counted-afresh': {
    holds:
      'When a proxy follows a change of committee, it counts afresh: no answer of the ' +
      'earlier committee counts.',
    details:
      'This holds for all that it drives and for all that is read, and the new members are ' +
      'asked under numbers of their own. The bytes and the certificate stay (P10, C9).',
  },
  'brought-once': {
    holds: 'A proxy does not bring a validator again what that has just refused or settled.',
    details:
      'If a validator refuses what a proxy brings it, the proxy brings it something else ' +
      'first. And until the next repetition it brings a validator nothing again of the ' +
      'sender’s basis that the validator has settled for it (P6).',
  },
  'brings-what-is-lacked': {
    holds:
      'A proxy looks for the certificates that a validator lacks, and brings it what it ' +
      'finds.',
    details:
      'If a validator refuses because it lacks certificates, the proxy looks at once for the ' +
      'oldest that it names, in its own store and then at all other validators. There it ' +
      'also looks for what provides a dependency without a name. It owes nothing to a ' +
      'validator that answers an earlier question, or names what it was brought, or ever ' +
      'more (P6).',
  },
  'request-answered': {
    holds:
      'Every request to a proxy gets an answer of its own in the end, unless the proxy went ' +
      'down or stands still (P3, P8).',
  },
  'signed-stays-open': {
    holds: 'A proxy does not refuse for good what validators have signed, or may have certified.',
    details:
      'If a validator told a proxy, while the proxy drove a transaction, that it has signed ' +
      'it, the proxy does not refuse it for good, except because of another transaction at ' +
      'that nonce. Nor does it refuse, before the deadline, what those that it has not heard ' +
      'may have certified together with f liars. Nor does it forget that it has had ' +
      'something signed when it follows a change of committee or is asked again (P4).',
  },
  'answer-up-to-date': {
    holds:
      'A proxy counts of each validator its answer to the latest question, and what it has ' +
      'told for good.',
    details:
      'What a validator answers to an earlier question counts for nothing with a proxy. A ' +
      'later question, with a number of its own, is asked once the validator has settled ' +
      'what it was brought, or has shown what the sender’s money rests on; its earlier ' +
      'refusal is gone then, and so is what a member said before it was known to serve. ' +
      'Different questions to one validator have different ids, and so have those of another ' +
      'attempt with the same bytes, also after a restart of the proxy. What a validator has ' +
      'told for good, that it holds the transaction or is past its nonce, stays known, ' +
      'whatever it says later. No validator counts for both sides (P4).',
  },
  'refusal-counted': {
    holds:
      'A proxy refuses in the name of validators only if f + 1 that are up to date refuse ' +
      'for the same cause.',
    details:
      'This is asked of a transaction that it drives. None of the f + 1 is still to be ' +
      'brought up to date: a quorum has nothing to show of what each lacks, or has shown ' +
      'what the sender’s money rests on (or a quorum refuses, where that is longer than a ' +
      'proxy reads), or each holds a rival at the very nonce (P4, P6).',
  },
  'refusal-told': {
    holds: 'What a proxy tells about refusals is what validators have said to it last.',
    details:
      'It tells the refusals of all of them if it reaches no quorum, and who has not ' +
      'answered at all (P8), the words of one of them if it refuses in their name. If it ' +
      'says that a nonce is used, the next nonce that it tells is no earlier than the one ' +
      'that f + 1 of those tell that it has heard (P4). If it blames the removal of a ' +
      'minter, that is certified (D5).',
  },
  'refusal-vouched': {
    holds:
      'What a proxy refuses in the name of validators, a correct one has refused, and a ' +
      'proxy finds no fault with what is in order.',
    details:
      'The correct validator has refused it so, whoever asked, and also for a change of ' +
      'committee. If nothing is changed on its way, no proxy finds fault with the form, the ' +
      'signatures or the claim of a transaction that is in order.',
  },
  'refusal-let-go': {
    holds:
      'A proxy lets go of the refusal of a validator once that has done what it was asked, ' +
      'or validators are asked for something else.',
    details: 'In the second case it lets go of all refusals (P4).',
  },
  'refusal-remembered': {
    holds:
      'A proxy remembers the last 64 requests that it has refused for good, unless ' +
      'validators are asked to sign them after all.',
    details: 'It remembers each of them no longer than until then (P4, P5).',
  },
  'refusal-is-final': {
    holds: 'What a client was told is refused for good never settles.',
    details:
      'This is asked if the proxy that told it keeps the rules and has forgotten nothing. If ' +
      'the client asked for the transaction several times, it is asked only if a validator ' +
      'had signed it before the proxy refused it.',
  },
  'refusal-up-to-date': {
    holds:
      'No client is refused for lack of funds that f + 1 correct validators held for it when ' +
      'it asked, or for a nonce that was its next there.',
  },
  'used-nonce': {
    holds:
      'A proxy refuses a client because a nonce is used only if it is, and names no next ' +
      'nonce that lies in the future.',
    details: 'By then a transaction is certified at the nonce (P4).',
  },
  'parts-kept': {
    holds:
      'A proxy keeps an incomplete transaction with everything that it was brought of it, ' +
      'for as long as it has to.',
    details:
      'Whoever signs later only adds to it, and makes it neither newer nor his own. The ' +
      'proxy lets go of it only if its nonce is used, after a day, or if there are too many ' +
      '(P9).',
  },
  'parts-sound': {
    holds:
      'What a proxy calls incomplete lacks signatures and bears only valid ones; what it has ' +
      'validators sign lacks none.',
    details:
      'So what its sender has signed with the signatures of the verifiers in place stays as ' +
      'it came (P9, V10).',
  },
  'incomplete-told': {
    holds:
      'A proxy tells whoever asks all incomplete transactions of an account that it keeps, ' +
      'and nothing else.',
    details: 'It tells them as it keeps them (P9).',
  },
} as const satisfies Record<string, Statement>;
