import { buildEnvelope, quorumSize, verifiedFacts } from '@quorate/core';
import { factsOf, transactionId } from '@quorate/protocol';
import { type Mutant, wrongClient } from './mutant.ts';

/** Wrong clients (ledger.md section 8). */
export const CLIENTS: readonly Mutant[] = [
  wrongClient(
    {
      id: 'any-success-believed',
      rule: 'P2',
      title: 'believes that its transaction has settled because the proxy says so',
    },
    {
      acceptsCertificate: (_state, envelope, certificate) =>
        transactionId(certificate.envelope.transaction) === transactionId(envelope.transaction),
    },
  ),
  wrongClient(
    {
      id: 'success-of-somebody-else-believed',
      rule: 'P2',
      title: 'takes the certificate of another transaction for that of its own',
      isHard: true,
    },
    {
      acceptsCertificate: ({ committees }, _envelope, certificate, { verifier }) =>
        verifiedFacts(certificate, { committees, quorum: quorumSize, verifier }) !== undefined,
    },
  ),
  wrongClient(
    {
      id: 'answer-of-a-validator-believed',
      rule: 'P4',
      title: 'takes the answer of a validator for that of its proxy',
      isHard: true,
    },
    { isFromProxy: () => true },
  ),
  wrongClient(
    {
      id: 'sent-before-written',
      rule: 'P5',
      title: 'sends what it signs before it has written it down',
    },
    { order: (persist, sending) => [...sending, persist] },
  ),
  wrongClient(
    { id: 'signed-bytes-not-written', rule: 'P5', title: 'never writes down what it signs' },
    { order: (_persist, sending) => sending },
  ),
  wrongClient(
    {
      id: 'signed-anew-after-a-while',
      rule: 'P5',
      title: 'signs a transaction anew, with the present time, when it hears of no outcome',
    },
    {
      repeated: ({ envelope }, { now, signer }) => {
        const { sender, nonce, networkId, operations } = factsOf(envelope.transaction).transaction;
        const isOwn = envelope.signature.kind === 'Signature' && sender === signer.address;
        return isOwn && networkId !== null
          ? buildEnvelope({ networkId, nonce, timestampNanos: now, operations }, signer)
          : envelope;
      },
    },
  ),
  wrongClient(
    {
      id: 'open-outcome-given-up',
      rule: 'P4',
      title: 'gives up a transaction that may have been signed, and signs another at its nonce',
    },
    { isOpen: () => false },
  ),
  wrongClient(
    {
      id: 'nonce-kept-after-refusal',
      rule: 'P5',
      title: 'goes on at a nonce although told that it is used',
      isHard: true,
    },
    { nonceAfter: (nonce) => nonce },
  ),
  wrongClient(
    {
      id: 'refusal-of-other-bytes-believed',
      rule: 'P4',
      title: 'takes the refusal of a request that arrived with flipped bits for one of its own',
      isHard: true,
      survives:
        'it shows only if a request arrives with flipped bits while the same one, intact, is on its way or settled: ' +
        'one run in some thousands',
    },
    { isAboutSent: () => true },
  ),
  wrongClient(
    {
      id: 'late-refusal-believed',
      rule: 'P4',
      title: 'takes the refusal of an earlier attempt for that of the latest',
      isHard: true,
    },
    {
      isLatest: ({ envelope }, requestId) =>
        requestId.startsWith(`submit:${transactionId(envelope.transaction)}:`),
    },
  ),
  wrongClient(
    {
      id: 'latest-wish-first',
      rule: 'P5',
      title: 'takes the latest request first of those that waited for a transaction',
      isHard: true,
    },
    { inTurn: (queue) => queue.toReversed() },
  ),
];
