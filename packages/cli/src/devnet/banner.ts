import { formatDecimalAmount, NATIVE_TOKEN } from '@quorate/client';
import type { Colors } from '../output/terminal.ts';
import type { ReadyEvent } from './ready-event.ts';

/** What a banner says besides the ready event. */
export interface BannerOptions {
  readonly event: ReadyEvent;
  /** Whether commands in its folder find the devnet by themselves. */
  readonly isFoundHere: boolean;
  readonly version: string;
  /** Milliseconds between two drips of one token to one recipient. */
  readonly faucetCooldown: number;
  /** The faults in effect, each as one writes it on the command line. */
  readonly faults?: readonly string[];
  /**
   * The address to which the devnet is bound, if that keeps everybody from spending and
   * controlling.
   */
  readonly shutBy?: string;
  /**
   * Where the devnet is bound, if that is every address, and by which names callers reach it
   * besides.
   */
  readonly open?: { readonly host: string; readonly names: readonly string[] };
  /** Whether callers have to show a token to spend or control. */
  readonly asksToken?: boolean;
  readonly colors: Colors;
}

/** How many accounts are printed with their keys; the ready file contains all. */
const ACCOUNTS_SHOWN = 10;

/** The banner does not print the token itself, which is secret. */
const TOKEN_TEXT = 'faucet, wallet and admin interface ask for it: Authorization: Bearer <token>';

/** Gives what a person wants to know of a devnet that answers; every address can be copied. */
export function renderBanner(options: BannerOptions): string {
  const { event, version, colors } = options;
  const { committee, validators, accounts, persistence, quorum } = event;
  const seconds = (event.milliseconds / 1000).toFixed(2);
  const row = (name: string, text: string): string => `${colors.dim(name.padEnd(11))}${text}`;
  const faulty = Math.floor((committee.length - 1) / 3);
  const waiting = validators.length - committee.length;
  const lines = [
    `${colors.bold(`quorate devnet ${version}`)}   ready in ${seconds} s`,
    '',
    row(
      'Network',
      `${event.networkId}   validators ${committee.length}   quorum ${quorum}   faults tolerated ${faulty}` +
        (waiting === 0 ? '' : `   without a seat ${waiting}`),
    ),
    row('Seed', `${event.seed === '' ? '""' : event.seed}   (the same seed gives the same keys)`),
    ...event.tokens.map(({ name, tokenId }) =>
      row(name, `${tokenId}   (accounts and faucet have it, as on the public network)`),
    ),
    row('State', stateText(persistence)),
    ...faultLines(options).map((line, index) => row(index === 0 ? 'Faults' : '', line)),
    row('Faucet', faucetText(options)),
    ...(options.asksToken === true ? [row('Token', TOKEN_TEXT)] : []),
    ...(options.open === undefined ? [] : [row('Bound to', openText(options.open))]),
    '',
    row('REST', `${event.rest}/v1`),
    row('Proxy RPC', event.proxyRpc),
    row('Pay send', event.paySend),
    row('Dashboard', `${event.rest}/dashboard`),
    row('API docs', `${event.rest}/api-docs`),
    row('Admin', event.admin),
    ...validatorLines(validators).map((line, index) => row(index === 0 ? 'Validators' : '', line)),
    '',
    ...accountLines(accounts, colors),
    '',
    firstTry(options),
    colors.dim('Ctrl-C stops it.'),
  ];
  return `${lines.join('\n')}\n`;
}

function faultLines({ faults = [] }: BannerOptions): readonly string[] {
  if (faults.length === 0) return ['none'];
  return [...faults, '(quorate devnet heal ends them)'];
}

/** Puts two validators on each line, aligned, which fits into 80 columns. */
function validatorLines(validators: ReadyEvent['validators']): readonly string[] {
  const width = (of: (each: ReadyEvent['validators'][number]) => string): number =>
    Math.max(...validators.map((each) => of(each).length));
  const [nameWidth, rpcWidth] = [width(({ name }) => name), width(({ rpc }) => rpc)];
  const cells = validators.map(
    ({ name, rpc }) => `${name.padEnd(nameWidth)} ${rpc.padEnd(rpcWidth)}`,
  );
  const firsts = cells.filter((_, index) => index % 2 === 0);
  return firsts.map((cell, line) => `${cell}   ${cells[2 * line + 1] ?? ''}`.trimEnd());
}

function accountLines(accounts: ReadyEvent['accounts'], colors: Colors): readonly string[] {
  const [first] = accounts;
  if (first === undefined) return [`${colors.dim('Accounts'.padEnd(11))}none`];
  const shown = accounts.slice(0, ACCOUNTS_SHOWN);
  const nameWidth = Math.max(...shown.map(({ name }) => name.length));
  return [
    `Accounts: address and secret key, each with ${balanceText(first)} at first.`,
    'These keys are public: never send them anything of value.',
    ...shown.flatMap(({ name, address, secretKey }) => [
      `  ${name.padEnd(nameWidth)}  ${address}`,
      `  ${' '.repeat(nameWidth)}  ${colors.dim(secretKey)}`,
    ]),
    ...(accounts.length > shown.length ? [`  and ${accounts.length - shown.length} more`] : []),
  ];
}

function firstTry({ event, isFoundHere, colors }: BannerOptions): string {
  return isFoundHere
    ? `Try   ${firstCommand(event.accounts)}   ${colors.dim('in another terminal, in this folder')}`
    : `Try   npx quorate committee status --url ${event.rest}   ${colors.dim('in another terminal')}`;
}

/** Gives a command that succeeds with the existing accounts. */
function firstCommand([first, second]: ReadyEvent['accounts']): string {
  return first === undefined || second === undefined
    ? 'npx quorate committee status'
    : `npx quorate send ${second.name} 5 --from ${first.name}`;
}

function faucetText({ faucetCooldown, shutBy }: BannerOptions): string {
  if (shutBy !== undefined) {
    return `off, as are wallet and admin interface: it is bound to ${shutBy}   (--token opens them)`;
  }
  return faucetCooldown === 0 ? 'no cooldown' : `one drip in ${faucetCooldown / 1000} s`;
}

function openText({ host, names }: NonNullable<BannerOptions['open']>): string {
  const known = ['localhost', '127.0.0.1', '[::1]', ...names].join(', ');
  return `${host}, and answers as ${known}   (--allow-host adds names)`;
}

function stateText(persistence: ReadyEvent['persistence']): string {
  return persistence.kind === 'none'
    ? 'in memory, gone when it stops   (--data-dir keeps it)'
    : `kept in ${persistence.path}   (--ephemeral keeps nothing)`;
}

/** All accounts have the same at first. */
function balanceText({ balance }: ReadyEvent['accounts'][number]): string {
  const { decimals, name } = NATIVE_TOKEN;
  return `${formatDecimalAmount(BigInt(balance), decimals)} ${name}`;
}
