import {
  committeeOf,
  type GetCertificates,
  nodeNameOf,
  nodeNamesOf,
  type ProxyState,
  readableFacts,
} from '@quorate/core';
import type {
  MissingDependency,
  TransactionCertificate,
  TransactionFacts,
} from '@quorate/protocol';
import { isGenuine } from '../following/certificates-told.ts';
import { makes } from '../model/dependencies.ts';
import type { Finding, OracleContext, ProxyStep } from '../oracle.ts';
import { isSamePlace, PLACES_MAX } from './lacked-in.ts';
import { brings, heardFromMember, type Progress, proxyFinding } from './proxy-view.ts';

type Context = Pick<OracleContext, 'committees' | 'verifier'>;
type Shown = readonly TransactionCertificate[];

/**
 * Finds that a proxy does not bring a validator what another one shows for it: the certificate at
 * the place that the validator has named, or one that provides what it lacks (rule P6).
 */
export function keptBack(step: ProxyStep, context: Context): Finding | undefined {
  const { before } = step.observation;
  const heard = heardFromMember(step.observation);
  if (heard?.result.type !== 'Certificates') return undefined;
  const { id, purpose, index, driven } = heard;
  if (purpose !== 'fetch' && purpose !== 'depend') return undefined;
  const lagging = before.committee.members[index];
  const progress = lagging && driven.progress[lagging.validator.address];
  if (lagging === undefined || progress === undefined) return undefined;
  const { certificates, pruned = [] } = heard.result;
  const isByPlace = purpose === 'fetch';
  if (isByPlace && pruned.length > 0) return undefined;
  const wanted = isByPlace ? atPlace(progress, certificates) : providing(progress, certificates);
  const owed = wanted.find((each) => isProof(each, before, context));
  const name = nodeNameOf(lagging.validator);
  return owed === undefined || bringingTo(step, name) === owed
    ? undefined
    : proxyFinding(step.node, id, `keeps back from ${name} what it lacks`);
}

/** Gives the certificate that a step brings a validator first because it lacks it. */
export function bringingTo(
  { observation: { effects } }: ProxyStep,
  name: string,
): TransactionCertificate | undefined {
  for (const effect of effects) {
    if (effect.type !== 'Send' || effect.to !== name) continue;
    const { message } = effect;
    if (message.type === 'SubmitCertificate' && brings(message.requestId)) {
      return message.certificate;
    }
  }
  return undefined;
}

/** Tells whether a step asks all members but one for certificates. */
export function asksOthers(
  { observation: { effects, before } }: ProxyStep,
  name: string,
  isSought: (select: GetCertificates['select']) => boolean,
): boolean {
  const asked = effects.flatMap((effect) => {
    if (effect.type !== 'Send' || effect.message.type !== 'GetCertificates') return [];
    return isSought(effect.message.select) ? [effect.to] : [];
  });
  return nodeNamesOf(before.committee.members).every(
    (each) => each === name || asked.includes(each),
  );
}

function atPlace({ prerequisites }: Progress, [shown]: Shown): Shown {
  const top = prerequisites.at(-1);
  if (shown === undefined || top === undefined || top.certificate !== undefined) return [];
  const facts = readableFacts(shown.envelope);
  return facts !== undefined && isSamePlace(facts.transaction, top) ? [shown] : [];
}

// Two certificates may provide the same; if the validator was brought one, nothing more is owed.
function providing(
  { missing, named, prerequisites, brought }: Progress,
  certificates: Shown,
): Shown {
  const known = [...prerequisites, ...brought];
  const provide = certificates.slice(0, Math.max(PLACES_MAX - named, 0)).flatMap((shown) => {
    const facts = readableFacts(shown.envelope);
    const isWanted = facts !== undefined && missing.some((each) => provides(facts, each));
    return isWanted ? [{ shown, place: facts.transaction }] : [];
  });
  const isBrought = provide.some(({ place }) => known.some((each) => isSamePlace(each, place)));
  return isBrought ? [] : provide.map(({ shown }) => shown);
}

function provides(facts: TransactionFacts, dependency: MissingDependency): boolean {
  const { sender } = dependency;
  return (
    makes(facts, dependency) && (sender ?? facts.transaction.sender) === facts.transaction.sender
  );
}

// A proxy that has not followed a change yet cannot verify what the next committee has signed.
function isProof(
  certificate: TransactionCertificate,
  { committees }: ProxyState,
  context: Context,
): boolean {
  const [first] = certificate.signatures;
  const isOfKnown = first !== undefined && committeeOf(committees, first[0]) !== undefined;
  return isOfKnown && isGenuine(certificate, readableFacts(certificate.envelope), context);
}
