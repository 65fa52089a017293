import type { Message, Response } from '@quorate/core';
import { factsOf, type TransactionFacts, type TransactionId } from '@quorate/protocol';
import type { OracleReport } from '../run-result.ts';
import type { Shapes } from '../shapes/shapes.ts';
import { createOracles } from './all-oracles.ts';
import { createLives } from './following/lives.ts';
import { type BatchesOf, createOutgoing } from './following/outgoing.ts';
import { createSignatureLog } from './following/signature-log.ts';
import { submissionOf } from './following/submission-of.ts';
import {
  questionOf,
  readReader,
  refusalReader,
  wishReader,
  wordReader,
} from './following/words.ts';
import { certificatesTaken, settledBy } from './model/settled-by.ts';
import type {
  ClientStep,
  GivenSuccess,
  HandoverStep,
  OracleContext,
  ProxyStep,
  Retrospect,
  ValidatorStep,
} from './oracle.ts';
import type { SituationCount, Situations } from './situations.ts';
import { createTeller, type Tellers } from './teller.ts';

/** Runs all oracles of one run, counts their checks and keeps their findings. */
export interface Watch {
  /** Takes every step of every watched validator; ignores those of faulty ones. */
  afterStep(step: ValidatorStep, at: bigint, disk: HandoverStep['disk']): void;
  /** Takes every step of every watched proxy; ignores those of faulty ones. */
  afterProxyStep(step: Seen<ProxyStep>, at: bigint): void;
  /** Takes every step of every watched client; ignores those of faulty ones. */
  afterClientStep(step: Seen<ClientStep>, at: bigint): void;
  /** Takes every message sent. */
  sent(from: string, message: Message, at: bigint): void;
  /** Ends the run. Does nothing if no validator took a step, so that nothing was checked. */
  atRest(run: Retrospect, at: bigint): void;
  reports(): readonly OracleReport[];
  /** Tells whether a correct proxy has answered that a transaction is final. */
  isAcknowledged(id: TransactionId): boolean;
  /** Gives how often the run got into each situation. */
  situations(): readonly SituationCount[];
}

/** A step before the watch has found out whether it is the first of a life. */
type Seen<Step> = Omit<Step, 'isFirst'>;

/** What a watch must know of the nodes: their roles, and which of them are correct. */
export interface WatchOptions extends OracleContext {
  /** Whether a node is neither Byzantine nor has forgotten anything. */
  readonly isCorrect: (node: string) => boolean;
  /** Whether the steps of a node can be seen; by default all can. */
  readonly isSeen?: (node: string) => boolean;
  /** Counts what is on the disk of a node; by default every disk is durable at once. */
  readonly batchesOf?: BatchesOf;
  readonly proxies: readonly string[];
  /** The clients, and their seats at multisig accounts. */
  readonly clients: readonly string[];
  /** Counts situations; absent when nobody asks for them. */
  readonly situations: Situations | undefined;
  /** Collects abstract states; absent when nobody asks for them. */
  readonly shapes: Shapes | undefined;
  /** The names of the oracles that watch; undefined means all. */
  readonly only: readonly string[] | undefined;
  /** Gives the number of the event that happens now; absent if what happens is not numbered. */
  readonly eventNow?: () => number;
}

/** A watch that checks nothing and so finds nothing. */
export const BLIND_WATCH: Watch = {
  afterStep: () => undefined,
  afterProxyStep: () => undefined,
  afterClientStep: () => undefined,
  sent: () => undefined,
  atRest: () => undefined,
  reports: () => [],
  isAcknowledged: () => false,
  situations: () => [],
};

/** Creates the watch of one run. */
export function createWatch(options: WatchOptions): Watch {
  const { isCorrect, situations, shapes, only, eventNow } = options;
  const { tell, hears, reports } = createTeller(createOracles(options, only), eventNow);
  const [hearsProxies, hearsClients] = [hears('afterProxyStep'), hears('afterClientStep')];
  const signatures = createSignatureLog(options);
  const lives = createLives();
  const outgoing = createOutgoing(hears('afterSend') ? batchesOfCorrect(options) : () => undefined);
  const begins = createBeginnings();
  const { successOf, wordOf, wishOf, refusalOf, readOf } = createReaders(options);
  const acknowledged = new Set<TransactionId>();
  const { certify, settle } = createSettler({ ...options, tell });

  function respond(from: string, response: Response, at: bigint): void {
    const answer = lives.sent(from, response);
    tell.noteAnswer(answer, at);
    tell.afterAnswer(answer, at);
    tell.afterRefusal(refusalOf(from, response), at);
    tell.afterRead(readOf(from, response), at);
    if (options.proxies.includes(from)) {
      situations?.answered(response);
      if (isCorrect(from)) shapes?.answered(response);
    }
    const success = successOf(from, response);
    if (success?.role === 'proxy') acknowledged.add(success.facts.id);
    tell.noteSuccess(success, at);
    tell.afterSuccess(success, at);
  }

  return {
    afterStep(step, at, disk) {
      const { validator: node, observation } = step;
      if (!isCorrect(node)) return;
      outgoing.add({ node, observation, isStrict: true });
      const start = lives.step(step);
      if (start !== undefined) {
        situations?.afterStart(start);
        shapes?.afterStart(start);
        tell.afterStart(start, at);
      }
      signatures.afterStep(step);
      situations?.afterStep(step);
      shapes?.afterStep(step);
      if (hasChanged(step)) tell.afterStep(step, at);
      const isFirst = start !== undefined;
      if (isFirst || isOfHandover(observation)) {
        tell.afterHandover({ node, observation, isFirst, disk }, at);
      }
      settle(step, at);
    },
    afterProxyStep({ node, observation, disk, now }, at) {
      outgoing.add({ node, observation, isStrict: false });
      if (!hearsProxies || !isCorrect(node)) return;
      tell.afterProxyStep({ node, observation, isFirst: begins(node, observation), disk, now }, at);
    },
    afterClientStep({ node, observation, disk }, at) {
      outgoing.add({ node, observation, isStrict: false });
      if (!hearsClients || !isCorrect(node)) return;
      tell.afterClientStep({ node, observation, isFirst: begins(node, observation), disk }, at);
    },
    sent(from, message, at) {
      tell.afterSend(outgoing.sent(from, message), at);
      for (const signature of signatures.heard(from, message)) {
        situations?.afterSigning(signature);
        shapes?.afterSigning(signature);
        tell.afterSigning(signature, at);
        if (signatures.isCertified(signature.facts.id)) certify(signature.facts, at);
      }
      if (message.type === 'Response') respond(from, message, at);
      tell.noteWish(wishOf(from, message), at);
      tell.afterClientWord(wordOf(from, message), at);
      tell.noteRead(questionOf(from, message), at);
    },
    atRest(run, at) {
      if (!lives.hasBegun()) return;
      const up = new Set(run.validators.map(({ name }) => name));
      for (const unsent of lives.endedBut(up)) situations?.afterEnd(unsent);
      tell.atRest(run, at);
    },
    reports,
    isAcknowledged: (id) => acknowledged.has(id),
    situations: () => situations?.counts() ?? [],
  };
}

