import { createdIds } from '@quorate/client';
import { invariant } from '@quorate/core';
import { formatAddress, type Operation, type TokenMetadata } from '@quorate/protocol';
import type { Terminal } from '../output/terminal.ts';
import { openWallet, type SenderOptions } from '../wallet/key-file.ts';
import { addressOf, findNetwork, inNames, type Named } from '../wallet/network.ts';
import { settledData } from '../wallet/settled.ts';
import { type Statement, state } from '../wallet/show.ts';
import {
  amountData,
  findToken,
  type KnownToken,
  readAmount,
  showAmount,
} from '../wallet/token-amount.ts';
import type { CommonOptions, SendOptions } from './wallet.ts';

/** The options of `quorate token create`. */
export interface CreateTokenOptions extends CommonOptions, SenderOptions {
  readonly decimals: number;
  /** Whole tokens that the creator holds afterwards. */
  readonly amount?: string;
}

/** Creates a token; its creator may mint more. */
export async function createToken(
  name: string,
  options: CreateTokenOptions,
  terminal: Terminal,
): Promise<void> {
  const network = findNetwork(options);
  const wallet = openWallet(network, options, terminal.complain);
  const { decimals, amount: text } = options;
  const initialAmount = text === undefined ? 0n : readAmount(text, { decimals }, '--amount');
  const creation: Operation = {
    kind: 'TokenCreation',
    tokenName: name,
    decimals,
    initialAmount,
    mints: [wallet.address],
    userData: null,
  };
  const certificate = await wallet.transact([creation]);
  const [tokenId] = createdIds(certificate).tokens;
  invariant(tokenId !== undefined, 'what was sent creates a token');
  const token = { tokenId, name, decimals };
  state(
    terminal,
    {
      rows: [
        ['token', token.tokenId],
        ['name', name],
        ['supply', showAmount(initialAmount, token)],
      ],
      data: { ...token, supply: amountData(initialAmount, token), ...settledData(certificate) },
    },
    options.json,
  );
}

/** Mints more of a token. */
export async function mintToken(
  [id, who, text]: readonly [id: string, to: string, amount: string],
  options: SendOptions,
  terminal: Terminal,
): Promise<void> {
  const network = findNetwork(options);
  const token = await findToken(network.client, id);
  const amount = readAmount(text, token);
  const recipient = addressOf(network, 'to', who);
  const certificate = await openWallet(network, options, terminal.complain).transact([
    { kind: 'Mint', tokenId: token.tokenId, recipient, amount },
  ]);
  const to = formatAddress(recipient);
  state(
    terminal,
    {
      rows: [
        ['minted', showAmount(amount, token)],
        ['to', inNames(to, network.names)],
      ],
      data: { minted: amountData(amount, token), to, ...settledData(certificate) },
    },
    options.json,
  );
}

/** Shows what is known of a token. */
export async function showToken(
  id: string,
  options: CommonOptions,
  terminal: Terminal,
): Promise<void> {
  const { client, names } = findNetwork(options);
  const token = await findToken(client, id);
  state(
    terminal,
    token.metadata === undefined
      ? nativeStatement(token)
      : createdStatement(token, token.metadata, names),
    options.json,
  );
}

function nativeStatement({ tokenId, name, decimals }: KnownToken): Statement {
  return {
    rows: [...identityRows({ tokenId, name, decimals }), ['admin', 'none']],
    data: { tokenId, name, decimals, supply: null, admin: null, mints: [], updates: null },
  };
}

function createdStatement(
  { tokenId, name, decimals }: KnownToken,
  { totalSupply, admin, mints, updateId }: TokenMetadata,
  names: readonly Named[],
): Statement {
  const token = { tokenId, name, decimals };
  const facts = { admin: formatAddress(admin), updates: String(updateId) };
  const minters = mints.map(formatAddress);
  return {
    rows: [
      ...identityRows(token),
      ['supply', showAmount(totalSupply, token)],
      ['admin', inNames(facts.admin, names)],
      ['mints', inNames(minters.join(' '), names)],
      ['updates', facts.updates],
    ],
    data: { ...token, supply: amountData(totalSupply, token), mints: minters, ...facts },
  };
}

function identityRows({ tokenId, name, decimals }: KnownToken): Statement['rows'] {
  return [
    ['token', tokenId],
    ['name', name],
    ['decimals', String(decimals)],
  ];
}
