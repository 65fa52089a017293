/**
 * A recorded run as its page shows it: plain JSON that Node.js writes into the page and the
 * browser reads.
 *
 * Times are in nanoseconds since the start of the run. To keep the page small, texts that occur
 * often are given as places in `texts`, nodes as places in `lanes`, and so on.
 */
export interface RunData {
  readonly head: Head;
  readonly failures: readonly Failure[];
  /** Why nothing was guaranteed, in a clause; absent if that is not so. */
  readonly excuse?: string;
  readonly conflicts: readonly Conflict[];
  readonly operations: readonly Operation[];
  /** The clients without an operation for whom not all ended well, and how it did. */
  readonly accounts: readonly { readonly client: string; readonly text: string }[];
  readonly texts: readonly string[];
  readonly lanes: readonly Lane[];
  readonly transactions: readonly Transaction[];
  readonly certificates: readonly Certificate[];
  readonly messages: readonly Message[];
  readonly steps: readonly Step[];
  readonly spells: readonly Spell[];
  readonly breaches: readonly Breach[];
  /** What refusals mean, by their code. */
  readonly meanings: Readonly<Record<string, string>>;
  /** Where it parts from a run with which it is compared; absent if it does not. */
  readonly parting?: PartingPoint;
  /** The run with which it is compared; absent for a run on its own. */
  readonly against?: Against;
}

/** Where a run parts from another. */
export interface PartingPoint {
  /** When it first does what the other does not; absent if nothing more happens in it. */
  readonly moment?: Moment;
  readonly label: string;
}

/** Another run, and what tells the two apart. */
export interface Against {
  readonly other: RunData;
  /** Which runs they are, such as "scenario.yaml, seed 0x1". */
  readonly how: readonly [own: string, other: string];
  /** What the scenarios say differently, a line each. */
  readonly differences: readonly string[];
  /** Where the runs part, and what each does there. */
  readonly parting: readonly (readonly [label: string, text: string])[];
  readonly outcomes: readonly {
    readonly what: string;
    readonly own?: string;
    readonly other?: string;
  }[];
}

/** What sets something apart that only one of two runs has. */
export interface Onesided {
  /** Only one of the runs has it, or in only one of them the message arrives or is lost. */
  readonly only?: 'has' | 'arrives' | 'lost';
  /** That run is the other one. */
  readonly isOther?: true;
}

/** What was run. */
export interface Head {
  readonly name: string;
  readonly description: string;
  readonly verdict: string;
  readonly expected: string;
  readonly isFailure: boolean;
  readonly seed: string;
  readonly traceHash: string;
  readonly version: string;
  readonly node: string;
  readonly crypto: string;
  readonly replay: string;
  /** How many messages and timers the run delivered. */
  readonly events: number;
  readonly endedAt: number;
}

/** One thing that went wrong. */
export interface Failure {
  readonly name: string;
  readonly title: string;
  readonly kind: string;
  /** What must hold, and more about it, a paragraph each. */
  readonly holds: readonly string[];
  readonly facts: readonly (readonly [label: string, text: string])[];
}

/** Two or more transactions for one (sender, nonce), and who signed more than one of them. */
export interface Conflict {
  readonly sender: string;
  readonly nonce: string;
  readonly verdict: string;
  readonly rivals: readonly {
    readonly transaction: number;
    readonly signers: readonly string[];
    readonly hasQuorum: boolean;
  }[];
  readonly culprits: readonly {
    readonly name: string;
    readonly key: string;
    readonly isFaulty: boolean;
    readonly signatures: readonly { readonly transaction: number; readonly hex: string }[];
  }[];
}

/** What a client wanted, and how that ended. */
export interface Operation {
  readonly client: string;
  readonly summary: string;
  readonly outcome: string;
  readonly reason?: string;
  /** The reason with its amounts. */
  readonly why?: string;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A node: a line from the top of the diagram to its end. */
export interface Lane {
  readonly name: string;
  readonly role: 'client' | 'proxy' | 'validator';
  /** The scenario makes it break the rules. */
  readonly isLiar?: true;
  /** How it ended, such as "crashed"; for validators only. */
  readonly status?: string;
}

/** A transaction that somebody signed. */
export interface Transaction {
  readonly id: string;
  readonly sender: string;
  readonly nonce: string;
  readonly does: readonly string[];
}

/** A certificate that was formed. */
export interface Certificate {
  readonly transaction: number;
  readonly signers: readonly string[];
  readonly certifiedAt: number;
  readonly finalAt?: number;
}

/** When something happened: the number of the event of the run, and the time. */
export type Moment = readonly [event: number, at: number];

/** A message, from when it was sent to what became of it. */
export interface Message extends Onesided {
  /** The places of the lanes. */
  readonly from: number;
  readonly to: number;
  /** The full names of the nodes, if they are parts of a lane; places in `texts`. */
  readonly sender?: number;
  readonly receiver?: number;
  readonly kind: number;
  readonly transaction?: number;
  /** The place of the list of signers in `texts`, joined by spaces. */
  readonly signers?: number;
  readonly sent: Moment;
  readonly answers?: number;
  readonly arrivals: readonly Moment[];
  readonly lost?: readonly [event: number, at: number, why: number];
  readonly isHeld?: true;
  readonly isAltered?: true;
  /** In a run that is compared with another: the place of the same message in that one. */
  readonly same?: number;
}

/** What a node did, or what happened to it. */
export interface Step extends Onesided {
  readonly event: number;
  readonly at: number;
  readonly lane: number;
  readonly kind: number;
  readonly message?: number;
  readonly transaction?: number;
  readonly verdict?: number;
  readonly changes?: readonly number[];
}

/** A time in which something is wrong with a node or with the network, or the moment of a lie. */
export interface Spell extends Onesided {
  readonly label: string;
  /** What it is, in a sentence. */
  readonly meaning: string;
  readonly sort: 'down' | 'impaired' | 'network' | 'lie';
  /** Absent if it is about the network. */
  readonly lane?: number;
  /** Which links it is about, such as "p1 ↔ v4"; absent if it is about a node. */
  readonly between?: string;
  readonly from: number;
  /** Absent for a moment. */
  readonly to?: number;
}

/** An invariant was found broken. */
export interface Breach extends Onesided {
  readonly name: string;
  readonly message: string;
  readonly at: number;
  /** Absent if it was found once the run was over. */
  readonly event?: number;
}
