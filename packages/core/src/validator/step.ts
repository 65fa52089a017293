import type { Input, NodeName } from '../effect.ts';
import type { ValidatorMessage } from '../message.ts';
import { answerCertificates, getCertificates } from './get-certificates.ts';
import type { ValidatorEnv } from './rule-types.ts';
import type { CertificatesAsked, ValidatorState, ValidatorStep } from './state.ts';
import { submitCertificate } from './submit-certificate.ts';
import { submitTransaction } from './submit-transaction.ts';

/**
 * Takes a validator one input further.
 *
 * Pure and total: no input of a peer makes it throw, and a refused or repeated message gives the
 * same state object back.
 */
export function stepValidator(
  state: ValidatorState,
  input: Input<ValidatorMessage, CertificatesAsked>,
  env: ValidatorEnv,
): ValidatorStep {
  switch (input.type) {
    case 'Message':
      return hear(state, input.from, input.message, env);
    case 'Loaded':
      return answerCertificates(state, input.resume, input.rows);
    case 'Timer':
      // A validator sets no timer: it is driven by clients and proxies.
      return { state, effects: [] };
  }
}

function hear(
  state: ValidatorState,
  from: NodeName,
  message: ValidatorMessage,
  env: ValidatorEnv,
): ValidatorStep {
  switch (message.type) {
    case 'SubmitTransaction':
      return submitTransaction(state, from, message, env);
    case 'SubmitCertificate':
      return submitCertificate(state, from, message, env);
    case 'GetCertificates':
      return getCertificates(state, { from, message });
  }
}
