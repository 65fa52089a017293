/** The limits of the protocol. */
export type Limits = typeof LIMITS;

/**
 * Lists every limit of the protocol; each is the largest value allowed, unless its comment says
 * otherwise.
 *
 * "Shown" values come from the interface document or published clients; "ours" fill the gaps
 * (facts.md section 8). Validators apply the limits to submissions and proxies to requests.
 * Settlement applies none, so a limit lowered later strands no certificate (ledger.md section 9).
 */
export const LIMITS = Object.freeze({
  /** Bytes of the BCS of a transaction, as submitted. Ours. */
  transactionBytes: 64 * 1024,
  /** Operations of a transaction, or of a batch; at least 1. Ours. */
  operations: 100,
  /** External claims in a transaction. Shown. */
  externalClaims: 1,
  /** Bytes of the data of an external claim. Ours. */
  claimDataBytes: 32 * 1024,
  /** Members of a verifier committee, and signatures of an external claim. Ours. */
  verifiers: 64,
  /** Authorised signers of a multisig account. Ours; a committee account has one per member. */
  multiSigSigners: 100,
  /** Members of a validator committee; at least 1. Ours. */
  committeeMembers: 100,
  /** Bytes of a token name in UTF-8; at least 1. Ours. */
  tokenNameBytes: 64,
  /** Mints in a token creation, and changes of mints in one token management. Ours. */
  mints: 64,
  /** Decimals of a token. Shown: the field has eight bits. */
  decimals: 255,
  /** Bytes of the description of an escrow job in UTF-8. Shown. */
  descriptionBytes: 1024,
  /** Basis points of an evaluation fee. Shown. */
  basisPoints: 10_000,
  /** Bytes of the host name of a validator in UTF-8. Ours: that of a domain name. */
  hostBytes: 253,
  /** Port of a validator. Ours: the field has 32 bits. */
  rpcPort: 65_535,
  /** Nonce of a transaction. Shown by FastPay; the field has 64 bits. */
  nonce: 2n ** 63n - 1n,
  /** Certificates in one answer. Shown. */
  certificatesPerRequest: 200,
  /** Certificates that accompany a submission. Ours. */
  witnessCertificates: 100,
  /**
   * Bytes of all these certificates together: transactions and sender signatures in BCS, plus 96
   * for each validator signature. Ours.
   */
  witnessBytes: 1024 * 1024,
  /** Transactions on one page. Ours. */
  pageItems: 200,
  /** Token ids or state keys in one filter. Ours. */
  filterIds: 100,
  /** Entries of a list that strangers can grow; others are read with a filter. Rule P12. */
  listEntries: 1000,
  /** Milliseconds that a client waits for an answer. Shown. */
  clientTimeoutMillis: 15_000,
  /**
   * Least units of the native token in one faucet drip. Ours. Published examples ask for 2^72 and
   * 2^76 and mean one token and ten (wire.md section 13), so the limit must be above that.
   */
  faucetAmount: 100_000n * 10n ** 18n,
  /** The shortest time between two drips of one token to one recipient, in milliseconds. Ours. */
  faucetCooldownMillis: 60_000,
});
