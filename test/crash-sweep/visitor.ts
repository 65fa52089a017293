import { type Message, openEnvelope, type ProxyMessage, type Query } from '@quorate/core';
import { type Address, NATIVE_TOKEN_ID } from '@quorate/protocol';
import type { RunScenarioOptions } from '@quorate/simulator';
import { roleOf } from './role.ts';

type Attend = NonNullable<RunScenarioOptions['attend']>;
/** Sees an effect of a node. */
export type SeeEffect = ReturnType<Attend>;
/** One effect of a node. */
export type Effect = Parameters<SeeEffect>[1];

/** A request that asks for something that lasts. */
type Demand = Extract<Message, { readonly type: 'SubmitTransaction' | 'SubmitCertificate' }>;
type Question = Query | Extract<ProxyMessage, { readonly type: 'GetPending' }>;

/** How often one node is visited about one kind of demand: enough for every question. */
const VISITS_MAX = 5;

/**
 * Visits a validator or a proxy whenever it has written something: hands it again its last demand,
 * and asks it a question, both before the flush has ended. The kinds of questions take turns.
 */
export function visitor(see: SeeEffect): Attend {
  return ({ transport, name }) => {
    const lastDemand = new Map<string, Demand>();
    const visits = new Map<string, number>();
    transport.attach(name, () => undefined);

    function visit(node: string, demand: Demand): void {
      const about = `${node} ${demand.type}`;
      const count = visits.get(about) ?? 0;
      if (count === VISITS_MAX) return;
      visits.set(about, count + 1);
      const requestId = `visit:${count}`;
      const questions = questionsFor(node, requestId, senderOf(demand));
      transport.send(name, node, { ...demand, requestId });
      const question = questions[count % questions.length];
      if (question !== undefined) transport.send(name, node, question);
    }

    return (node, effect) => {
      see(node, effect);
      const { what, message } = effect;
      if (what === 'hears' && isDemand(message)) lastDemand.set(node, message);
      const demand = lastDemand.get(node);
      if (what === 'writes' && demand !== undefined && roleOf(node) !== 'client') {
        visit(node, demand);
      }
    };
  };
}

function isDemand(message: Message | undefined): message is Demand {
  return message?.type === 'SubmitTransaction' || message?.type === 'SubmitCertificate';
}

function senderOf(demand: Demand): Address {
  const { envelope } = demand.type === 'SubmitCertificate' ? demand.certificate : demand;
  return openEnvelope(envelope).transaction.transaction.sender;
}

function questionsFor(node: string, requestId: string, account: Address): readonly Question[] {
  const asked = { requestId };
  return [
    { ...asked, type: 'GetAccountInfo', address: account, tokenBalances: 'all', stateKeys: 'all' },
    { ...asked, type: 'GetTokenInfo', tokenIds: [NATIVE_TOKEN_ID] },
    {
      ...asked,
      type: 'GetCertificates',
      select: { by: 'Sender', sender: account, fromNonce: 0n, limit: 10 },
    },
    {
      ...asked,
      type: 'GetEscrowJobs',
      select: { by: 'Party', role: 'client', party: account },
    },
    ...(roleOf(node) === 'proxy'
      ? [{ ...asked, type: 'GetPending', address: account } as const]
      : []),
  ];
}
