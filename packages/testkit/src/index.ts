export { collectGarbage } from './collect-garbage.ts';
export {
  anyCertificate,
  anyEnvelope,
  anyMultiSigAccount,
} from './envelope-arbitraries.ts';
export { errorOf } from './error-of.ts';
export { addressOf, committeeOf, seedOf, signerOf } from './fixtures.ts';
export { CLOCK_START, createManualClock, type ManualClock } from './manual-clock.ts';
export {
  anyLatestOperation,
  anyOperation,
  anyTokenId,
  OPERATIONS,
} from './operation-arbitraries.ts';
export {
  certificateBy,
  envelopeBy,
  type MultiSigAccount,
  multiSigEnvelopeBy,
  withSender,
} from './signing.ts';
export { anyTransaction, TRANSACTIONS } from './transaction-arbitraries.ts';
export {
  anyAddress,
  anyAmount,
  anyBytes,
  anyNonce,
  anyText,
} from './value-arbitraries.ts';
