import {
  type ByzantineAct,
  type ByzantineParty,
  CLIENT_ACTS,
  PROXY_ACTS,
  VALIDATOR_ACTS,
} from '../scenario/byzantine/byzantine.ts';
import type { ClientAct } from '../scenario/byzantine/client-act.ts';
import type { ProxyAct } from '../scenario/byzantine/proxy-act.ts';
import type { ValidatorAct } from '../scenario/byzantine/validator-act.ts';

/** The acts of each node of a scenario; an honest node has none. */
export interface Cast {
  validatorActs(name: string): readonly ValidatorAct[];
  proxyActs(name: string): readonly ProxyAct[];
  clientActs(name: string): readonly ClientAct[];
}

/** Creates the cast of a scenario. */
export function createCast(parties: readonly ByzantineParty[]): Cast {
  const actsOf = (name: string): readonly ByzantineAct[] =>
    parties.filter(({ node }) => node === name).flatMap(({ acts }) => acts);
  return {
    validatorActs: (name) => actsOf(name).filter(isOneOf<ValidatorAct>(VALIDATOR_ACTS)),
    proxyActs: (name) => actsOf(name).filter(isOneOf<ProxyAct>(PROXY_ACTS)),
    clientActs: (name) => actsOf(name).filter(isOneOf<ClientAct>(CLIENT_ACTS)),
  };
}

function isOneOf<A extends ByzantineAct>(
  words: readonly A['act'][],
): (act: ByzantineAct) => act is A {
  const known: readonly string[] = words;
  return (act): act is A => known.includes(act.act);
}
