import { loadEd25519 } from './backend.ts';
import type { CryptoMode } from './crypto-mode.ts';
import type { Ed25519, Ed25519Backend } from './ed25519.ts';
import { createKeyPool } from './key-pool.ts';
import { type RememberingVerifier, rememberingVerifier } from './remembering-verifier.ts';
import { signatureMemory } from './signature-memory.ts';
import type { Signer } from './signer.ts';
import { stubSigner, stubVerifier } from './stub.ts';
import { createVerifier, type Verifier } from './verifier.ts';

/** How many verdicts and signatures are remembered; others are computed again. */
const CAPACITY = 65_536;

/** Signs and verifies for a whole cluster in one process. */
export interface CryptoSuite {
  readonly mode: CryptoMode;
  readonly backend: Ed25519Backend;
  /** Gives the signer of a seed of 32 bytes; throws CryptoError `InvalidSeedLength` for others. */
  readonly signer: (seed: Uint8Array) => Signer;
  /**
   * The verifier for the nodes. They may share what it remembers, because verification is a pure
   * function.
   */
  readonly verifier: Verifier;
  /**
   * The verifier for the oracles. In modes `full` and `cache` it shares no verdict on a signature
   * with the nodes.
   */
  readonly witness: Verifier;
}

/** What a process shares for one backend. */
interface Workshop {
  readonly ed25519: Ed25519;
  readonly keys: (seed: Uint8Array) => Signer;
  readonly verifier: Verifier;
  /** The suite of mode `memo`, which lives on after a run. */
  memo: CryptoSuite | undefined;
}

const workshops = new Map<Ed25519Backend | undefined, Workshop>();

/**
 * Opens a suite in a mode, on the preferred backend or the fastest available one.
 *
 * @throws CryptoError `BackendUnavailable` when the preferred backend is unusable.
 */
export function openCrypto(mode: CryptoMode, preference?: Ed25519Backend): CryptoSuite {
  const workshop = workshopOf(preference);
  const { ed25519, keys, verifier } = workshop;
  const base = { mode, backend: ed25519.backend, signer: keys };
  switch (mode) {
    case 'full':
      return { ...base, verifier, witness: verifier };
    case 'cache':
      return { ...base, verifier: remembering(verifier), witness: remembering(verifier) };
    case 'trusted':
      return { ...base, ...trusting(verifier, keys) };
    case 'memo': {
      const sign = signatureMemory(CAPACITY);
      workshop.memo ??= { ...base, ...trusting(verifier, (seed) => sign(keys(seed))) };
      return workshop.memo;
    }
    case 'stub': {
      const stub = stubVerifier(verifier);
      return { ...base, signer: (seed) => stubSigner(keys(seed)), verifier: stub, witness: stub };
    }
  }
}

function workshopOf(preference: Ed25519Backend | undefined): Workshop {
  const known = workshops.get(preference);
  if (known !== undefined) return known;
  const ed25519 = loadEd25519(preference);
  const keys = createKeyPool(ed25519);
  const workshop = { ed25519, keys, verifier: createVerifier(ed25519), memo: undefined };
  workshops.set(preference, workshop);
  return workshop;
}

function remembering(verifier: Verifier): RememberingVerifier {
  return rememberingVerifier(verifier, { capacity: CAPACITY });
}

function trusting(
  plain: Verifier,
  keys: (seed: Uint8Array) => Signer,
): Pick<CryptoSuite, 'signer' | 'verifier' | 'witness'> {
  const verifier = remembering(plain);
  return { signer: (seed) => verifier.rememberingSigner(keys(seed)), verifier, witness: verifier };
}
