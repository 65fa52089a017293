import type { ClientRules, ProxyRules, ValidatorRules } from '@quorate/core';

/** Replaces the rules of nodes by faulty ones. A role without a table here is correct. */
export interface WrongRules {
  /** The rules of all validators. */
  readonly validatorRules?: ValidatorRules;
  /** The rules of all proxies. */
  readonly proxyRules?: ProxyRules;
  /** The rules of all clients. */
  readonly clientRules?: ClientRules;
}
