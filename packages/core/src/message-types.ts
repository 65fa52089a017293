import type { ClientMessage, Message, ProxyMessage, ValidatorMessage } from './message.ts';

// Each table has every type of its union as a key: the compiler ensures that none is missing.
type Types<M extends Message> = Readonly<Record<M['type'], true>>;

/** The types of the messages that validators handle. */
export const VALIDATOR_MESSAGES: Types<ValidatorMessage> = {
  SubmitTransaction: true,
  CheckTransaction: true,
  SubmitCertificate: true,
  GetCertificates: true,
  GetAccountInfo: true,
  GetTokenInfo: true,
  GetEscrowJobs: true,
  AnnounceChange: true,
  GetSnapshot: true,
  Response: true,
};

/** The types of the messages that proxies handle. */
export const PROXY_MESSAGES: Types<ProxyMessage> = {
  SubmitTransaction: true,
  GetAccountInfo: true,
  GetTokenInfo: true,
  GetCertificates: true,
  GetEscrowJobs: true,
  GetPending: true,
  Response: true,
};

/** The types of the messages that clients handle. */
export const CLIENT_MESSAGES: Types<ClientMessage> = {
  Execute: true,
  SubmitTransaction: true,
  Response: true,
};
