import type { CryptoMode } from '@quorate/crypto';
import type { RawDelay } from '@quorate/network';
import type { EscrowStatus } from '@quorate/protocol';
import type { SituationName } from '../oracles/situations.ts';
import type { ExpectedVerdict, Outcome } from '../run-result.ts';
import type { RawByzantineParty } from './byzantine/raw-byzantine.ts';
import type { RawCommitteeChange } from './committee-changes.ts';
import type { RawFault } from './faults/fault.ts';
import type { RawFees } from './fees.ts';
import type { RawNetwork } from './network/network-format.ts';
import type { RawPhases } from './phases.ts';
import type { Provenance } from './provenance.ts';
import type { RawPruning } from './pruning.ts';
import type { Raw, RawInteger, WithDefaults } from './raw.ts';
import type { RawStep } from './raw-step.ts';
import type { ScenarioAccount, ScenarioClient } from './scenario.ts';
import type { RawSwarm } from './swarm/swarm-format.ts';
import type { RawThreshold } from './thresholds.ts';

/** A scenario as the file states it, once its shape has been checked with the schema. */
export interface RawScenario {
  readonly name: string;
  readonly description?: string;
  readonly seed?: RawInteger;
  readonly cluster: {
    readonly validators: number;
    readonly candidates?: number;
    readonly proxies?: number;
    readonly clients: Readonly<Record<string, RawClient>>;
    readonly accounts?: Readonly<Record<string, RawAccount>>;
    readonly disk?: { readonly flush?: RawDelay };
    readonly prune?: RawPruning;
    readonly fees?: RawFees;
    readonly acceptsUnversioned?: boolean;
    readonly requestAge?: string;
    readonly crypto?: CryptoMode;
    readonly workers?: number;
  };
  readonly network?: RawNetwork;
  readonly workload: readonly {
    readonly id: string;
    readonly client: string;
    readonly start?: string;
    readonly steps: readonly RawStep[];
  }[];
  readonly changes?: readonly RawCommitteeChange[];
  readonly faults?: readonly RawFault[];
  readonly byzantine?: readonly RawByzantineParty[];
  readonly swarm?: RawSwarm;
  readonly phases?: RawPhases;
  readonly limits?: { readonly simTime?: string; readonly events?: number };
  readonly expect?: RawExpectations;
  readonly provenance?: Provenance;
}

/** A client as the file states it. */
export type RawClient = Partial<Raw<Omit<ScenarioClient, 'name'>>>;

/** A multisig account as the file states it. */
export type RawAccount = WithDefaults<Raw<Omit<ScenarioAccount, 'name'>>, 'balance'>;

/** The expectations as the file states them. */
export interface RawExpectations {
  readonly verdict?: ExpectedVerdict;
  readonly outcomes?: Readonly<Record<string, Outcome>>;
  readonly balances?: Readonly<Record<string, RawInteger>>;
  readonly certificates?: number;
  readonly epoch?: number;
  readonly sometimes?: readonly SituationName[];
  readonly thresholds?: readonly RawThreshold[];
  readonly tokens?: Readonly<Record<string, RawTokenExpectation>>;
  readonly jobs?: Readonly<Record<string, EscrowStatus>>;
  readonly states?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What a token must be at the end, as the file states it. */
export interface RawTokenExpectation {
  readonly supply?: RawInteger;
  readonly holders?: Readonly<Record<string, RawInteger>>;
}
