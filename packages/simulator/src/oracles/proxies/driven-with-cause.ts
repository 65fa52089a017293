import { counted, factsOf, type Rejection, type TransactionId } from '@quorate/protocol';
import { faultyMax, quorumSize } from '../../quorums.ts';
import type { Finding, Oracle, OracleContext, ProxyStep } from '../oracle.ts';
import {
  answerIn,
  type Driven,
  type ProxyInput,
  proxyFinding,
  transactionIn,
} from './proxy-view.ts';
import { createToldOfAccounts, type ToldOfAccounts } from './told-of-account.ts';

/**
 * A correct proxy has validators sign a transaction only once a quorum would, or one has signed it
 * already (rule P5). That a quorum would is what it was told when it asked, or what its answers about
 * earlier payments of the account show. The certificate that it forms stays the same (rule P3). It gives the
 * certificate up only when f + 1 validators say that nobody showed them the transaction when an
 * epoch ended (rule C8), or when nobody settles it for long (rule P8).
 *
 * Our addition to ledger.md. A transaction that half of the validators sign locks its account, and
 * a certificate that is given up has still settled where it arrived; but other bad luck must be
 * added to do harm.
 */
export function drivenWithCause({ genesis }: Pick<OracleContext, 'genesis'>): Oracle {
  const told = createToldOfAccounts(genesis);
  return {
    name: 'driven-with-cause',
    kind: 'safety',
    afterProxyStep: (step: ProxyStep) => {
      const { input, before, after } = step.observation;
      const unasked = begunUnasked(step, told);
      told.note(step);
      if (unasked !== undefined) return unasked;
      const { node } = step;
      const id = aboutIn(input);
      if (id === undefined) return undefined;
      const [was, is] = [before, after].map(({ submissions }) => submissions.get(id));
      if (was === undefined || was === is) return undefined;
      const what =
        is === undefined
          ? forgottenCertificate(was, input, before.timings.retriesMax)
          : (begunEarly(was, is) ?? changedCertificate(was, is, input));
      return what === undefined ? undefined : proxyFinding(node, id, what);
    },
  };
}

function aboutIn(input: ProxyInput): TransactionId | undefined {
  const name = input.type === 'Timer' ? input.id : answerIn(input)?.requestId;
  return name === undefined ? undefined : transactionIn(name);
}

// What was broadcast before may be signed already: then the mark of it is among the rows.
function begunUnasked(step: ProxyStep, told: ToldOfAccounts): Finding | undefined {
  const { input, before, after } = step.observation;
  if (input.type !== 'Loaded' || input.resume.purpose !== 'Submit') return undefined;
  const { id } = factsOf(input.resume.envelope.transaction);
  const is = after.submissions.get(id);
  if (is?.phase !== 'signing' || before.submissions.has(id)) return undefined;
  const [, marks = []] = input.rows;
  const willing = told.willing(step, is);
  if (marks.length > 0 || willing >= quorumSize(after.committee.members.length)) return undefined;
  return proxyFinding(
    step.node,
    id,
    `has signed, unasked, what ${counted(willing, 'validator')} would sign`,
  );
}

function begunEarly(was: Driven, is: Driven): string | undefined {
  if (was.phase !== 'checking' || is.phase !== 'signing') return undefined;
  const all = Object.values(is.progress);
  const isKnown = all.some(({ holds, signature }) => holds || signature !== undefined);
  const willing = all.filter(({ admits }) => admits).length;
  if (isKnown || willing >= quorumSize(all.length)) return undefined;
  return `has signed what ${counted(willing, 'validator')} would sign`;
}

function changedCertificate(was: Driven, is: Driven, input: ProxyInput): string | undefined {
  if (was.certificate === undefined || is.certificate === was.certificate) return undefined;
  if (is.certificate !== undefined)
    return 'puts another certificate in the place of one that it made';
  return isDisowned(was, input) ? undefined : 'gives up a certificate that hardly anybody disowns';
}

// No validator is asked for ever, but until then a certificate is delivered even if no client waits
// any more.
function forgottenCertificate(
  was: Driven,
  input: ProxyInput,
  retriesMax: number,
): string | undefined {
  if (was.certificate === undefined || was.retries >= retriesMax) return undefined;
  const all = Object.values(was.progress);
  const more = answerIn(input)?.result.type === 'Settled' ? 1 : 0;
  const isFinal = all.filter(({ settled }) => settled).length + more >= quorumSize(all.length);
  return isFinal || isDisowned(was, input)
    ? undefined
    : 'forgets a certificate that no quorum has settled';
}

function isDisowned({ progress }: Driven, input: ProxyInput): boolean {
  const before = Object.values(progress).filter(({ refusal }) => isOfAnEpochThatEnded(refusal));
  const said = answerIn(input)?.result;
  const isMore = said?.type === 'Rejected' && isOfAnEpochThatEnded(said.rejection);
  return before.length + (isMore ? 1 : 0) > faultyMax(Object.keys(progress).length);
}

function isOfAnEpochThatEnded(refusal: Rejection | undefined): boolean {
  return refusal?.code === 'InvalidCertificate' && refusal.rule === 'C8';
}
