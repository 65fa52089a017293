import { verify as verifyByZip215 } from '@noble/ed25519';
import { describe, expect, it } from 'vitest';
import { loadEd25519 } from './backend.ts';
import { requireSodiumNative, type SodiumNative } from './sodium.ts';

const LOAD_FAILURES = ['MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED', 'ADDON_NOT_FOUND'];

/** Stands for a release of libsodium that multiplies by the cofactor. */
function cofactoredRelease(): SodiumNative {
  return {
    ...requireSodiumNative(),
    crypto_sign_verify_detached: (signature, message, publicKey) =>
      verifyByZip215(signature, message, publicKey),
  };
}

function failingWith(cause: Error): () => SodiumNative {
  return () => {
    throw cause;
  };
}

describe('loadEd25519', () => {
  it('takes the native backend by default and each backend on demand', () => {
    expect(loadEd25519().backend).toBe('sodium');
    expect(loadEd25519('sodium').backend).toBe('sodium');
    expect(loadEd25519('noble').backend).toBe('noble');
  });

  it.each(LOAD_FAILURES)('falls back to the portable backend on %s', (code) => {
    const cause = Object.assign(new Error('no native module'), { code });
    expect(loadEd25519(undefined, failingWith(cause)).backend).toBe('noble');
  });

  it.each(LOAD_FAILURES)('reports %s where the native backend is asked for', (code) => {
    const cause = Object.assign(new Error('no native module'), { code });
    expect(() => loadEd25519('sodium', failingWith(cause))).toThrow(
      expect.objectContaining({ code: 'BackendUnavailable', cause }),
    );
  });

  it('does not touch the native module where the portable backend is asked for', () => {
    expect(loadEd25519('noble', failingWith(new Error('touched'))).backend).toBe('noble');
  });

  it('V3 refuses a native release that verifies with the cofactor', () => {
    expect(loadEd25519(undefined, cofactoredRelease).backend).toBe('noble');
    expect(() => loadEd25519('sodium', cofactoredRelease)).toThrow(
      expect.objectContaining({ code: 'BackendUnavailable' }),
    );
  });
});
