import type { Effect } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { isSentTooSoon } from './sent-too-soon.ts';

const envelope = {};
const other = {};

function send(sent: object): Effect<never> {
  const message = { type: 'SubmitTransaction', requestId: 'r', envelope: sent, certificates: [] };
  return { type: 'Send', to: 'v1', message } as never;
}

function persist(key: string, value: unknown): Effect<never> {
  return { type: 'Persist', writes: [{ key, value }] };
}

describe('isSentTooSoon', () => {
  it.each([
    ['a client', persist('outbox', envelope)],
    ['a proxy', persist('submission/00', { envelope })],
  ])(
    'P5 tells that %s writes down what it has sent, and nothing of what it wrote first',
    (_, write) => {
      expect(isSentTooSoon([send(envelope), write])).toBe(true);
      expect(isSentTooSoon([write, send(envelope)])).toBe(false);
      expect(isSentTooSoon([send(other), write])).toBe(false);
      expect(isSentTooSoon([write, send(envelope), write])).toBe(false);
    },
  );

  it.each([
    ['IncompleteMultiSig', 'envelope', 'incomplete/00'],
    ['IncompleteVerifierSigs', 'envelope', 'incomplete/00'],
    ['Rejected', 'rejection', 'refused/00'],
  ])(
    'P4, P9 tells that a proxy writes down only afterwards what it answers: %s',
    (type, part, key) => {
      const result = { type, [part]: envelope };
      const told = { type: 'Reply', to: 'alice', requestId: 'r', result } as never;
      const write = persist(key, { [part]: envelope });
      expect(isSentTooSoon([told, write])).toBe(true);
      expect(isSentTooSoon([write, told])).toBe(false);
      expect(isSentTooSoon([told, persist(key, { [part]: other })])).toBe(false);
    },
  );

  it('P3 tells that a proxy writes down a certificate only after it has handed it out', () => {
    const certificate = {};
    const message = { type: 'SubmitCertificate', requestId: 'r', certificate };
    const sent: Effect<never> = { type: 'Send', to: 'v1', message } as never;
    const write = persist('submission/00', { envelope, certificate });
    expect(isSentTooSoon([sent, write])).toBe(true);
    expect(isSentTooSoon([write, sent])).toBe(false);
    expect(isSentTooSoon([sent, persist('submission/00', { envelope })])).toBe(false);
  });

  it('passes over what is forgotten after something was sent', () => {
    expect(isSentTooSoon([send(envelope), persist('outbox', undefined)])).toBe(false);
  });
});
