import type { AccountInfo } from '@quorate/core';
import type { Address } from '@quorate/protocol';
import { faultyMax, quorumSize } from '../../quorums.ts';
import { countNamed } from '../committee-book.ts';
import type { Finding, Oracle, ProxyStep } from '../oracle.ts';
import { createPlainReadings } from './plain-readings.ts';
import { createToldAccounts, type ToldAccountsContext } from './told-accounts.ts';
import { toldFault } from './told-by-members.ts';

/**
 * A correct proxy tells only what f + 1 members of a committee have told it since it was asked,
 * after a quorum of them has answered: for an account, at one nonce, and everything that so many
 * vouch for; for tokens and escrow jobs, the newest record that so many give; and all certificates
 * that any of them shows (rule P7).
 *
 * Our addition to ledger.md. Answers of too few validators are right as long as nobody lies or
 * lags.
 */
export function readQuorum(context: ToldAccountsContext): Oracle {
  const { committees } = context;
  const open = new Map<string, Reading>();
  const plain = createPlainReadings();
  const accounts = createToldAccounts(context);

  function heard(node: string, from: string, { address, nextNonce }: AccountInfo): void {
    for (const reading of open.values()) {
      if (reading.node !== node || reading.address !== address) continue;
      reading.heard.add(from);
      const alike = reading.at.get(nextNonce) ?? new Set();
      reading.at.set(nextNonce, alike.add(from));
    }
  }

  function forget(node: string): void {
    for (const [key, reading] of open) if (reading.node === node) open.delete(key);
  }

  function isAgreed({ heard: all, at }: Reading, nextNonce: bigint): boolean {
    const alike = at.get(nextNonce) ?? new Set();
    return committees.all().some((committee) => {
      const { length } = committee.members;
      const isQuorum = countNamed(committee, all) >= quorumSize(length);
      return isQuorum && countNamed(committee, alike) > faultyMax(length);
    });
  }

  return {
    name: 'read-quorum',
    kind: 'safety',
    afterProxyStep: (step) => accountFinding(step) ?? accounts(step) ?? plainFinding(step),
  };

  function plainFinding(step: ProxyStep): Finding | undefined {
    const { node } = step;
    for (const answer of plain.step(step)) {
      const fault = toldFault(answer, context);
      if (fault === undefined) continue;
      const { query, said } = answer;
      const facts = { proxy: node, query: query.type, said: [...said.keys()].join(' '), fault };
      return { message: `${node} answered a ${query.type} with ${fault}`, facts };
    }
    return undefined;
  }

  function accountFinding({ node, isFirst, observation }: ProxyStep): Finding | undefined {
    // A crash has erased what an earlier life was told.
    if (isFirst) forget(node);
    hear(node, observation.input);
    return open.size === 0 ? undefined : answered(node, observation.effects);
  }

  function hear(node: string, input: ProxyStep['observation']['input']): void {
    if (input.type !== 'Message') return;
    const { from, message } = input;
    if (message.type === 'GetAccountInfo') {
      const key = keyOf(node, from, message.requestId);
      if (!open.has(key)) open.set(key, readingOf(node, message.address));
    }
    if (open.size > 0 && message.type === 'Response' && message.result.type === 'AccountInfo') {
      heard(node, from, message.result);
    }
  }

  function answered(
    node: string,
    effects: ProxyStep['observation']['effects'],
  ): Finding | undefined {
    for (const effect of effects) {
      if (effect.type !== 'Reply') continue;
      const { to, requestId, result } = effect;
      const key = keyOf(node, to, requestId);
      const reading = open.get(key);
      open.delete(key);
      if (reading === undefined || result.type !== 'AccountInfo') continue;
      const { nextNonce } = result;
      if (isAgreed(reading, nextNonce)) continue;
      const names = [...(reading.at.get(nextNonce) ?? [])].join(' ');
      return {
        message: `${node} told of an account what too few validators had told it`,
        facts: { proxy: node, account: reading.address, told: names, nonce: `${nextNonce}` },
      };
    }
    return undefined;
  }
}

/** What validators have said about an account since a proxy was asked for it. */
interface Reading {
  /** The proxy that was asked: answers to others do not count for it. */
  readonly node: string;
  readonly address: Address;
  readonly heard: Set<string>;
  /** By the next nonce that they report. */
  readonly at: Map<bigint, Set<string>>;
}

function readingOf(node: string, address: Address): Reading {
  return { node, address, heard: new Set(), at: new Map() };
}

function keyOf(node: string, client: string, requestId: string): string {
  return `${node} ${client} ${requestId}`;
}
