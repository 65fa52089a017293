import { DecodeError, type Rejection, toJsonRpcError } from '@quorate/protocol';

/** An error in the form of a JSON-RPC answer. Source: interface document, "Errors". */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: string | undefined;

  constructor(code: number, message: string, data?: string) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** Whether the cause is unforeseen: a bug of ours, or a failing disk. */
  get isUnforeseen(): boolean {
    return this.code === INTERNAL_ERROR;
  }

  /**
   * Turns any exception of a method into the error of its answer; an unforeseen one is not
   * described.
   */
  static of(failure: unknown): RpcError {
    if (failure instanceof RpcError) return failure;
    if (failure instanceof DecodeError) return RpcError.invalidParams(failure.message);
    return new RpcError(INTERNAL_ERROR, 'Internal error');
  }

  /** Parameters are invalid; `detail` names the field and what was expected. */
  static invalidParams(detail: string): RpcError {
    return new RpcError(-32602, 'Invalid params', detail);
  }
}

/** A refusal of the ledger in the form of a JSON-RPC answer. */
export class RpcRefusal extends RpcError {
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    const { code, message, data } = toJsonRpcError(rejection);
    super(code, message, data);
    this.rejection = rejection;
  }
}

const INTERNAL_ERROR = -32603;

/** The body is not JSON. */
export function parseError(failure: DecodeError): RpcError {
  return new RpcError(-32700, 'Parse error', failure.message);
}

/** The JSON is not a call. */
export function invalidRequest(detail: string): RpcError {
  return new RpcError(-32600, 'Invalid Request', detail);
}

/** There is no such method. */
export function methodNotFound(method: string): RpcError {
  const start = method.length > 100 ? `${method.slice(0, 100)}…` : method;
  return new RpcError(-32601, 'Method not found', start);
}

/** A node is down, or did not answer in time. */
export function noAnswer(node: string): RpcError {
  return new RpcError(-32000, `${node} gave no answer`);
}

/** Writes a refusal of the ledger. */
export function refusal(rejection: Rejection): RpcError {
  return new RpcRefusal(rejection);
}
