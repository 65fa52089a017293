/** An invalid answer of a validator: an HTTP status, an error of JSON-RPC, another id, too much. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
}
