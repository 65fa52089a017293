import { generateSecretKey, signerOf } from '@quorate/client';
import {
  bytesToHex,
  formatAddress,
  type Operation,
  operationId,
  type TokenId,
  type TransactionId,
  transactionId,
} from '@quorate/protocol';
import type { Terminal } from '../terminal.ts';
import { CommandError } from '../wallet/command-error.ts';
import { openWallet, type SenderOptions, writeKeyFile } from '../wallet/key-file.ts';
import {
  addressOf,
  findNetwork,
  type NetworkOptions,
  nameOf,
  namesAreLocal,
} from '../wallet/network.ts';
import { show, state } from '../wallet/show.ts';
import { amountData, findToken, readAmount, showAmount } from '../wallet/token-amount.ts';
import { inWholeTokens } from '../wallet/whole-tokens.ts';

/** Hold what every command of a network takes. */
export interface CommonOptions extends NetworkOptions {
  readonly json?: true;
}

/** Hold the options of `quorate account new`. */
export interface NewAccountOptions {
  readonly keyFile?: string;
  readonly showSecret?: true;
  readonly json?: true;
}

/** Create a key. */
export function newAccount(options: NewAccountOptions, terminal: Terminal): void {
  if (options.keyFile === undefined && options.showSecret === undefined) {
    throw new CommandError('where does the key go? Give --key-file, or --show-secret to see it.');
  }
  const secretKey = generateSecretKey();
  if (options.keyFile !== undefined) writeKeyFile(options.keyFile, secretKey);
  show(
    terminal,
    {
      address: formatAddress(signerOf(secretKey).address),
      ...(options.keyFile === undefined ? {} : { 'key file': options.keyFile }),
      ...(options.showSecret === undefined ? {} : { 'secret key': bytesToHex(secretKey) }),
    },
    options.json,
  );
}

/** Show what is known of an account. */
export async function showAccount(
  who: string,
  options: CommonOptions,
  terminal: Terminal,
): Promise<void> {
  const network = findNetwork(options);
  const address = addressOf(network, who);
  const native = await findToken(network.client);
  const info = await network.client.account(address, { tokens: 'all' });
  const others = info.tokenBalance.filter(([id]) => id !== native.tokenId);
  const held = await Promise.all(
    others.map(async ([id, amount]) => ({ amount, token: await findToken(network.client, id) })),
  );
  const pending = info.pendingConfirmation;
  state(
    terminal,
    {
      rows: [
        ['address', formatAddress(address)],
        ['balance', showAmount(info.balance, native)],
        ['next nonce', String(info.nextNonce)],
        ['pending', pending === null ? 'nothing' : 'a transaction'],
        ...held.map(
          ({ amount, token }) =>
            [`token ${token.name}`, `${showAmount(amount, token)}   ${token.tokenId}`] as const,
        ),
      ],
      data: {
        name: nameOf(network, address) ?? null,
        address: formatAddress(address),
        balance: amountData(info.balance, native),
        nextNonce: String(info.nextNonce),
        pendingTransactionId: pending === null ? null : transactionId(pending.value.transaction),
        tokens: held.map(({ amount, token }) => amountData(amount, token)),
      },
    },
    options.json,
  );
}

/** List the accounts whose keys are at hand, with what they hold. */
export async function listAccounts(options: CommonOptions, terminal: Terminal): Promise<void> {
  const { client, accounts, seed } = findNetwork(options);
  if (seed === undefined) {
    throw new CommandError(`${namesAreLocal}; quorate account show takes any address`);
  }
  const native = await findToken(client);
  const rows = await Promise.all(
    accounts.map(async ({ name, address }) => {
      const { balance } = await client.account(address);
      return [name, `${formatAddress(address)}  ${showAmount(balance, native)}`] as const;
    }),
  );
  show(terminal, Object.fromEntries(rows), options.json);
}

/** Hold the options of `quorate faucet`. */
export interface DripOptions extends CommonOptions {
  /** The id of the token. */
  readonly token?: string;
}

/** Hold the options of commands that send. */
export interface SendOptions extends DripOptions, SenderOptions {}

/** State a transfer as it is typed: to whom, and how many whole tokens. */
type Transfer = readonly [to: string, amount: string];

/** Read whom a transfer is for, and how much of what it moves. */
async function readTransfer([to, text]: Transfer, options: DripOptions) {
  const network = findNetwork(options);
  const recipient = addressOf(network, to);
  const token = await findToken(network.client, options.token);
  return { network, recipient, token, amount: readAmount(text, token) };
}

