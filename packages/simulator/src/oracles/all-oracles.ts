import { cellChain } from './assets/cell-chain.ts';
import { escrowAuthorised } from './assets/escrow-authorised.ts';
import { escrowStatusClimbs } from './assets/escrow-status-climbs.ts';
import { mintAuthorised } from './assets/mint-authorised.ts';
import { nonNegativeAtRest } from './assets/non-negative-at-rest.ts';
import { overdraftOracles } from './assets/overdrafts.ts';
import { supplyConserved } from './assets/supply-conserved.ts';
import { supplyMatchesHistory } from './assets/supply-matches-history.ts';
import { tokenUpdatesSequential } from './assets/token-updates-sequential.ts';
import { answerTruthful } from './clients/answer-truthful.ts';
import { askedInTurn } from './clients/asked-in-turn.ts';
import { nextNonce } from './clients/next-nonce.ts';
import { readQuorum } from './clients/read-quorum.ts';
import { readTruthful } from './clients/read-truthful.ts';
import { changeTold } from './committees/change-told.ts';
import {
  epochAgreement,
  epochMonotone,
  frozenSignsNothing,
  oneKeyOneEpoch,
} from './committees/epochs.ts';
import { keyDestroyedInTime } from './committees/key-destroyed-in-time.ts';
import { lateTold } from './committees/late-told.ts';
import { mergedAsShown } from './committees/merged-as-shown.ts';
import { pushEnds } from './committees/push-ends.ts';
import { requestAged } from './committees/request-aged.ts';
import { snapshotChecked } from './committees/snapshot-checked.ts';
import { snapshotTaken } from './committees/snapshot-taken.ts';
import { convergence } from './nodes/convergence.ts';
import { idempotence } from './nodes/idempotence.ts';
import { memoryMatchesStore } from './nodes/memory-matches-store.ts';
import { nothingLeftUndone } from './nodes/nothing-left-undone.ts';
import { orderIndependence } from './nodes/order-independence.ts';
import { recoveryComplete } from './nodes/recovery-complete.ts';
import type { Oracle, OracleContext } from './oracle.ts';
import { noLostAck, proxyTruthful } from './proxies/acknowledgements.ts';
import { answerUpToDate } from './proxies/answer-up-to-date.ts';
import { bringsWhatIsLacked } from './proxies/brings-what-is-lacked.ts';
import { broadcastRemembered } from './proxies/broadcast-remembered.ts';
import { broughtOnce } from './proxies/brought-once.ts';
import { clientSignsOnce, refusalIsFinal, successIsOwn } from './proxies/client-promises.ts';
import { countedAfresh } from './proxies/counted-afresh.ts';
import { deliveredToAll } from './proxies/delivered-to-all.ts';
import { drivenInTime } from './proxies/driven-in-time.ts';
import { drivenWithCause } from './proxies/driven-with-cause.ts';
import { incompleteTold } from './proxies/incomplete-told.ts';
import { partsKept } from './proxies/parts-kept.ts';
import { partsSound } from './proxies/parts-sound.ts';
import { refusalCounted } from './proxies/refusal-counted.ts';
import { refusalLetGo } from './proxies/refusal-let-go.ts';
import { refusalRemembered } from './proxies/refusal-remembered.ts';
import { refusalTold } from './proxies/refusal-told.ts';
import { refusalUpToDate } from './proxies/refusal-up-to-date.ts';
import { refusalVouched } from './proxies/refusal-vouched.ts';
import { requestAnswered } from './proxies/request-answered.ts';
import { signedStaysOpen } from './proxies/signed-stays-open.ts';
import { successKept } from './proxies/success-kept.ts';
import { usedNonce } from './proxies/used-nonce.ts';
import { burnAddressIsDead, rolesApart } from './settled-roles.ts';
import { certificateKept } from './settlement/certificate-kept.ts';
import { nonceGapless } from './settlement/nonce-gapless.ts';
import { nonceMonotone } from './settlement/nonce-monotone.ts';
import { prunedWhenDue } from './settlement/pruned-when-due.ts';
import { sentWhenDurable } from './settlement/sent-when-durable.ts';
import { settledAsWritten } from './settlement/settled-as-written.ts';
import { settledForever } from './settlement/settled-forever.ts';
import { settledWhenDue } from './settlement/settled-when-due.ts';
import { certificateValid } from './signing/certificate-valid.ts';
import { externalClaimQuorum } from './signing/external-claim-quorum.ts';
import { lockExclusive, signingMovesNothing } from './signing/locks.ts';
import { noDoubleSign } from './signing/no-double-sign.ts';
import { nothingInVain } from './signing/nothing-in-vain.ts';
import { refusedForCause } from './signing/refused-for-cause.ts';
import { signatureAuthentic } from './signing/signature-authentic.ts';
import { signedAdmissible } from './signing/signed-admissible.ts';
import { signedWellFormed } from './signing/signed-well-formed.ts';
import { uniqueCertificate } from './signing/unique-certificate.ts';
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
    drivenWithCause(context),
    signedStaysOpen(context),
    usedNonce(context),
    refusalUpToDate(context),
    refusedForCause(context),
    signedAdmissible(context),
  ];
}
