import type { ClientRules, ProxyRules, ValidatorRules } from '@quorate/core';

/** Give nodes other rules than correct ones: each role is correct unless its table stands here. */
export interface WrongRules {
  /** The rules of every validator. */
  readonly validatorRules?: ValidatorRules;
  /** The rules of every proxy. */
  readonly proxyRules?: ProxyRules;
  /** The rules of every client. */
  readonly clientRules?: ClientRules;
}
