import type { ExpectedVerdict, JobStatus, Outcome } from '../run-result.ts';
import type { RawInteger, RawStep } from './raw-step.ts';

/** Hold a scenario as the file states it, once its shape is known to satisfy the schema. */
export interface RawScenario {
  readonly name: string;
  readonly description?: string;
  readonly seed?: RawInteger;
  readonly cluster: {
    readonly validators: number;
    readonly clients: Readonly<Record<string, { readonly balance?: RawInteger }>>;
    readonly accounts?: Readonly<Record<string, RawAccount>>;
  };
  readonly network?: RawNetwork;
  readonly workload: readonly {
    readonly id: string;
    readonly client: string;
    readonly start?: string;
    readonly steps: readonly RawStep[];
  }[];
  readonly faults?: readonly RawFault[];
  readonly limits?: { readonly simTime?: string; readonly events?: number };
  readonly expect?: RawExpectations;
}

/** Hold a multisig account as the file states it. */
export interface RawAccount {
  readonly signers: readonly string[];
  readonly quorum: number;
  readonly balance?: RawInteger;
}

/** Hold the network as the file states it. */
export interface RawNetwork {
  readonly default?: RawLink;
  readonly links?: readonly ({ readonly from: string; readonly to: string } & RawLink)[];
  readonly schedule?: 'fifo' | 'random';
}

/** Hold a link as the file states it. */
export interface RawLink {
  readonly delay?: RawDelay;
  readonly drop?: number;
}

/** Hold a delay distribution as the file states it. */
export type RawDelay =
  | { readonly dist: 'const'; readonly mean: string }
  | { readonly dist: 'uniform'; readonly min: string; readonly max: string }
  | { readonly dist: 'exp'; readonly mean: string; readonly min?: string };

/** Hold one fault as the file states it. */
export interface RawFault {
  readonly id: string;
  readonly kind: 'crash';
  readonly node: string;
  readonly at: string;
  readonly restartAfter?: string;
}

/** Hold the expectations as the file states them. */
export interface RawExpectations {
  readonly verdict?: ExpectedVerdict;
  readonly outcomes?: Readonly<Record<string, Outcome>>;
  readonly balances?: Readonly<Record<string, RawInteger>>;
  readonly certificates?: number;
  readonly tokens?: Readonly<Record<string, RawTokenExpectation>>;
  readonly jobs?: Readonly<Record<string, JobStatus>>;
  readonly states?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Hold what a token must be at the end as the file states it. */
export interface RawTokenExpectation {
  readonly supply?: RawInteger;
  readonly holders?: Readonly<Record<string, RawInteger>>;
}
