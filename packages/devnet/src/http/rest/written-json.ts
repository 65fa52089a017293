/** JSON that is written already: a long answer is written in pieces, and others are heard in between. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
