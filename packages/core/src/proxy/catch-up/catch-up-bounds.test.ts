import { type Address, factsOf, type MissingDependency } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  refusingToSign,
  silent,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import { certified, payment } from '../../../test/payments.ts';

// To herself, so that a history of any length costs nothing.
function payingHerself(nonce: number) {
  return payment({ to: 'alice', nonce: BigInt(nonce) });
}

function historyOf(length: number) {
  return Array.from({ length }, (_, nonce) => certified(payingHerself(nonce)));
}

/** Signs nothing, and does everything else: with it, a quorum of four needs all the others. */
const unsigning: Conduct = (message, honest) =>
  message.type === 'SubmitTransaction' ? [] : [honest()];

/** A network in which `v4` lacks a history of alice's that the others have settled. */
function laggingNetwork(length: number, conduct: Readonly<Record<string, Conduct>>): TestNetwork {
  const network = createTestNetwork({ conduct });
  for (const validator of network.validators.slice(0, 3)) {
    for (const certificate of historyOf(length)) validator.deliver(certificate);
  }
  return network;
}

function countTo({ sent }: TestNetwork, name: string, type: string): number {
  return sent.filter(({ to, message }) => to === name && message.type === type).length;
}

function outcomes({ answers }: TestNetwork): readonly string[] {
  return answers.map(({ result }) => result.type);
}

function tokens(from: number, count: number): readonly MissingDependency[] {
  return Array.from({ length: count }, (_, index) => {
    return { kind: 'Token', id: String(from + index).padStart(64, '0') };
  });
}

/** How many messages ask for what v4 says that it lacks, each time that it is asked to sign. */
function lookedFor(times: number, missing: (turn: number) => readonly MissingDependency[]): number {
  const liar: Conduct = (message, honest) =>
    message.type === 'CheckTransaction'
      ? Array.from({ length: times }, (_, turn) => {
          const rejection = {
            code: 'MissingDependency',
            rule: 'V6',
            missing: missing(turn),
          } as const;
          return { type: 'Rejected', rejection };
        })
      : [honest()];
  const network = createTestNetwork({ conduct: { v2: silent, v3: silent, v4: liar } });
  network.send('alice', submission(payment()));
  return network.sent.filter(({ message }) => message.type === 'GetCertificates').length;
}

describe('P6 while signatures are collected', () => {
  it('P6 finishes what a validator holds at an earlier nonce, so that it can sign', () => {
    const network = laggingNetwork(3, { v3: unsigning });
    network.validators[3]?.submit(payingHerself(0));
    network.send('alice', submission(payingHerself(3)));
    expect(outcomes(network)).toEqual(['Success']);
  });

  it('P6 delivers each certificate once to a validator that answers everything twice', () => {
    const twice: Conduct = (_, honest) => {
      const answer = honest();
      return [answer, answer];
    };
    const network = laggingNetwork(5, { v3: unsigning, v4: twice });
    network.send('alice', submission(payingHerself(5)));
    expect(outcomes(network)).toEqual(['Success']);
    // Five that it lacked, then the one that it was asked to sign.
    expect(countTo(network, 'v4', 'SubmitCertificate')).toBe(6);
  });

  it('P2 goes on to the next only when the one delivered is said to be settled', () => {
    const { id } = factsOf(payment().transaction);
    const liar: Conduct = (message, honest) =>
      message.type === 'SubmitCertificate'
        ? [{ type: 'Settled', transactionId: id, createdTokens: [] }]
        : [honest()];
    const network = laggingNetwork(5, { v3: unsigning, v4: liar });
    network.send('alice', submission(payingHerself(5)));
    expect(countTo(network, 'v4', 'SubmitCertificate')).toBe(1);
  });

  it('P6 brings a validator far behind 200 certificates for each repetition', () => {
    const network = laggingNetwork(205, { v3: unsigning });
    network.send('alice', submission(payingHerself(205)));
    expect(countTo(network, 'v4', 'SubmitCertificate')).toBe(200);
    expect(outcomes(network)).toEqual([]);
    network.advance();
    expect(outcomes(network)).toEqual(['Success']);
    expect(countTo(network, 'v4', 'SubmitCertificate')).toBe(206);
  });

  it('P6 brings nothing twice before the repetition to a validator that says it has settled it and lacks it', () => {
    const liar = refusingToSign({
      code: 'MissingEarlierConfirmations',
      rule: 'S3',
      currentNonce: 2n,
    });
    const network = laggingNetwork(3, { v3: unsigning, v1: liar });
    network.send('alice', submission(payingHerself(3)));
    expect(outcomes(network)).toEqual([]);
    expect(countTo(network, 'v1', 'SubmitCertificate')).toBe(1);
    network.advance();
    expect(countTo(network, 'v1', 'SubmitCertificate')).toBe(2);
  });

  it('P6 asks a validator to sign again when it named something missing that nobody has', () => {
    const sender = '11'.repeat(32) as Address;
    const missing = [{ kind: 'Token', id: '00', sender, nonce: 0n }] as const;
    const liar = refusingToSign({ code: 'MissingDependency', rule: 'V6', missing });
    const network = createTestNetwork({ conduct: { v3: unsigning, v4: liar } });
    network.send('alice', submission(payment()));
    expect(outcomes(network)).toEqual([]);
    network.conduct('v4', honestly);
    network.advance();
    expect(outcomes(network)).toEqual(['Success']);
  });

  it('P6 looks once for what a validator lacks, however many copies of its word come', () => {
    const asked = [1, 50].map((copies) => lookedFor(copies, () => tokens(0, 20)));
    expect(asked).toEqual([60, 60]);
  });

  it('P6 looks for 200 things at most that a validator names, for each repetition', () => {
    expect(lookedFor(50, (turn) => tokens(20 * turn, 20))).toBe(600);
  });

  it('P6 looks for 20 things at once, and for the rest when it is named again', () => {
    expect(lookedFor(1, () => tokens(0, 25))).toBe(60);
    expect(lookedFor(2, (turn) => tokens(turn * 20, 25))).toBe(120);
  });

  it('P6 asks nobody for a certificate that cannot exist', () => {
    const sender = 'no address…' as Address;
    const missing = [{ kind: 'Token', id: '00', sender, nonce: 0n }] as const;
    const liar = refusingToSign({ code: 'MissingDependency', rule: 'V6', missing });
    const network = createTestNetwork({ conduct: { v3: unsigning, v4: liar } });
    network.send('alice', submission(payment()));
    network.advance();
    expect(network.sent.filter(({ message }) => message.type === 'GetCertificates')).toEqual([]);
  });
});