// When another node tells where it stands, something may be due although nothing changes here.
function isOfHandover({ input, before, after }: ValidatorStep['observation']): boolean {
  if (before.handover !== after.handover) return true;
  if (input.type !== 'Message' || input.message.type !== 'Response') return false;
  return input.message.result.type === 'EpochStatus';
}

/**
 * Creates the function that recognises the first step of a life: it begins with a state from the
 * store, which is another object than the last one.
 */
function createBeginnings() {
  const last = new Map<string, unknown>();
  return (node: string, { before, after }: (ProxyStep | ClientStep)['observation']) => {
    const isFirst = last.get(node) !== before;
    last.set(node, after);
    return isFirst;
  };
}

/** Creates the part that tells oracles about certificates and their settlement. */
function createSettler({
  tell,
  situations,
  shapes,
  committees,
}: Pick<WatchOptions, 'shapes' | 'committees'> & {
  readonly tell: Tellers;
  readonly situations: Situations | undefined;
}) {
  const certified = new Set<TransactionId>();

  function certify(facts: TransactionFacts, at: bigint): void {
    if (certified.has(facts.id)) return;
    certified.add(facts.id);
    committees.certified(facts);
    tell.noteCertified(facts, at);
    tell.afterCertified(facts, at);
  }

  function settle(step: ValidatorStep, at: bigint): void {
    for (const { envelope, signatures } of certificatesTaken(step)) {
      // Evidence against leaked keys proves nothing.
      const isEvidence = !step.changes.some(({ table }) => table === 'settled');
      if (isEvidence && signatures.some(([key]) => committees.isLeaked(key))) continue;
      certify(factsOf(envelope.transaction), at);
    }
    for (const settled of settledBy(step)) {
      committees.settled(settled.facts);
      situations?.afterSettlement(settled);
      shapes?.afterSettlement(settled);
      tell.noteSettlement(settled, at);
      tell.afterSettlement(settled, at);
    }
  }

  return { certify, settle };
}

// Tables are immutable, so the same ledger object means no change. Pruning changes only the store.
function hasChanged({ observation: { before, after, effects }, changes }: ValidatorStep): boolean {
  return (
    changes.length > 0 ||
    before.ledger !== after.ledger ||
    effects.some(({ type }) => type === 'Persist')
  );
}

// Only correct nodes are judged, each until it has forgotten something.
function batchesOfCorrect({ isCorrect, batchesOf }: WatchOptions): BatchesOf {
  return (node) => (isCorrect(node) ? batchesOf?.(node) : undefined);
}

/** Creates the readers of what nodes say. */
function createReaders(options: WatchOptions) {
  return {
    successOf: successReader(options),
    wordOf: wordReader(options),
    wishOf: wishReader(options),
    refusalOf: refusalReader(options),
    readOf: readReader(options),
  };
}

/** Creates the reader of the successes that correct proxies and clients give out. */
function successReader({ isCorrect, proxies, clients, mayCorrupt }: WatchOptions) {
  const roles = new Map<string, GivenSuccess['role']>([
    ...proxies.map((name) => [name, 'proxy'] as const),
    ...clients.map((name) => [name, 'client'] as const),
  ]);
  return (by: string, { requestId, result }: Response): GivenSuccess | undefined => {
    if (result.type !== 'Success') return undefined;
    const role = roles.get(by);
    if (role === undefined || !isCorrect(by)) return undefined;
    const { certificate } = result;
    const asked = mayCorrupt ? undefined : submissionOf(requestId);
    return { by, role, asked, certificate, facts: factsOf(certificate.envelope.transaction) };
  };
}
