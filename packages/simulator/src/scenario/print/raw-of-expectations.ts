import { present } from '../../present.ts';
import type { RawExpectations, RawTokenExpectation } from '../raw-scenario.ts';
import type { Expectations, StateExpectation, TokenExpectation } from '../scenario.ts';
import { rawOfThreshold } from '../thresholds.ts';
import { byName, filled, rawBytes32, rawInteger } from './raw-values.ts';

// If expectations get a new key, this does not compile without an entry for it.
const PARTS: { readonly [K in keyof Expectations]-?: (all: Expectations) => RawExpectations } = {
  verdict: ({ verdict }) => ({ verdict }),
  outcomes: ({ outcomes }) =>
    present({ outcomes: byName(outcomes, ({ client, outcome }) => [client, outcome]) }),
  balances: ({ balances }) => present({ balances: rawBalances(balances) }),
  tokens: ({ tokens }) => present({ tokens: byName(tokens, rawToken) }),
  jobs: ({ jobs }) => present({ jobs: byName(jobs, ({ job, status }) => [job, status]) }),
  states: ({ states }) => present({ states: rawStates(states) }),
  certificates: ({ certificates }) => present({ certificates }),
  epoch: ({ epoch }) => present({ epoch }),
  sometimes: ({ sometimes }) => present({ sometimes: filled(sometimes) }),
  thresholds: ({ thresholds }) => present({ thresholds: filled(thresholds.map(rawOfThreshold)) }),
};

/** Gives expectations as a file states them. */
export function rawOfExpectations(all: Expectations): RawExpectations {
  return Object.assign({}, ...Object.values(PARTS).map((part) => part(all)));
}

function rawBalances(balances: Expectations['balances']) {
  return byName(balances, ({ client, balance }) => [client, rawInteger(balance)]);
}

function rawToken({ token, supply, holders }: TokenExpectation) {
  const raw: RawTokenExpectation = present({
    supply: supply === undefined ? undefined : rawInteger(supply),
    holders: rawBalances(holders),
  });
  return [token, raw] as const;
}

function rawStates(states: readonly StateExpectation[]): RawExpectations['states'] | undefined {
  const clients = [...new Set(states.map(({ client }) => client))];
  return byName(clients, (name) => {
    const cells = states.filter(({ client }) => client === name);
    return [name, Object.fromEntries(cells.map(({ shown, state }) => [shown, rawBytes32(state)]))];
  });
}
