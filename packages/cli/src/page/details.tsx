import type { VNode } from 'preact';
import { signersOf } from './lineage.ts';
import { aboutOf, fateOf, onlyText, type Selection, timeText, whenText } from './model.ts';
import type { Message, Onesided, RunData, Step } from './run-data.ts';

interface DetailsProps {
  readonly data: RunData;
  readonly selection: Selection;
  readonly onSelect: (selection: Selection | undefined) => void;
}

/** Tells all about what is selected. */
export function Details({ data, selection, onSelect }: DetailsProps): VNode {
  return (
    <section class="details" aria-live="polite">
      <button type="button" class="close" onClick={() => onSelect(undefined)}>
        show all
      </button>
      <Subject data={data} selection={selection} onSelect={onSelect} />
    </section>
  );
}

function Subject({ data, selection, onSelect }: DetailsProps): VNode | null {
  const { what, place } = selection;
  switch (what) {
    case 'message':
      return <MessageDetails data={data} place={place} onSelect={onSelect} />;
    case 'step':
      return <StepDetails data={data} place={place} onSelect={onSelect} />;
    case 'transaction':
      return (
        <>
          <h2>Transaction</h2>
          <TransactionRows data={data} place={place} onSelect={onSelect} />
        </>
      );
    case 'certificate':
      return <CertificateDetails data={data} place={place} onSelect={onSelect} />;
    case 'spell':
      return <SpellDetails data={data} place={place} />;
    case 'breach':
      return <BreachDetails data={data} place={place} />;
  }
}

interface PlaceProps {
  readonly data: RunData;
  readonly place: number;
}

interface ChoiceProps extends PlaceProps {
  readonly onSelect: DetailsProps['onSelect'];
}

