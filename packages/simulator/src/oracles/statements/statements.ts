import { ASSETS } from './assets.ts';
import { CLIENTS } from './clients.ts';
import { COMMITTEES } from './committees.ts';
import { NODES } from './nodes.ts';
import { PROXIES } from './proxies.ts';
import { SETTLEMENT } from './settlement.ts';
import { SIGNING } from './signing.ts';
import type { Statement } from './statement.ts';

const STATEMENTS = {
  ...SIGNING,
  ...SETTLEMENT,
  ...ASSETS,
  ...COMMITTEES,
  ...PROXIES,
  ...CLIENTS,
  ...NODES,
};

/** The name of an invariant. */
export type InvariantName = keyof typeof STATEMENTS;

/**
 * What every invariant says, by name: the one source of reports, of the schema of scenarios, and of
 * `docs/invariants.md`.
 */
export const INVARIANTS: Readonly<Record<InvariantName, Statement>> = STATEMENTS;
