import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createCommitteeChain, mayRetry } from '@quorate/client';
import {
  type Committee,
  candidatesOf,
  committeeConfig,
  memberAt,
  nodeNameOf,
  nodeNamesOf,
  quorumSize,
  withOperator,
} from '@quorate/core';
import { formatAddress, multiSigAddress, transactionId } from '@quorate/protocol';
import { CommandError, OptionError } from '../command-error.ts';
import { changeCommittee } from '../committee/change.ts';
import { type CommitteeGround, type CommitteeOptions, groundOf } from '../committee/ground.ts';
import {
  committeeFromJson,
  freshConfig,
  type KnownValidator,
  readCommittees,
  readValidators,
} from '../committee/known-committees.ts';
import { type OperatorOptions, openOperator, VERIFIER } from '../committee/operator.ts';
import { type ChangePlan, committeesOf } from '../committee/plans.ts';
import { printableName } from '../committee/readiness.ts';
import type { Terminal } from '../output/terminal.ts';
import { onDisk } from '../wallet/key-file.ts';
import { state } from '../wallet/show.ts';

/**
 * Shows the members of the committee, the state of the validators, and who has requested a seat.
 */
export async function showCommittee(options: CommitteeOptions, terminal: Terminal): Promise<void> {
  const { admin } = await groundOf(options);
  const [{ all, running, requests }, validators] = await Promise.all([
    readCommittees(admin),
    readValidators(admin),
  ]);
  const seated = new Set(nodeNamesOf(running.members));
  const keyOf = (name: string) => memberAt(running, name)?.validator.address;
  const line = (validator: KnownValidator): string => {
    const key = keyOf(validator.name);
    const condition = `${validator.status}, ${seatLine(validator)}`;
    return key === undefined ? condition : `${condition}, key ${formatAddress(key)}`;
  };
  const sitting = validators.filter(({ name }) => seated.has(name));
  const others = validators.filter(({ name }) => !seated.has(name));
  const queue = candidatesOf(requests, all);
  const quorum = quorumSize(running.members.length);
  const account = formatAddress(multiSigAddress(committeeConfig(running, quorumSize)));
  state(
    terminal,
    {
      rows: [
        ['epoch', String(running.epoch)],
        ['quorum', `${quorum} of ${running.members.length}`],
        ['account', account],
        ...sitting.map((each) => [each.name, line(each)] as const),
        ...others.map((each) => [`${each.name} (no seat)`, line(each)] as const),
        [
          'queue',
          queue.length === 0 ? 'nobody asks for a seat' : queue.map(printableName).join(' '),
        ],
      ],
      data: {
        epoch: running.epoch,
        quorum,
        members: nodeNamesOf(running.members),
        account,
        validators: validators.map(({ name, status, seat, served }) => {
          const key = keyOf(name);
          return {
            name,
            status,
            seat: seat ?? null,
            served,
            key: key === undefined ? null : formatAddress(key),
          };
        }),
        queue: queue.map(nodeNameOf),
      },
    },
    options.json,
  );
}

function seatLine({ seat, served }: KnownValidator): string {
  if (seat === 'active') return `signs in epoch ${served}`;
  if (seat === 'retired') return 'signs nothing';
  return seat ?? 'has not reported its seat';
}

/**
 * Makes a validator derive a fresh key, and requests a seat for it as its operator (rules C2, C9).
 */
export async function join(
  validator: string,
  options: CommitteeOptions & OperatorOptions,
  terminal: Terminal,
): Promise<void> {
  const ground = await groundOf(options);
  const { operator: name = validator } = options;
  await expectValidators(ground, [validator, name]);
  const operator = openOperator(ground, { ...options, operator: name });
  const fresh = await freshConfig(ground.admin, validator);
  const config = withOperator(fresh, operator.signer.address);
  const { envelope } = await operator.wallet.transact([{ kind: 'JoinCommittee', config }]);
  const data = {
    operator: formatAddress(operator.signer.address),
    validator,
    key: formatAddress(config.address),
    transactionId: transactionId(envelope.transaction),
  };
  stateRequest(terminal, data, options.json);
}

interface SeatRequest {
  readonly operator: string;
  readonly transactionId: string;
}

function stateRequest(terminal: Terminal, data: SeatRequest, json: true | undefined): void {
  const { transactionId: transaction, ...others } = data;
  const rows = Object.entries({ ...others, transaction });
  state(terminal, { rows, data: { ...data } }, json);
}

/**
 * Refuses names that no validator has: keys of operators derive from any name, so a request would be
 * made by somebody who runs nothing.
 */
