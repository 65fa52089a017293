import { DecodeError, formatAddress } from '@quorate/protocol';
import { type Context, Hono } from 'hono';
import { troubleOf } from '../data/node-store.ts';
import { askedUrl } from '../http/asked-url.ts';
import { readJson } from '../http/body.ts';
import type { PrivateGuard } from '../http/private-guard.ts';
import type { Asker } from '../nodes/asker.ts';
import type { OnUnforeseen } from '../rpc/json-rpc.ts';
import { PATIENCE_MILLIS } from '../timing/patience.ts';
import { busy, invalidParams, PAY_PATH, PayError, payFailureBody } from './pay-error.ts';
import { readSendRequest, send, type Wallet } from './send.ts';

/** What the payment endpoint is made of. */
export interface PayAppOptions {
  readonly asker: Asker;
  /** Opens the wallet on first use. */
  readonly wallet: () => Promise<Wallet>;
  readonly guard: PrivateGuard;
  readonly onUnforeseen: OnUnforeseen;
}

/** Creates `POST /api/pay/send`. Source: interface document, "Payment send". */
export function createPayApp(options: PayAppOptions): Hono {
  const app = new Hono();
  app.post(PAY_PATH, async (context) => {
    const refusal = options.guard(context);
    if (refusal !== undefined) {
      return context.json(payFailureBody(refusal.message), refusal.status);
    }
    try {
      return await answer(context, options);
    } catch (failure) {
      return fail(context, failure, options.onUnforeseen);
    }
  });
  return app;
}

async function answer(context: Context, options: PayAppOptions): Promise<Response> {
  const deadline = performance.now() + PATIENCE_MILLIS;
  const request = readSendRequest(await readJson(context.req));
  const wallet = await options.wallet().catch((failure: unknown) => {
    const trouble = troubleOf(failure);
    throw trouble === undefined ? failure : busy(trouble.message);
  });
  const { transactionId } = await send({ asker: options.asker, wallet, deadline }, request);
  const { chain, network } = request;
  const txHash = `0x${transactionId}`;
  return context.json({
    request,
    setup: { chain, network, address: formatAddress(wallet.address) },
    result: {
      txHash,
      // The pattern that clients know of explorers (facts.md X7.4).
      explorerUrl: `${askedUrl(context)}/txs/${txHash}`,
      fee: '0',
      chain,
      network,
      note: '',
    },
    sentAt: new Date().toISOString(),
  });
}

function fail(context: Context, failure: unknown, onUnforeseen: OnUnforeseen): Response {
  const known = failure instanceof DecodeError ? invalidParams(failure.message) : failure;
  if (known instanceof PayError) {
    return context.json(payFailureBody(known.message, known.code), known.status);
  }
  onUnforeseen(failure);
  return context.json(payFailureBody('internal error'), 500);
}
