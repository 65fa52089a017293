import { NATIVE_TOKEN } from '@quorate/client';
import type { ClientState, Genesis, Result } from '@quorate/core';
import { type Address, factsOf, LIMITS, type TokenId } from '@quorate/protocol';
import { isUndecided, type Transfer } from '../faucet/transfer-batches.ts';
import { PROXY } from '../keys.ts';
import type { Asker } from '../nodes/asker.ts';
import type { LocalNetworkOptions } from '../nodes/host-node.ts';
import { type HostedClient, hostClient } from '../nodes/local-network.ts';
import { inTime } from '../timing/in-time.ts';
import { busy, PayError } from './pay-error.ts';
import type { Wallet } from './send.ts';
import { createSendQueue } from './send-queue.ts';

/** The name of the wallet's client node; its store is beside those of the validators. */
export const WALLET = 'wallet';

/** The most payments that may wait for earlier ones. */
const WAITING_MAX = 100;

/** A wallet, and its node, which has to be closed with the devnet. */
export interface OpenWallet {
  readonly wallet: Wallet;
  readonly hosted: HostedClient;
}

/** What a wallet is opened with. */
export interface WalletOptions {
  readonly asker: Asker;
  /** Funds the wallet. */
  readonly faucet: HostedClient;
  readonly secretKey: Uint8Array;
  /** Whether the key is fresh. */
  readonly isNew: boolean;
}

/** Opens the wallet of a key. */
export function openWallet(
  network: LocalNetworkOptions,
  { asker, faucet, secretKey, isNew }: WalletOptions,
): OpenWallet {
  const signer = network.crypto.signer(secretKey);
  // The rows in the store of a fresh key belong to a key that is lost, and to its nonces.
  const hosted = hostClient(network, WALLET, signer, isNew ? [] : undefined);
  const queue = createSendQueue(WAITING_MAX);

  /**
   * Makes a client send a transfer; `'Unsent'` if the client had not begun by the deadline, and
   * never will.
   */
  async function execute(
    client: HostedClient,
    transfer: Transfer,
    deadline: number,
  ): Promise<Result | undefined | 'Unsent'> {
    if (performance.now() >= deadline) return 'Unsent';
    const operations = [transfer];
    const asked = asker.ask(client.node.name, { type: 'Execute', operations });
    const result = await inTime(asked, deadline);
    return result === undefined && client.takeBack(operations) ? 'Unsent' : result;
  }

  // A transaction in its store or under way has to end first. Another one would be sent whenever
  // that one ends, long after the caller was told that it failed.
  async function finish(deadline: number): Promise<void> {
    const state = hosted.node.state();
    if (state === undefined || state.queue.length > 0) throw busy(UNFINISHED);
    if (state.inFlight === undefined) return;
    if (!(await ended(hosted, asker, deadline))) throw busy(UNFINISHED);
  }

  async function held({ id }: FundingToken, deadline: number): Promise<bigint> {
    const request = {
      type: 'GetAccountInfo',
      address: signer.address,
      tokenBalances: id === NATIVE.id ? 'none' : [id],
      stateKeys: 'none',
    } as const;
    const info = await inTime(asker.ask(PROXY, request), deadline);
    if (info?.type !== 'AccountInfo') throw busy('nobody says what the wallet holds');
    return id === NATIVE.id ? info.balance : (info.tokenBalances[0]?.[1] ?? 0n);
  }

  // Checked each time: a network that went back to a snapshot may not have an earlier funding.
  async function fund(paid: TokenId, deadline: number): Promise<void> {
    const token = fundingIn(network.genesis, paid);
    // Read before the balance, which shows what ends in between.
    const isComing = mayPay(faucet.node.state(), signer.address);
    if ((await held(token, deadline)) > 0n) return;
    if (isComing) {
      const isResting = faucet.node.state()?.inFlight?.isResting === true;
      if (isResting && (await ended(faucet, asker, deadline))) return fund(paid, deadline);
      throw busy('the wallet is about to be funded');
    }
    const given = await execute(faucet, fundingOf(token, signer.address), deadline);
    if (given === 'Unsent' || isUndecided(given)) throw busy('the wallet is not funded yet');
    if (given?.type !== 'Success') {
      throw new PayError(500, 'The wallet could not be funded.', 'TX_FAILED');
    }
  }

  async function pay(transfer: Transfer, deadline: number): Promise<Result | undefined> {
    await finish(deadline);
    await fund(transfer.tokenId, deadline);
    // A snapshot with a transaction under way may have been restored meanwhile.
    if (hosted.node.state()?.inFlight !== undefined) throw busy(UNFINISHED);
    const result = await execute(hosted, transfer, deadline);
    if (result === 'Unsent') throw busy('its time is over');
    return result;
  }

  return {
    hosted,
    wallet: {
      address: signer.address,
      pay: (transfer, deadline) => queue.take(() => pay(transfer, deadline), deadline),
    },
  };
}

const UNFINISHED = 'an earlier one has no outcome';

/**
 * Submits the transaction that a client has in flight again: after some repetitions the client
 * waits until it is asked. Tells whether that transaction has ended.
 */
async function ended({ node }: HostedClient, asker: Asker, deadline: number): Promise<boolean> {
  const { inFlight } = node.state() ?? {};
  if (inFlight === undefined) return true;
  const { envelope } = inFlight;
  const asked = asker.ask(node.name, { type: 'SubmitTransaction', envelope });
  return !isUndecided(await inTime(asked, deadline));
}

/** A token that the faucet has held from the start. */
interface FundingToken {
  readonly id: TokenId;
  readonly decimals: number;
}

const NATIVE: FundingToken = { id: NATIVE_TOKEN.tokenId, decimals: NATIVE_TOKEN.decimals };

/**
 * Gives the token with which a wallet is funded to pay in a token: that token itself, or else the
 * native one.
 */
function fundingIn({ tokens = [] }: Genesis, paid: TokenId): FundingToken {
  return tokens.find(({ id }) => id === paid) ?? NATIVE;
}

/** As many whole units of a token as one drip of the native token may give. */
function fundingOf({ id: tokenId, decimals }: FundingToken, recipient: Address): Transfer {
  const amount = (LIMITS.faucetAmount * 10n ** BigInt(decimals)) / 10n ** BigInt(NATIVE.decimals);
  return { kind: 'TokenTransfer', tokenId, recipient, amount, userData: null };
}

/** Tells whether a client may still pay a recipient, whatever it is asked for next. */
function mayPay(state: ClientState | undefined, recipient: Address): boolean {
  // While the client is down, the content of its store is unknown.
  if (state === undefined) return true;
  const { inFlight, queue } = state;
  const begun = inFlight && factsOf(inFlight.envelope.transaction).transaction.operations;
  const waiting = queue.flatMap(({ request }) =>
    request.type === 'Execute' ? request.operations : [],
  );
  return [...(begun ?? []), ...waiting].some(
    (operation) => operation.kind === 'TokenTransfer' && operation.recipient === recipient,
  );
}