async function expectValidators(
  { admin }: CommitteeGround,
  wanted: readonly string[],
): Promise<void> {
  const names = (await readValidators(admin)).map(({ name }) => name);
  const stranger = wanted.find((name) => !names.includes(name));
  if (stranger === undefined) return;
  throw new OptionError(`no validator is called ${stranger}; expected one of ${names.join(' ')}`);
}

/** Asks to be left out of later committees (rule C2). */
export async function leave(
  options: CommitteeOptions & OperatorOptions,
  terminal: Terminal,
): Promise<void> {
  const ground = await groundOf(options);
  if (options.operator !== undefined) await expectValidators(ground, [options.operator]);
  const operator = openOperator(ground, options);
  const { envelope } = await operator.wallet.transact([{ kind: 'LeaveCommittee' }]);
  const data = {
    operator: formatAddress(operator.signer.address),
    transactionId: transactionId(envelope.transaction),
  };
  stateRequest(terminal, data, options.json);
}

/** The options of `quorate committee follow`. */
export interface FollowOptions extends CommitteeOptions {
  /** A file with the committee to begin at; by default that of epoch 0 of the devnet. */
  readonly from?: string;
  /** Waits until this epoch has begun, also while nobody answers. */
  readonly until?: number;
}

/** Milliseconds between two queries for the next change. */
const PAUSE = 200;

/**
 * Follows the chain of changes from a trusted committee on; each change is verified under the
 * committee before it.
 */
export async function follow(options: FollowOptions, terminal: Terminal): Promise<void> {
  const { network, admin } = await groundOf(options);
  const pinned =
    options.from === undefined
      ? (await readCommittees(admin)).all[0]
      : readCommitteeFile(options.from);
  if (pinned === undefined) throw new CommandError('there is no committee to begin at');
  const { client, networkId } = network;
  const chain = createCommitteeChain({ client, networkId, pinned, verifier: VERIFIER });
  const { until = 0 } = options;
  const tell = onceEach(terminal.complain);
  let shown = 0;
  for (;;) {
    try {
      await chain.follow();
    } catch (failure) {
      if (options.until === undefined || !mayRetry(failure)) throw failure;
      tell('nobody answers at present, and this asks on\n');
    } finally {
      for (const each of chain.known().slice(shown)) terminal.print(lineOf(each, options.json));
      shown = chain.known().length;
    }
    const { epoch } = chain.known().at(-1) ?? pinned;
    if (epoch >= until) return;
    tell(`waits until epoch ${until} has begun; Ctrl-C ends it\n`);
    await delay(PAUSE);
  }
}

/** Gives a function that says each text only the first time. */
function onceEach(say: (text: string) => void): (text: string) => void {
  const said = new Set<string>();
  return (text) => {
    if (!said.has(text)) say(text);
    said.add(text);
  };
}

function readCommitteeFile(path: string): Committee {
  return committeeFromJson(
    onDisk(path, () => readFileSync(path, 'utf8')),
    path,
  );
}

function lineOf({ epoch, members }: Committee, json?: true): string {
  if (json !== true) {
    const names = members.map(({ validator }) => printableName(validator));
    return `epoch ${epoch}  ${names.join(' ')}\n`;
  }
  const keys = members.map(({ validator }) => formatAddress(validator.address));
  return `${JSON.stringify({ epoch, members: nodeNamesOf(members), keys })}\n`;
}

// Validators that are inactive for another reason come up by themselves.
function isDown({ status }: KnownValidator): boolean {
  return status === 'crashed' || status === 'failed';
}

/**
 * Carries out changes of the committee of the devnet that runs here, acting for all its operators.
 */
export async function change(
  plan: ChangePlan,
  options: CommitteeOptions,
  terminal: Terminal,
): Promise<void> {
  const ground = { ...(await groundOf(options)), tell: terminal.complain };
  const [{ running }, validators] = await Promise.all([
    readCommittees(ground.admin),
    readValidators(ground.admin),
  ]);
  const seated = nodeNamesOf(running.members);
  const down = validators.filter(isDown).map(({ name }) => name);
  for (const members of committeesOf(plan, { seated, down, hosted: validators.length })) {
    const { epoch, milliseconds } = await changeCommittee(ground, members);
    state(
      terminal,
      {
        rows: [
          ['epoch', String(epoch)],
          ['members', members.join(' ')],
          ['took', `${(milliseconds / 1000).toFixed(2)} s`],
        ],
        data: { epoch, members, milliseconds },
      },
      options.json,
    );
  }
}
