export {
  anyCertificate,
  anyEnvelope,
  anyMultiSigAccount,
  anySigner,
} from './envelope-arbitraries.ts';
export { errorOf } from './error-of.ts';
export { addressOf, committeeOf, seedOf, signerOf } from './fixtures.ts';
export { CLOCK_START, createManualClock, type ManualClock } from './manual-clock.ts';
export {
  anyCommonOperation,
  anyEscrowOperation,
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
  anyTimestampNanos,
} from './value-arbitraries.ts';
