import { nodeNamesOf, type ProxyState, quorumSize } from '@quorate/core';
import { openCrypto, type Signer } from '@quorate/crypto';
import { type Address, bytesToHex, type NetworkId } from '@quorate/protocol';
import { ADMIN } from './admin/admin-prefix.ts';
import { type Controls, createControls } from './admin/controls.ts';
import { createJournal } from './admin/journal.ts';
import { orRefusal } from './admin/refusal.ts';
import { openReturns, resetAgain } from './admin/returns.ts';
import { createTraces } from './admin/traces.ts';
import { type Asker, type AttentiveAsker, createAsker } from './asker.ts';
import { attended } from './attended.ts';
import { createHostClock } from './clock.ts';
import { createSeating, type Seating } from './committee/seating.ts';
import { type Founded, foundNetwork, keepNetwork } from './constitution-file.ts';
import { lockData } from './data-lock.ts';
import type { CrossSigner } from './evm/cross-signer.ts';
import { createFarewell, type Farewell } from './farewell.ts';
import { checkedName } from './faults/fault-shape.ts';
import { createFaultyBus } from './faults/faulty-bus.ts';
import { buildGenesis, FAUCET, type PublicToken, publicTokens } from './genesis.ts';
import { createHoldings, type Holdings } from './holdings.ts';
import type { PlacedValidator } from './hosting.ts';
import { accountNames, secretKeyOf } from './keys.ts';
import { lazily } from './lazily.ts';
import {
  type HostedNode,
  hostClient,
  hostProxy,
  type LocalNetworkOptions,
  PROXY,
} from './local-network.ts';
import { type Log, silentLog } from './log.ts';
import { noteLost, troubleOf } from './node-store.ts';
import {
  checkOptions,
  DEFAULT_HOST,
  DEFAULT_PORT,
  DevnetError,
  type DevnetOptions,
  inPlace,
} from './options.ts';
import { PATIENCE_MILLIS } from './patience.ts';
import type { openKeptWallet } from './pay/kept-wallet.ts';
import type { OpenWallet } from './pay/wallet.ts';
import { hasWalletKey, walletKeyPath } from './pay/wallet-key.ts';
import { bindAll, checkPorts, type Listeners } from './ports.ts';
import { openRoster } from './roster.ts';
import { serveAll } from './serve.ts';
import { withUnusedNonce } from './used-nonce.ts';
import { hostValidators } from './validators.ts';

/** An account that holds tokens from the start. */
export interface DevnetAccount {
  readonly name: string;
  readonly address: Address;
  /** 64 hex digits. Everybody who knows the seed of the devnet has it. */
  readonly secretKey: string;
  /** Least units of the native token, at the start. */
  readonly balance: bigint;
}

/** A validator of a running devnet. */
export interface DevnetValidator {
  readonly name: string;
  /** Its key in the last epoch that it serves or served in. */
  readonly address: Address;
  /** URL of its JSON-RPC. */
  readonly rpc: string;
  /** Takes it down where it stands; what its store has is kept. */
  crash(): void;
  /**
   * Brings it up from its store after a crash, and resolves once it serves; rejects with the reason where it does
   * not, or not in time, which the log says, too.
   */
  start(): Promise<void>;
}

