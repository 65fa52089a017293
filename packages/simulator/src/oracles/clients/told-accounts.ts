import { nodeNameOf, readableFacts } from '@quorate/core';
import type { TransactionEnvelope } from '@quorate/protocol';
import { faultyMax } from '../../quorums.ts';
import { areClaimsSound } from '../admission/operation-opinions.ts';
import { isForeign } from '../admission/second-opinion.ts';
import { forgeryIn } from '../authentic.ts';
import { isGenuine } from '../following/certificates-told.ts';
import type { Finding, OracleContext, ProxyStep } from '../oracle.ts';
import { type AnsweredAccount, createAccountReadings } from './account-readings.ts';
import { accountFault } from './agreed-account.ts';

/** What is needed to judge what proxies report about accounts. */
export type ToldAccountsContext = Pick<OracleContext, 'committees' | 'verifier' | 'genesis'>;

/**
 * Follows what a proxy reports about accounts, and finds reports that validators have not given it.
 */
export function createToldAccounts(
  context: ToldAccountsContext,
): (step: ProxyStep) => Finding | undefined {
  const { committees, verifier, genesis } = context;
  const readings = createAccountReadings((certificate) =>
    isGenuine(certificate, readableFacts(certificate.envelope), context),
  );

  // Which members of a later committee serve, a proxy learns only from messages, so it is judged
  // only while there is one committee.
  function faultOf({ told, said }: AnsweredAccount): string | undefined {
    const [committee, ...later] = committees.all();
    if (committee === undefined || later.length > 0) return undefined;
    const standing = committee.members.flatMap(({ validator }) => {
      const word = said.get(nodeNameOf(validator));
      const isStanding = word?.isBacked === true && word.info.nextNonce === told.nextNonce;
      return isStanding ? [{ validator: validator.address, info: word.info }] : [];
    });
    const needed = faultyMax(committee.members.length) + 1;
    return accountFault({ told, standing, needed }, { verifier, isGenuine: isOwn });
  }

  function isOwn(envelope: TransactionEnvelope): boolean {
    const facts = readableFacts(envelope);
    return (
      facts !== undefined &&
      forgeryIn(envelope, verifier) === undefined &&
      areClaimsSound(facts, verifier) &&
      !isForeign(facts, genesis)
    );
  }

  return (step) => {
    for (const answer of readings.step(step)) {
      const fault = faultOf(answer);
      if (fault === undefined) continue;
      const { address: account, nextNonce } = answer.told;
      const facts = { proxy: step.node, account, nonce: `${nextNonce}`, fault };
      return { message: `${step.node} told of an account ${fault}`, facts };
    }
    return undefined;
  };
}
