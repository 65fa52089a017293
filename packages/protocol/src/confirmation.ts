import { type JsonCodec, jsonList, jsonStruct } from './json-combinators.ts';
import { TOKEN_ID } from './operation-codec.ts';
import type { TokenId } from './primitives.ts';

/** A validator's answer to a certificate that it has settled. Source: facts.md P1.30. */
export interface ConfirmTransactionResponse {
  /** The tokens that the transaction created, in order; the same when it is asked again. */
  readonly tokenIds: readonly TokenId[];
}

/** JSON of a validator's answer to a certificate. */
export const CONFIRM_TRANSACTION_RESPONSE: JsonCodec<ConfirmTransactionResponse> =
  jsonStruct<ConfirmTransactionResponse>({ tokenIds: jsonList(TOKEN_ID) });
