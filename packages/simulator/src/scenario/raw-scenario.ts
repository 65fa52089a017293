import type { ExpectedVerdict, Outcome } from '../run-result.ts';

/** Hold a scenario as the file states it, once its shape is known to satisfy the schema. */
export interface RawScenario {
  readonly name: string;
  readonly description?: string;
  readonly seed?: RawInteger;
  readonly cluster: {
    readonly validators: number;
    readonly clients: Readonly<Record<string, { readonly balance?: RawInteger }>>;
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

/** Hold an integer: a number while it is exact, text beyond. */
export type RawInteger = number | string;

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

/** Hold one step as the file states it. */
export type RawStep =
  | { readonly op: 'pay'; readonly to: string; readonly amount: RawInteger }
  | {
      readonly op: 'sign';
      readonly as: string;
      readonly to: string;
      readonly amount: RawInteger;
      readonly nonce?: RawInteger;
    }
  | { readonly op: 'send'; readonly transaction: string; readonly validators: readonly string[] }
  | {
      readonly op: 'claim';
      readonly data: string;
      readonly verifiers?: readonly string[];
      readonly quorum?: number;
    }
  | { readonly op: 'wait'; readonly for: string };

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
}