/** A running devnet. */
export interface Devnet {
  readonly networkId: NetworkId;
  readonly seed: string;
  /** When it began, in nanoseconds since the Unix epoch: no two networks of one seed have that in common. */
  readonly genesisTimeNanos: bigint;
  /** How many validators make a quorum of the current committee. */
  readonly quorum: number;
  /** The names of the validators that sit in the current committee, in order. */
  readonly committee: readonly string[];
  /** URL of the REST interface, up to where `/v1` begins. */
  readonly rest: string;
  /** URL of the proxy's JSON-RPC. */
  readonly proxyRpc: string;
  /** URL of the admin interface, which tells there what it has. */
  readonly admin: string;
  /** All that there are, those without a seat in the current committee, too. */
  readonly validators: readonly DevnetValidator[];
  readonly accounts: readonly DevnetAccount[];
  /** Tokens that exist from the start besides the native one: every account, and the faucet, has them. */
  readonly tokens: readonly PublicToken[];
  /** Gives what contracts recover from a cross-signature: 20 bytes in hex, with `0x`. */
  evmAddress(): Promise<string>;
  /** Where everything is kept; undefined where nothing is. */
  readonly dataDir: string | undefined;
  /** Counts what is wrong on purpose at present. */
  faults(): number;
  /**
   * Keeps what all nodes hold, under a name by which `restore` puts it back.
   *
   * @throws AdminError, as the admin interface says; so do `restore` and `reset`
   */
  snapshot(name: string): Promise<void>;
  /** Puts the whole network back to what it held then. @throws AdminError */
  restore(name: string): Promise<void>;
  /** Puts the whole network back to where it began; snapshots stay. @throws AdminError */
  reset(): Promise<void>;
  /** Ends what is under way, and resolves once every port and every file is free; once is enough. */
  close(): Promise<void>;
  /** Does the same where the block ends that has it: `await using devnet = await startDevnet()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a devnet; it answers once the promise has resolved.
 *
 * Several may run in one process.
 *
 * @throws DevnetError, ListenError
 */
export async function startDevnet(given: DevnetOptions = {}): Promise<Devnet> {
  checkOptions(given);
  const options = inPlace(given);
  const unlock = lockData(options.dataDir);
  const holdings = createHoldings();
  try {
    const devnet = await start(options, holdings);
    holdings.add(unlock);
    return devnet;
  } catch (failure) {
    // What went wrong first is what the caller has to hear of.
    await holdings.release().catch(() => undefined);
    unlock();
    throw failure;
  }
}

async function start(options: DevnetOptions, holdings: Holdings): Promise<Devnet> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, dataDir, prune, log = silentLog() } = options;
  const clock = createHostClock();
  const founded = foundNetwork(options, clock.now());
  const roster = openRoster(options.dataDir, founded.validators);
  const returns = openReturns(dataDir);
  const listeners = await bindFor({ ...options, host, port }, roster.names().length);
  const { closing, askers, giveUp } = createFarewell();
  holdings.add(() => Promise.all(listeners.all.map((listener) => listener.close(giveUp))));
  keepNetwork(options.dataDir, founded);
  const onFailure = (failure: unknown): void => log.error({ err: failure }, 'a delivery failed');
  const faultyBus = createFaultyBus({ clock, seed: founded.seed, onFailure });
  const stopped = new Map<string, unknown>();
  const { bus } = faultyBus;
  const { names: validatorNames } = roster;
  const network = networkOf({ founded, clock, log, stopped, bus, dataDir, prune, validatorNames });
  const asker = askerOver(bus, { askers });
  holdings.add(giveUp);
  const validators = await hostValidators({ network, founded, roster, listeners, log, options });
  askers.push(validators.asker);
  // Closed in the midst of one, some nodes would be put back and others not.
  holdings.add(() => returns.end().then(() => validators.close()));
  const { placed } = validators;
  const nodes: HostedNode<unknown>[] = placed.map(({ hosted }) => hosted);
  holdings.add(() => Promise.all(nodes.map((node) => node.close())));
  holdings.add(() => clock.stop());
  if (roster.hadAllCome) noteLost(options.dataDir, clientsOf(options.dataDir), log);
  const adopt = adoptionInto(nodes, asker);
  const proxy = adopt(hostProxy(network, options.proxyDeadline));
  const faucet = adopt(hostClient(network, FAUCET));
  const controls = createControls({ network, founded, faultyBus, nodes, returns, onFailure });
  const crossSigner = lazyCrossSigner(network, { proxy, asker });
  const wallet = lazily(async () => {
    const { hosted, wallet: opened } = await walletOn(network, { asker, faucet });
    adopt(hosted);
    controls.accountNames.set(opened.address, hosted.node.name);
    return opened;
  });
  // One that has sent before may have been cut off in the midst of it.
  if (hasWalletKey(walletKeyPath(options.dataDir))) await wallet();
  checkRecovered(nodes, options.dataDir, stopped);
  if (returns.wasCutOff) await resetAgain(controls.snapshots.reset, log);
  const seating = createSeating({
    placed,
    first: network.genesis.committee,
    async host() {
      checkPorts(port, roster.names().length + 1);
      const added = await validators.add();
      holdings.add(() => added.own?.listener.close(giveUp));
      nodes.push(added.hosted);
      servePlaced(added);
      return added;
    },
  });
  const servePlaced = serveAll({
    listeners,
    asker,
    validatorAsker: validators.asker,
    network,
    controls,
    validators: placed,
    seating,
    proxy,
    faucet,
    host,
    allowHosts: options.allowHosts ?? [],
    token: options.token,
    crossSigner,
    wallet,
    log,
    closing,
    cooldown: options.faucetCooldown ?? 0,
  });
  return describe(
    { placed, seating, controls, founded, listeners, network },
    { evmAddress: async () => (await crossSigner()).address, close: () => holdings.release() },
  );
}

/** Has a node given back with the others at once: the one hosted after it may fail. */
function adoptionInto(
  nodes: HostedNode<unknown>[],
  asker: AttentiveAsker,
): <H extends HostedNode<unknown>>(hosted: H) => H {
  return (hosted) => {
    const adopted = attended(hosted, asker);
    nodes.push(adopted);
    return adopted;
  };
}

/** Creates what asks the nodes in the place of all callers over HTTP. */
function askerOver(
  transport: LocalNetworkOptions['bus'],
  { askers }: Pick<Farewell, 'askers'>,
): AttentiveAsker {
  const asker = createAsker({ transport, name: 'http', timeout: PATIENCE_MILLIS });
  askers.push(asker);
  return withUnusedNonce(asker);
}

/** Binds the ports of a devnet of so many validators; those in processes of their own bind theirs. */
function bindFor(options: Bound, validators: number): Promise<Listeners> {
  checkPorts(options.port, validators);
  return bindAll(options, options.processes === true ? 0 : validators);
}

type Bound = DevnetOptions & Required<Pick<DevnetOptions, 'host' | 'port'>>;

