/**
 * JSON that is already serialised: a long answer is written in pieces, so that other requests are
 * served in between.
 */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
