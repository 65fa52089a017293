// What the page reads of the answers of the admin interface; `/_devnet/v1/openapi.json` has them whole.

/** Of `GET /genesis`: who is who. */
export interface Genesis {
  readonly network_id: string;
  readonly accounts: readonly NamedAccount[];
  readonly tokens: readonly GenesisToken[];
}

/** An account that the devnet knows. */
export interface NamedAccount {
  readonly name: string | null;
  /** In bech32m. */
  readonly address: string;
}

/** A token that existed from the beginning. */
export interface GenesisToken {
  /** 64 hex digits. */
  readonly token_id: string;
  readonly name: string;
  readonly decimals: number;
}

/** Of `GET /committee`. */
export interface Committee {
  readonly epoch: number;
  readonly quorum: number;
  readonly members: readonly Member[];
}

/** A member of a committee. */
export interface Member {
  readonly name: string;
  /** The address of its operator, in bech32m. */
  readonly operator: string | null;
}

/** Of `GET /validators`. */
export interface Validator {
  readonly name: string;
  readonly status: string;
  /** The URL of its JSON-RPC interface. */
  readonly rpc: string;
  /** Whether it is reached over HTTP, where of all links only those of `p1` have faults. */
  readonly over_http: boolean;
  readonly seat?: string;
  readonly epoch?: number;
  readonly signed: number;
  readonly settled: number;
  /** What it does wrong, if it lies. */
  readonly acts?: readonly string[];
}

/** Of `GET /faults`. */
export interface Faults {
  readonly active: readonly Fault[];
}

/** A fault; its other keys are those with which it was stated. */
export interface Fault {
  readonly id: string;
  readonly kind: string;
  readonly since_nanos: number;
  readonly [key: string]: unknown;
}

/** Of `GET /held`. */
export interface HeldMessages {
  readonly count: number;
  /** How many were lost because too much was held. */
  readonly overflow: number;
  readonly messages: readonly HeldMessage[];
}

/** A message that a fault holds. */
export interface HeldMessage {
  readonly id: string;
  readonly fault: string;
  readonly from: string;
  readonly to: string;
  readonly since_nanos: number;
  readonly message: string;
  /** In words. */
  readonly content: string;
}

/** Of `GET /transactions`; times are in nanoseconds since 1970. */
export interface RecentTransaction {
  readonly transaction_id: string;
  /** By validator. */
  readonly signed_at_nanos: Readonly<Record<string, number>>;
  /** By validator. */
  readonly settled_at_nanos: Readonly<Record<string, number>>;
  /** Null if the proxy was not handed it. */
  readonly submitted: Submitted | null;
}

/** How the proxy was handed a transaction. */
export interface Submitted {
  readonly at: number;
  readonly from: string;
  readonly envelope: { readonly transaction: unknown };
  readonly outcome: string | null;
  /** Of a refusal. */
  readonly code?: string;
}

/** Of `getAccountInfo` of a validator. */
export interface HeldAccount {
  /** Least units, in hex digits. */
  readonly balance: string;
  readonly next_nonce: number;
  /** What the account is locked on there. */
  readonly pending_confirmation: unknown;
}

/** Of `POST /check`. */
export interface Findings {
  readonly validators: readonly Found[];
  readonly others: readonly Found[];
  readonly isSound: boolean;
}

/** What was found of one node. */
export interface Found {
  readonly name: string;
  readonly problems: readonly string[];
}