/** Send tokens, and say so once they have arrived. */
export async function sendTokens(
  asked: Transfer,
  options: SendOptions,
  terminal: Terminal,
): Promise<void> {
  const { network, recipient, token, amount } = await readTransfer(asked, options);
  const certificate = await openWallet(network, options).transact([
    { kind: 'TokenTransfer', tokenId: token.tokenId, recipient, amount, userData: null },
  ]);
  show(
    terminal,
    {
      sent: showAmount(amount, token),
      to: nameOf(network, recipient) ?? formatAddress(recipient),
      transaction: transactionId(certificate.envelope.transaction),
      signers: `${certificate.signatures.length} validators`,
    },
    options.json,
  );
}

/** Ask the faucet for tokens. */
export async function drip(
  asked: Transfer,
  options: DripOptions,
  terminal: Terminal,
): Promise<void> {
  const { network, recipient, token, amount } = await readTransfer(asked, options);
  const { client } = network;
  await inWholeTokens(client, () =>
    client.faucetDrip({ recipient, amount, tokenId: token.tokenId }),
  );
  show(terminal, { given: showAmount(amount, token), to: formatAddress(recipient) }, options.json);
}

/** Show a transaction that has settled. */
export async function showTransaction(
  id: string,
  options: CommonOptions,
  terminal: Terminal,
): Promise<void> {
  const { client } = findNetwork(options);
  const certificate = await client.certificate(
    id.toLowerCase().replace(/^0x/, '') as TransactionId,
  );
  const { release, transaction } = certificate.envelope.transaction;
  const operations: readonly { readonly kind: string }[] =
    'claims' in transaction ? transaction.claims : [transaction.claim];
  show(
    terminal,
    {
      transaction: transactionId(certificate.envelope.transaction),
      release,
      sender: formatAddress(transaction.sender),
      nonce: String(transaction.nonce),
      operations: operations.map(({ kind }) => kind).join(', '),
      signers: certificate.signatures.map(([name]) => formatAddress(name)).join(' '),
    },
    options.json,
  );
}

/** Hold the options of `quorate token create`. */
export interface CreateTokenOptions extends CommonOptions, SenderOptions {
  readonly decimals: number;
  /** Whole tokens that the creator holds afterwards. */
  readonly amount?: string;
}

/** Create a token; its creator may mint more. */
export async function createToken(
  name: string,
  options: CreateTokenOptions,
  terminal: Terminal,
): Promise<void> {
  const network = findNetwork(options);
  const wallet = openWallet(network, options);
  const { decimals, amount: text } = options;
  const token = { tokenId: '' as TokenId, name, decimals };
  const initialAmount = text === undefined ? 0n : readAmount(text, token);
  const creation: Operation = {
    kind: 'TokenCreation',
    tokenName: name,
    decimals,
    initialAmount,
    mints: [wallet.address],
    userData: null,
  };
  const { envelope } = await wallet.transact([creation]);
  const { sender, nonce } = envelope.transaction.transaction;
  show(
    terminal,
    { token: operationId(sender, nonce, 0), name, supply: showAmount(initialAmount, token) },
    options.json,
  );
}

/** Mint more of a token. */
export async function mintToken(
  [id, to, text]: readonly [id: string, to: string, amount: string],
  options: SendOptions,
  terminal: Terminal,
): Promise<void> {
  const network = findNetwork(options);
  const token = await findToken(network.client, id);
  const amount = readAmount(text, token);
  const recipient = addressOf(network, to);
  await openWallet(network, options).transact([
    { kind: 'Mint', tokenId: token.tokenId, recipient, amount },
  ]);
  show(terminal, { minted: showAmount(amount, token), to: formatAddress(recipient) }, options.json);
}

/** Show what is known of a token. */
export async function showToken(
  id: string,
  options: CommonOptions,
  terminal: Terminal,
): Promise<void> {
  const { client } = findNetwork(options);
  const token = await findToken(client, id);
  const { tokenId, name, decimals, metadata } = token;
  const rows = { token: tokenId, name, decimals: String(decimals) };
  show(
    terminal,
    metadata === undefined
      ? { ...rows, admin: 'none' }
      : {
          ...rows,
          supply: showAmount(metadata.totalSupply, token),
          admin: formatAddress(metadata.admin),
          mints: metadata.mints.map(formatAddress).join(' '),
          updates: String(metadata.updateId),
        },
    options.json,
  );
}
