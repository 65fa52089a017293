import {
  CLIENT_RULES,
  type ClientRules,
  PROXY_RULES,
  type ProxyRules,
  VALIDATOR_RULES,
  type ValidatorRules,
} from '@quorate/core';
import { type Replacement, replaced } from './replaced.ts';

/** A wrong validator, proxy or client: a rule table of the core with one entry replaced. */
export interface Mutant {
  /** Stable, in kebab case; reports print it, and commands take it. */
  readonly id: string;
  /** What it does wrong, in one clause. */
  readonly title: string;
  readonly role: 'validator' | 'proxy' | 'client';
  /** The rule of the ledger document that it breaks. */
  readonly rule: string;
  /** Whether random runs show it only now and then: after 20 runs or more, in the median. */
  readonly isHard?: boolean;
  /** Why generated runs do not find it, if they do not. */
  readonly survives?: string;
  readonly validatorRules?: ValidatorRules;
  readonly proxyRules?: ProxyRules;
  readonly clientRules?: ClientRules;
}

type About = Pick<Mutant, 'id' | 'title' | 'rule' | 'isHard' | 'survives'>;

/** Describes validators that all have the same wrong entry. */
export function wrongValidator(about: About, wrong: Replacement<ValidatorRules>): Mutant {
  return { ...about, role: 'validator', validatorRules: replaced(VALIDATOR_RULES, wrong) };
}

/** Describes proxies that all have the same wrong entry. */
export function wrongProxy(about: About, wrong: Replacement<ProxyRules>): Mutant {
  return { ...about, role: 'proxy', proxyRules: replaced(PROXY_RULES, wrong) };
}

/** Describes clients that all have the same wrong entry. */
export function wrongClient(about: About, wrong: Replacement<ClientRules>): Mutant {
  return { ...about, role: 'client', clientRules: replaced(CLIENT_RULES, wrong) };
}