/** A label and what stands beside it. */
export function Row({
  label,
  children,
}: {
  readonly label: string;
  readonly children: VNode | string | readonly (VNode | string)[];
}): VNode {
  return (
    <div class="row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function MessageDetails({ data, place, onSelect }: ChoiceProps): VNode | null {
  const message = data.messages[place];
  if (message === undefined) return null;
  const { texts } = data;
  const step = data.steps.find((each) => each.message === place);
  const fates = fateOf(data, message);
  return (
    <>
      <h2>{texts[message.kind]}</h2>
      <dl>
        <Row label="from">{nodeText(data, message, 'from')}</Row>
        <Row label="to">{nodeText(data, message, 'to')}</Row>
        <Row label="sent">{whenText(message.sent)}</Row>
        {message.arrivals.map((arrival) => (
          <Row key={arrival[0]} label="arrived">
            {whenText(arrival)}
          </Row>
        ))}
        <Onlyness of={message} />
        {fates.length > 0 && <Row label="network">{fates.join('; ')}</Row>}
        {message.signers !== undefined && (
          <Row label="carries">{`a certificate signed by ${signersOf(data, message).join(', ')}`}</Row>
        )}
        <Outcome data={data} step={step} />
      </dl>
      <TransactionRows data={data} place={message.transaction ?? -1} onSelect={onSelect} />
    </>
  );
}

/** Says that only one of two compared runs has something. */
function Onlyness({ of }: { readonly of: Onesided }): VNode | null {
  const text = onlyText(of);
  return text === undefined ? null : <Row label="which run">{text}</Row>;
}

function nodeText({ lanes, texts }: RunData, message: Message, end: 'from' | 'to'): string {
  const name = lanes[message[end]]?.name ?? '';
  const part = texts[(end === 'from' ? message.sender : message.receiver) ?? -1];
  return part === undefined ? name : `${name} (as ${part})`;
}

function StepDetails({ data, place, onSelect }: ChoiceProps): VNode | null {
  const step = data.steps[place];
  if (step === undefined) return null;
  const message = data.messages[step.message ?? -1];
  return (
    <>
      <h2>{`${data.lanes[step.lane]?.name}: ${data.texts[step.kind]}`}</h2>
      <dl>
        <Row label="when">{whenText([step.event, step.at])}</Row>
        <Onlyness of={step} />
        {message !== undefined && <Row label="from">{nodeText(data, message, 'from')}</Row>}
        {message !== undefined && <Row label="sent">{whenText(message.sent)}</Row>}
        <Outcome data={data} step={step} />
      </dl>
      <TransactionRows data={data} place={step.transaction ?? -1} onSelect={onSelect} />
    </>
  );
}

/** Says how a node took a message, what that means if it refused, and what it changed. */
function Outcome({ data, step }: { readonly data: RunData; readonly step: Step | undefined }) {
  if (step === undefined) return null;
  const { texts, meanings } = data;
  const verdict = texts[step.verdict ?? -1];
  const explained = (verdict ?? '').split(' ').flatMap((code) => meanings[code] ?? []);
  return (
    <>
      {verdict !== undefined && <Row label="answer">{verdict}</Row>}
      {explained.map((text) => (
        <Row key={text} label="that is">
          {text}
        </Row>
      ))}
      {step.changes !== undefined && (
        <Row label="changed">
          <ul>
            {step.changes.map((change) => (
              <li key={change}>{texts[change]}</li>
            ))}
          </ul>
        </Row>
      )}
    </>
  );
}

function TransactionRows({ data, place, onSelect }: ChoiceProps): VNode | null {
  const transaction = data.transactions[place];
  if (transaction === undefined) return null;
  const certificates = data.certificates.flatMap((certificate, index) =>
    certificate.transaction === place ? [{ ...certificate, index }] : [],
  );
  return (
    <dl>
      <Row label="transaction">
        <button
          type="button"
          class={`chip tx-${place % 8}`}
          onClick={() => onSelect({ what: 'transaction', place })}
        >
          {aboutOf(transaction) ?? ''}
        </button>
      </Row>
      <Row label="id">
        <code>{transaction.id}</code>
      </Row>
      <Row label="nonce">{`${transaction.nonce} of ${transaction.sender}`}</Row>
      {certificates.map(({ signers, index }) => (
        <Row key={index} label="certificate">
          <button type="button" onClick={() => onSelect({ what: 'certificate', place: index })}>
            {`signed by ${signers.join(' ')}`}
          </button>
        </Row>
      ))}
    </dl>
  );
}

function CertificateDetails({ data, place, onSelect }: ChoiceProps): VNode | null {
  const certificate = data.certificates[place];
  if (certificate === undefined) return null;
  const { signers, certifiedAt, finalAt, transaction } = certificate;
  return (
    <>
      <h2>Certificate</h2>
      <dl>
        <Row label="signed by">{signers.join(', ')}</Row>
        <Row label="formed">{timeText(certifiedAt)}</Row>
        <Row label="final">
          {finalAt === undefined ? 'no quorum settled it' : timeText(finalAt)}
        </Row>
      </dl>
      <p class="hint">
        Lit up: the request, the signature of each of these validators, and every delivery and
        answer that followed.
      </p>
      <TransactionRows data={data} place={transaction} onSelect={onSelect} />
    </>
  );
}

function SpellDetails({ data, place }: PlaceProps): VNode | null {
  const spell = data.spells[place];
  if (spell === undefined) return null;
  const { label, meaning, lane, from, to, sort } = spell;
  return (
    <>
      <h2>{label}</h2>
      <p>{meaning}</p>
      <dl>
        <Row label="where">{data.lanes[lane ?? -1]?.name ?? spell.between ?? 'the network'}</Row>
        <Row label={sort === 'lie' ? 'first' : 'from'}>{timeText(from)}</Row>
        {to !== undefined && <Row label="until">{timeText(to)}</Row>}
        <Onlyness of={spell} />
      </dl>
    </>
  );
}

function BreachDetails({ data, place }: PlaceProps): VNode | null {
  const breach = data.breaches[place];
  if (breach === undefined) return null;
  const failure = data.failures.find(({ name }) => name === breach.name);
  return (
    <>
      <h2>{`${breach.name} is broken`}</h2>
      <p>{breach.message}</p>
      <Onlyness of={breach} />
      {failure?.holds.map((text) => (
        <p key={text} class="hint">
          {text}
        </p>
      ))}
    </>
  );
}
