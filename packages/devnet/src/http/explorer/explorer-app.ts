import { type JsonValue, stringifyJson, type TransactionId } from '@quorate/protocol';
import { Hono } from 'hono';
import type { OnUnforeseen } from '../../rpc/json-rpc.ts';
import { corsHeaders } from '../cors.ts';
import { readId } from '../rest/query.ts';
import { answering, respondJson } from '../rest/rest-response.ts';
import { type TransferGround, transfers } from './transfers.ts';

/** What the explorer reads. */
export interface ExplorerAppOptions extends TransferGround {
  readonly onUnforeseen: OnUnforeseen;
}

/** The path below which pages of this machine may read answers. */
export const EXPLORER_PREFIX = '/explorer/';

/**
 * Creates what clients ask an explorer: the transfers of an account, and the page of a transaction,
 * which is its certificate. The shapes are those that the published `fast` command reads.
 */
export function createExplorerApp(options: ExplorerAppOptions): Hono {
  const { onUnforeseen } = options;
  const app = new Hono();
  app.get(
    `${EXPLORER_PREFIX}transfers`,
    answering(async (context, query) => {
      const page = await transfers(options, query);
      return respondJson(context, stringifyJson(page as unknown as JsonValue));
    }, onUnforeseen),
  );
  app.get(
    '/txs/:id',
    answering(async (context) => {
      const location = `/v1/certificate/${readId<TransactionId>(context.req.param('id') ?? '', 'id')}`;
      return context.body(null, 302, { ...corsHeaders(context), location });
    }, onUnforeseen),
  );
  return app;
}