async function walletOn(...given: Parameters<typeof openKeptWallet>): Promise<OpenWallet> {
  const wallets = await import('./pay/kept-wallet.ts');
  return wallets.openKeptWallet(...given);
}

interface NetworkGround
  extends Pick<LocalNetworkOptions, 'clock' | 'bus' | 'dataDir' | 'prune' | 'validatorNames'> {
  readonly founded: Founded;
  readonly log: Log;
  /** Why nodes stopped last, by name. */
  readonly stopped: Map<string, unknown>;
}

function networkOf({ founded, log, stopped, ...ground }: NetworkGround): LocalNetworkOptions {
  const { clock } = ground;
  const crypto = openCrypto('trusted');
  const secretOf = (role: string): Uint8Array => secretKeyOf(founded.seed, role);
  const signerOf = (role: string): Signer => crypto.signer(secretOf(role));
  return {
    ...ground,
    genesis: buildGenesis(founded, signerOf),
    crypto,
    secretOf,
    signerOf,
    traces: createTraces(clock.now),
    journal: createJournal(clock.now),
    onFailure(node, failure) {
      stopped.set(node, failure);
      log.error({ node, err: failure }, 'a node stopped');
    },
    onSpentKeyKept(node, failure) {
      log.error({ node, err: failure }, 'a spent key is not destroyed yet');
    },
  };
}

function lazyCrossSigner(
  { genesis, secretOf, crypto }: LocalNetworkOptions,
  { proxy, asker }: { readonly proxy: HostedNode<ProxyState>; readonly asker: Pick<Asker, 'ask'> },
): () => Promise<CrossSigner> {
  return lazily(async () => {
    const { createCrossSigner } = await import('./evm/cross-signer.ts');
    const committees = () => proxy.node.state()?.committees ?? [genesis.committee];
    return createCrossSigner({
      secretKey: secretOf('evm'),
      committees,
      verifier: crypto.verifier,
      async hasSettled(id) {
        const select = { by: 'Id', transactionId: id } as const;
        const shown = await asker.ask(proxy.node.name, { type: 'GetCertificates', select });
        if (shown?.type === 'Certificates') return shown.certificates.length > 0;
        // Asked for by its id, nothing else can be pruned.
        return shown?.type === 'Rejected' && shown.rejection.code === 'CertificatePruned';
      },
    });
  });
}

/** A node that could not come up from its store would only be missed later. */
function checkRecovered(
  nodes: readonly HostedNode<unknown>[],
  dataDir: string | undefined,
  stopped: ReadonlyMap<string, unknown>,
): void {
  for (const { node } of nodes) {
    if (node.status() !== 'failed') continue;
    const cause = stopped.get(node.name);
    const reason = cause instanceof Error ? cause.message : 'the log says why';
    const message = `${node.name} cannot come up from what ${dataDir} holds: ${reason}`;
    throw new DevnetError(troubleOf(cause)?.code ?? 'UnreadableData', message, { cause });
  }
}

/** The nodes besides validators that have stores once a devnet has run. */
function clientsOf(dataDir: string | undefined): readonly string[] {
  return [PROXY, FAUCET, ...(hasWalletKey(walletKeyPath(dataDir)) ? ['wallet'] : [])];
}

interface Parts {
  readonly placed: readonly PlacedValidator[];
  readonly seating: Seating;
  readonly controls: Controls;
  readonly founded: Founded;
  readonly listeners: Listeners;
  readonly network: LocalNetworkOptions;
}

function describe(
  { placed, seating, controls, founded, listeners, network }: Parts,
  { evmAddress, close }: Pick<Devnet, 'evmAddress' | 'close'>,
): Devnet {
  const { signerOf, dataDir } = network;
  const { networkId, seed, genesisTimeNanos, accounts, balance } = founded;
  const { faults, snapshots } = controls;
  return {
    networkId,
    seed,
    genesisTimeNanos,
    get quorum() {
      return quorumSize(seating.running().members.length);
    },
    get committee() {
      return nodeNamesOf(seating.running().members);
    },
    rest: listeners.gateway.url,
    proxyRpc: listeners.proxy.url,
    admin: `${listeners.gateway.url}${ADMIN}`,
    get validators() {
      return placed.map(({ hosted: { node, standing }, url }) => ({
        name: node.name,
        address: standing()?.seat ?? signerOf(node.name).address,
        rpc: url,
        crash: () => faults.crash(node.name),
        start() {
          const started = faults.start(node.name);
          // Heard here, so that nobody has to wait.
          started.catch((failure: unknown) => network.onFailure(node.name, failure));
          return started;
        },
      }));
    },
    accounts: accountNames(accounts).map((name) => ({
      name,
      address: signerOf(name).address,
      secretKey: bytesToHex(secretKeyOf(seed, name)),
      balance,
    })),
    tokens: publicTokens(founded),
    dataDir,
    faults: () => faults.active().length,
    snapshot: async (name) => orRefusal(snapshots.take(checkedName(name))),
    restore: (name) => orRefusal(snapshots.restore(name)),
    reset: () => orRefusal(snapshots.reset()),
    evmAddress,
    close,
    [Symbol.asyncDispose]: close,
  };
}
