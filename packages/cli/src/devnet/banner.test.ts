import { describe, expect, it } from 'vitest';
import { plainColors } from '../output/terminal.ts';
import { type BannerOptions, renderBanner } from './banner.ts';
import type { ReadyEvent } from './ready-event.ts';

const NAMES = ['alice', 'bob', 'carol'];

function eventOf(accounts: number, seed: string): ReadyEvent {
  return {
    schema: 'quorate.devnet.ready/1',
    event: 'ready',
    pid: 1,
    milliseconds: 500,
    networkId: 'fast:localnet',
    seed,
    genesisTimeNanos: '5',
    quorum: 1,
    rest: 'http://127.0.0.1:7400',
    proxyRpc: 'http://127.0.0.1:7410',
    paySend: 'http://127.0.0.1:7400/api/pay/send',
    admin: 'http://127.0.0.1:7400/_devnet/v1',
    committee: ['v1'],
    validators: [{ name: 'v1', address: 'fast1v', rpc: 'http://127.0.0.1:7420' }],
    accounts: NAMES.slice(0, accounts).map((name) => ({
      name,
      address: `fast1${name}`,
      publicKey: '00',
      secretKey: '11',
      balance: '0',
    })),
    tokens: [],
    faults: 0,
    persistence: { kind: 'none' },
  };
}

type Reach = Partial<Pick<BannerOptions, 'isFoundHere' | 'shutBy' | 'open' | 'asksToken'>>;

function bannerOf(
  accounts: number,
  seed = '1',
  shut: Reach = {},
  changed: Partial<ReadyEvent> = {},
): string {
  const event = { ...eventOf(accounts, seed), ...changed };
  return renderBanner({
    ...{ event, isFoundHere: true, version: '0.1.0', faucetCooldown: 0, colors: plainColors },
    ...shut,
  });
}

describe('the banner of a devnet', () => {
  it.each([
    [0, 'npx quorate committee status'],
    [1, 'npx quorate committee status'],
    [2, 'npx quorate send bob 5 --from alice'],
    [3, 'npx quorate send bob 5 --from alice'],
  ])('with %i accounts proposes what can be done with them', (accounts, command) => {
    expect(bannerOf(accounts)).toContain(`\nTry   ${command}   in another terminal`);
  });

  it('proposes what finds it, if commands in its folder do not', () => {
    const command = 'npx quorate committee status --url http://127.0.0.1:7400';
    const banner = bannerOf(2, '1', { isFoundHere: false });
    expect(banner).toContain(`\nTry   ${command}   in another terminal\n`);
  });

  it('has two validators on a line, aligned', () => {
    const validators = ['v1', 'v2', 'v3', 'v10'].map((name, index) => ({
      name,
      address: `fast1${name}`,
      rpc: `http://127.0.0.1:${index === 0 ? 80 : 7420 + index}`,
    }));
    expect(bannerOf(1, '1', {}, { validators })).toContain(
      [
        'Validators v1  http://127.0.0.1:80     v2  http://127.0.0.1:7421',
        '           v3  http://127.0.0.1:7422   v10 http://127.0.0.1:7423',
        '\nAccounts',
      ].join('\n'),
    );
    expect(bannerOf(1)).toContain('\nValidators v1 http://127.0.0.1:7420\n\n');
  });

  it('warns about keys if there are any', () => {
    expect(bannerOf(1)).toContain('These keys are public');
    expect(bannerOf(0)).toContain('\nAccounts   none\n');
    expect(bannerOf(0)).not.toContain('keys:');
  });

  it('calls the balances the first ones: the present ones of a kept folder may differ', () => {
    expect(bannerOf(1)).toContain(
      '\nAccounts: address and secret key, each with 0 FAST at first.\n',
    );
  });

  it('fits into 80 columns, where a path does not make it longer', () => {
    const accounts = eventOf(3, '1').accounts.map((each) => ({
      ...each,
      address: 'f'.repeat(63),
      secretKey: '1'.repeat(64),
      balance: String(10n ** 24n),
    }));
    const lines = bannerOf(3, '1', {}, { accounts }).split('\n');
    expect(lines.filter(({ length }) => length > 80)).toEqual([]);
  });

  it('says what is off where nobody may spend or control', () => {
    expect(bannerOf(2)).toContain('\nFaucet     no cooldown\n');
    const shut = bannerOf(2, '1', { shutBy: '0.0.0.0' });
    expect(shut).toContain(
      '\nFaucet     off, as are wallet and admin interface: it is bound to 0.0.0.0   (--token opens them)\n',
    );
  });

  it('says by which names a devnet is reached that is bound to every address', () => {
    expect(bannerOf(2)).not.toContain('Bound to');
    expect(bannerOf(2, '1', { open: { host: '0.0.0.0', names: ['box'] } })).toContain(
      '\nBound to   0.0.0.0, and answers as localhost, 127.0.0.1, [::1], box   (--allow-host adds names)\n',
    );
  });

  it('says what asks for a token if there is one', () => {
    expect(bannerOf(2)).not.toContain('Token');
    expect(bannerOf(2, '1', { asksToken: true })).toContain(
      '\nToken      faucet, wallet and admin interface ask for it: Authorization: Bearer <token>\n',
    );
  });

  it('says where the admin interface is, which nothing else shows to people', () => {
    expect(bannerOf(2)).toContain('\nAdmin      http://127.0.0.1:7400/_devnet/v1\n');
  });

  it('names a token that is there from the start, by which clients of a public network pay', () => {
    const tokens = [{ tokenId: 'd73a', name: 'testUSDC', decimals: 6 }];
    expect(bannerOf(1, '1', {}, { tokens })).toContain(
      '\ntestUSDC   d73a   (accounts and faucet have it',
    );
  });

  it('has a line for each fault in effect', () => {
    expect(bannerOf(2)).toContain('\nFaults     none\n');
    const faults = ['cut v4', 'crash v3'];
    const event = eventOf(1, '1');
    const text = renderBanner({
      event,
      isFoundHere: true,
      version: '0.1.0',
      faucetCooldown: 0,
      faults,
      colors: plainColors,
    });
    expect(text).toContain(
      '\nFaults     cut v4\n           crash v3\n           (quorate devnet heal ends them)\n',
    );
  });

  it('shows an empty seed, as an empty variable gives it', () => {
    expect(bannerOf(2, '')).toContain('\nSeed       ""   (the same seed');
    expect(bannerOf(2, 'x')).toContain('\nSeed       x   (the same seed');
  });
});
