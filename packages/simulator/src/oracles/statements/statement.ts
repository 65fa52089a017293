/** What an invariant says, for people. */
export interface Statement {
  /** What holds unless it is broken, in one plain sentence that stands for all of it. */
  readonly holds: string;
  /** The exact terms and the exceptions, in Markdown; absent if the sentence says it all. */
  readonly details?: string;
}
