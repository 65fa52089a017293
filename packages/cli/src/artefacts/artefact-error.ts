/** Reports that a folder of artefacts cannot be read; `path` is the file at fault. */
export class ArtefactError extends Error {
  override readonly name = 'ArtefactError';
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path}: ${reason}`);
    this.path = path;
  }
}
