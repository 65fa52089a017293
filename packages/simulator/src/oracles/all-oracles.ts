import { noLostAck, proxyTruthful } from './acknowledgements.ts';
import { answerTruthful } from './answer-truthful.ts';
import { answerUpToDate } from './answer-up-to-date.ts';
import { askedInTurn } from './asked-in-turn.ts';
import { bringsWhatIsLacked } from './brings-what-is-lacked.ts';
import { broadcastRemembered } from './broadcast-remembered.ts';
import { broughtOnce } from './brought-once.ts';
import { cellChain } from './cell-chain.ts';
import { certificateKept } from './certificate-kept.ts';
import { certificateValid } from './certificate-valid.ts';
import { changeTold } from './change-told.ts';
import { clientSignsOnce, refusalIsFinal, successIsOwn } from './client-promises.ts';
import { convergence } from './convergence.ts';
import { countedAfresh } from './counted-afresh.ts';
import { deliveredToAll } from './delivered-to-all.ts';
import { drivenInTime } from './driven-in-time.ts';
import { drivenWithCause } from './driven-with-cause.ts';
import { epochAgreement, epochMonotone, frozenSignsNothing, oneKeyOneEpoch } from './epochs.ts';
import { escrowAuthorised } from './escrow-authorised.ts';
import { escrowStatusClimbs } from './escrow-status-climbs.ts';
import { externalClaimQuorum } from './external-claim-quorum.ts';
import { idempotence } from './idempotence.ts';
import { incompleteTold } from './incomplete-told.ts';
import { keyDestroyedInTime } from './key-destroyed-in-time.ts';
import { lateTold } from './late-told.ts';
import { lockExclusive, signingMovesNothing } from './locks.ts';
import { memoryMatchesStore } from './memory-matches-store.ts';
import { mergedAsShown } from './merged-as-shown.ts';
import { mintAuthorised } from './mint-authorised.ts';
import { nextNonce } from './next-nonce.ts';
import { noDoubleSign } from './no-double-sign.ts';
import { nonNegativeAtRest } from './non-negative-at-rest.ts';
import { nonceGapless } from './nonce-gapless.ts';
import { nonceMonotone } from './nonce-monotone.ts';
import { nothingInVain } from './nothing-in-vain.ts';
import { nothingLeftUndone } from './nothing-left-undone.ts';
import type { Oracle, OracleContext } from './oracle.ts';
import { orderIndependence } from './order-independence.ts';
import { overdraftOracles } from './overdrafts.ts';
import { partsKept } from './parts-kept.ts';
import { partsSound } from './parts-sound.ts';
import { prunedWhenDue } from './pruned-when-due.ts';
import { pushEnds } from './push-ends.ts';
import { readQuorum } from './read-quorum.ts';
import { readTruthful } from './read-truthful.ts';
import { recoveryComplete } from './recovery-complete.ts';
import { refusalCounted } from './refusal-counted.ts';
import { refusalLetGo } from './refusal-let-go.ts';
import { refusalRemembered } from './refusal-remembered.ts';
import { refusalTold } from './refusal-told.ts';
import { refusalUpToDate } from './refusal-up-to-date.ts';
import { refusalVouched } from './refusal-vouched.ts';
import { refusedForCause } from './refused-for-cause.ts';
import { requestAged } from './request-aged.ts';
import { requestAnswered } from './request-answered.ts';
import { sentWhenDurable } from './sent-when-durable.ts';
import { settledAsWritten } from './settled-as-written.ts';
import { settledForever } from './settled-forever.ts';
import { burnAddressIsDead, rolesApart } from './settled-roles.ts';
import { settledWhenDue } from './settled-when-due.ts';
import { signatureAuthentic } from './signature-authentic.ts';
import { signedAdmissible } from './signed-admissible.ts';
import { signedStaysOpen } from './signed-stays-open.ts';
import { signedWellFormed } from './signed-well-formed.ts';
import { snapshotChecked } from './snapshot-checked.ts';
import { snapshotTaken } from './snapshot-taken.ts';
import { successKept } from './success-kept.ts';
import { supplyConserved } from './supply-conserved.ts';
import { supplyMatchesHistory } from './supply-matches-history.ts';
import { tokenUpdatesSequential } from './token-updates-sequential.ts';
import { uniqueCertificate } from './unique-certificate.ts';
import { usedNonce } from './used-nonce.ts';
import { atomicBatch, escrowPaysOnce } from './whole-effect.ts';

/**
 * Creates the safety oracles of one run, the most serious first: if several fire, the first of them
 * is the verdict.
 *
 * @param only the names of the oracles wanted; undefined means all.
 */
export function createOracles(
  context: OracleContext,
  only: readonly string[] | undefined,
): readonly Oracle[] {
  const all = allOracles(context);
  return only === undefined ? all : all.filter(({ name }) => only.includes(name));
}

function allOracles(context: OracleContext): readonly Oracle[] {
  return [
    noDoubleSign(context),
    uniqueCertificate(context),
    certificateValid(context),
    frozenSignsNothing(context),
    oneKeyOneEpoch(context),
    keyDestroyedInTime(context),
    snapshotTaken(context),
    snapshotChecked(context),
    mergedAsShown(context),
    epochAgreement(),
    epochMonotone(),
    requestAged(context),
    signatureAuthentic(context),
    burnAddressIsDead(context),
    rolesApart(context),
    externalClaimQuorum(context),
    nonceGapless(context),
    nonceMonotone(context),
    settledForever(context),
    sentWhenDurable(),
    supplyConserved(),
    ...overdraftOracles(context),
    signingMovesNothing(context),
    lockExclusive(context),
    signedWellFormed(context),
    nothingInVain(context),
    escrowPaysOnce(context),
    escrowStatusClimbs(),
    escrowAuthorised(context),
    tokenUpdatesSequential(),
    mintAuthorised(context),
    cellChain(context),
    atomicBatch(context),
    settledAsWritten(context),
    certificateKept(),
    prunedWhenDue(),
    settledWhenDue(context),
    proxyTruthful(context),
    noLostAck(context),
    deliveredToAll(context),
    pushEnds(context),
    changeTold(),
    lateTold(),
    nothingLeftUndone(),
    successKept(),
    partsKept(context),
    partsSound(context),
    incompleteTold(),
    requestAnswered(),
    ...drivingOracles(context),
    successIsOwn(context),
    clientSignsOnce(context),
    nextNonce(),
    askedInTurn(),
    ...refusalOracles(context),
    answerTruthful(context),
    readTruthful(context),
    readQuorum(context),
    convergence(context),
    nonNegativeAtRest(context),
    supplyMatchesHistory(context),
    orderIndependence(context),
    idempotence(),
    memoryMatchesStore(),
    recoveryComplete(context),
  ];
}

/** The oracles about what a proxy does with a transaction that it drives. */
function drivingOracles(context: OracleContext): readonly Oracle[] {
  return [
    drivenInTime(),
    broadcastRemembered(),
    countedAfresh(),
    broughtOnce(),
    bringsWhatIsLacked(context),
  ];
}

/** The oracles about refusals: what is refused, and what must not be. */
function refusalOracles(context: OracleContext): readonly Oracle[] {
  return [
    refusalIsFinal(context),
    refusalVouched(context),
    refusalRemembered(),
    refusalLetGo(),
    refusalCounted(),
    refusalTold(context),
    answerUpToDate(),
    drivenWithCause(),
    signedStaysOpen(context),
    usedNonce(context),
    refusalUpToDate(context),
    refusedForCause(context),
    signedAdmissible(context),
  ];
}
