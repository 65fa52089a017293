import { generateSecretKey, signerOf } from '@quorate/client';
import {
  bytesToHex,
  counted,
  formatAddress,
  type TransactionId,
  transactionId,
} from '@quorate/protocol';
import { CommandError, OptionError } from '../command-error.ts';
import { namesOf } from '../devnet/running-devnet.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Pair } from '../report/pairs.ts';
import { openWallet, type SenderOptions, writeKeyFile } from '../wallet/key-file.ts';
import {
  addressOf,
  findNetwork,
  inNames,
  type NetworkOptions,
  nameOf,
  namesAreLocal,
} from '../wallet/network.ts';
import { settledData } from '../wallet/settled.ts';
import { state } from '../wallet/show.ts';
import {
  amountData,
  findCreated,
  findToken,
  readAmount,
  showAmount,
} from '../wallet/token-amount.ts';
import { inWholeTokens } from '../wallet/whole-tokens.ts';

/** The options of every command that uses a network. */
export interface CommonOptions extends NetworkOptions {
  readonly json?: true;
}

/** The options of `quorate account new`. */
export interface NewAccountOptions {
  readonly keyFile?: string;
  readonly showSecret?: true;
  readonly json?: true;
}

/** Creates a key. */
export function newAccount(options: NewAccountOptions, terminal: Terminal): void {
  if (options.keyFile === undefined && options.showSecret === undefined) {
    throw new OptionError(
      'give --key-file to say where the key is kept, or --show-secret to print it',
    );
  }
  const secretKey = generateSecretKey();
  if (options.keyFile !== undefined) writeKeyFile(options.keyFile, secretKey);
  const address = formatAddress(signerOf(secretKey).address);
  const keyFile = options.keyFile ?? null;
  const shown = options.showSecret === undefined ? null : bytesToHex(secretKey);
  state(
    terminal,
    {
      rows: [
        ['address', address],
        ...(keyFile === null ? [] : [['key file', keyFile] as const]),
        ...(shown === null ? [] : [['secret key', shown] as const]),
      ],
      data: { address, keyFile, secretKey: shown },
    },
    options.json,
  );
}

/** Shows what is known of an account. */
export async function showAccount(
  who: string,
  options: CommonOptions,
  terminal: Terminal,
): Promise<void> {
  const network = findNetwork(options);
  const address = addressOf(network, 'who', who);
  const native = await findToken(network.client);
  const info = await network.client.account(address, { tokens: 'all' });
  const others = info.tokenBalance.filter(([id]) => id !== native.tokenId);
  const tokenOf = await findCreated(
    network.client,
    others.map(([id]) => id),
  );
  const held = others.map(([id, amount]) => ({ amount, token: tokenOf(id) }));
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

/** Lists the accounts whose keys are at hand, with what they hold. */
export async function listAccounts(options: CommonOptions, terminal: Terminal): Promise<void> {
  const { client, accounts, seed } = findNetwork(options);
  if (seed === undefined) {
    throw new CommandError(`${namesAreLocal}; quorate account show takes any address`);
  }
  const native = await findToken(client);
  const listed = await Promise.all(
    accounts.map(async ({ name, address }) => {
      const { balance } = await client.account(address);
      return { name, address: formatAddress(address), balance };
    }),
  );
  state(
    terminal,
    {
      rows: listed.map(({ name, address, balance }) => [
        name,
        `${address}  ${showAmount(balance, native)}`,
      ]),
      data: {
        accounts: listed.map((each) => ({ ...each, balance: amountData(each.balance, native) })),
      },
    },
    options.json,
  );
}

/** The options of `quorate faucet`. */
export interface DripOptions extends CommonOptions {
  /** The id of the token. */
  readonly token?: string;
}

/** The options of commands that send. */
export interface SendOptions extends DripOptions, SenderOptions {}

/** A transfer as it is typed: the recipient, and the number of whole tokens. */
type Transfer = readonly [to: string, amount: string];

/** Reads the recipient of a transfer, and how much of which token it moves. */
async function readTransfer([to, text]: Transfer, options: DripOptions) {
  const network = findNetwork(options);
  const recipient = addressOf(network, 'to', to);
  const token = await findToken(network.client, options.token, '--token');
  return { network, recipient, token, amount: readAmount(text, token) };
}

/** Sends tokens, and says so once they have arrived. */
export async function sendTokens(
  asked: Transfer,
  options: SendOptions,
  terminal: Terminal,
): Promise<void> {
  const { network, recipient, token, amount } = await readTransfer(asked, options);
  const certificate = await openWallet(network, options, terminal.complain).transact([
    { kind: 'TokenTransfer', tokenId: token.tokenId, recipient, amount, userData: null },
  ]);
  const settled = settledData(certificate);
  const to = formatAddress(recipient);
  state(
    terminal,
    {
      rows: [
        ['sent', showAmount(amount, token)],
        ['to', inNames(to, network.names)],
        ['transaction', settled.transactionId],
        ['signers', counted(settled.signers.length, 'validator')],
      ],
      data: { sent: amountData(amount, token), to, ...settled },
    },
    options.json,
  );
}

/** Asks the faucet for tokens. */
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
  const to = formatAddress(recipient);
  state(
    terminal,
    {
      rows: [
        ['given', showAmount(amount, token)],
        ['to', inNames(to, network.names)],
      ],
      data: { given: amountData(amount, token), to },
    },
    options.json,
  );
}

/** Shows a transaction that has settled. */
export async function showTransaction(
  id: string,
  options: CommonOptions,
  terminal: Terminal,
): Promise<void> {
  const asked = readId(id);
  const network = findNetwork(options);
  const settled = settledData(await network.client.certificate(asked));
  const parties = [settled.sender, ...settled.signers];
  const names = options.json === true ? [] : await namesOf(network, parties, options.accessToken);
  state(
    terminal,
    {
      rows: [
        ['transaction', settled.transactionId],
        ['release', settled.release],
        ['sender', inNames(settled.sender, names)],
        ['nonce', settled.nonce],
        ['operations', settled.operations.join(', ')],
        ...settled.signers.map(
          (signer, index): Pair => [index === 0 ? 'signers' : '', inNames(signer, names)],
        ),
      ],
      data: { ...settled },
    },
    options.json,
  );
}

/** Reads the id of a transaction. @throws OptionError for anything else */
function readId(text: string): TransactionId {
  const digits = text.toLowerCase().replace(/^0x/, '');
  if (/^[0-9a-f]{64}$/.test(digits)) return digits as TransactionId;
  throw new OptionError(`id: expected 64 hex digits, with or without 0x, got "${text}"`);
}
