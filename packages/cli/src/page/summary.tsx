import type { VNode } from 'preact';
import { Row } from './details.tsx';
import { aboutOf, timeText } from './model.ts';
import type { Conflict, Failure, Operation, RunData } from './run-data.ts';

/** Says what failed, why, and how to see it again. */
export function Summary({ data }: { readonly data: RunData }): VNode {
  const { head, failures, conflicts, excuse } = data;
  return (
    <>
      {failures.map((failure, index) => (
        <FailureCard key={failure.title} failure={failure} isOpen={index === 0} />
      ))}
      {failures.length === 0 && (
        <section class="card well">
          <h2>Nothing failed</h2>
          <p>{`The verdict is ${head.verdict}, as the scenario expects.`}</p>
        </section>
      )}
      {conflicts.map((conflict) => (
        <Blame key={`${conflict.sender}/${conflict.nonce}`} data={data} conflict={conflict} />
      ))}
      {excuse !== undefined && (
        <section class="card">
          <h2>Verdict</h2>
          <p>{excuse}</p>
        </section>
      )}
    </>
  );
}

interface FailureProps {
  readonly failure: Failure;
  /** One lie often breaks several invariants, and the first of them is the nearest to the cause. */
  readonly isOpen: boolean;
}

function FailureCard({ failure, isOpen }: FailureProps): VNode {
  const [holds, ...more] = failure.holds;
  return (
    <details class="card failure" open={isOpen}>
      <summary>
        {failure.title} <small>{failure.kind}</small>
      </summary>
      {holds !== undefined && <p class="holds">{`Must hold: ${holds}`}</p>}
      {more.length > 0 && (
        <details>
          <summary>more about this invariant</summary>
          {more.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </details>
      )}
      <dl>
        {failure.facts.map(([label, text]) => (
          <Row key={label + text} label={label}>
            <span title={text}>{text.replace(LONG, shortened)}</span>
          </Row>
        ))}
      </dl>
    </details>
  );
}

/** Ids of transactions and tokens. */
const LONG = /\b[0-9a-f]{64}\b/g;

function shortened(id: string): string {
  return `${id.slice(0, 12)}…`;
}

function Blame({ data, conflict }: { readonly data: RunData; readonly conflict: Conflict }): VNode {
  const { sender, nonce, verdict, rivals, culprits } = conflict;
  const nameOf = (place: number) => aboutOf(data.transactions[place]) ?? '';
  return (
    <section class="card">
      <h2>Who is to blame</h2>
      <p>{verdict}</p>
      <p>{`Transactions of (${sender}, nonce ${nonce}):`}</p>
      <ul>
        {rivals.map(({ transaction, signers, hasQuorum }) => (
          <li key={transaction}>
            {`${nameOf(transaction)}: signed by ${signers.join(' ') || 'nobody'}`}
            {hasQuorum && ', a quorum'}
          </li>
        ))}
      </ul>
      {culprits.map(({ name, key, isFaulty, signatures }) => (
        <details key={name}>
          <summary>{`${name} signed ${signatures.length} of them${isFaulty ? ' (Byzantine)' : ''}`}</summary>
          <dl>
            <Row label="key">
              <code>{key}</code>
            </Row>
            {signatures.map(({ transaction, hex }) => (
              <Row key={hex} label={nameOf(transaction)}>
                <code>{hex}</code>
              </Row>
            ))}
          </dl>
        </details>
      ))}
    </section>
  );
}

/** Says what each client wanted, and how that ended. */
export function Operations({ data }: { readonly data: RunData }): VNode | null {
  if (data.operations.length + data.accounts.length === 0) return null;
  return (
    <section>
      <h2>What clients wanted</h2>
      <ul class="operations">
        {data.operations.map((operation) => (
          <OperationLine
            key={`${operation.summary}${operation.startedAt}`}
            {...{ operation, data }}
          />
        ))}
        {data.accounts.map(({ client, text }) => (
          <li key={client} class="not-final">
            <b>{client}</b> <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OperationLine({
  operation,
  data,
}: {
  readonly operation: Operation;
  readonly data: RunData;
}): VNode {
  const { client, summary, outcome, reason, why, startedAt, endedAt } = operation;
  return (
    <li class={outcome === 'final' ? 'final' : 'not-final'}>
      <b>{`${client} ${summary}`}</b>{' '}
      <span title={data.meanings[reason ?? '']}>
        {`${outcome.replaceAll('-', ' ')}${why === undefined ? '' : ` (${why})`}`}
      </span>{' '}
      <small>{`after ${timeText(endedAt - startedAt)}`}</small>
    </li>
  );
}

/** Says what was run, and how to run it again. */
export function Identity({ data }: { readonly data: RunData }): VNode {
  const { head } = data;
  return (
    <section>
      <h2>This run</h2>
      <dl>
        <Row label="again">
          <code class="command">{head.replay}</code>
        </Row>
        <Row label="seed">{head.seed}</Row>
        <Row label="trace">
          <code>{head.traceHash}</code>
        </Row>
        <Row label="length">{`${head.events} events, ${timeText(head.endedAt)}`}</Row>
        <Row label="made with">{`quorate ${head.version}, Node.js ${head.node}, crypto ${head.crypto}`}</Row>
      </dl>
    </section>
  );
}
