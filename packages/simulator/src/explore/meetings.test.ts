import { openCrypto } from '@quorate/crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  CLIENTS,
  clientOf,
  drawnMeetings,
  isLastWord,
  type Meeting,
} from '../../test/drawn-meeting.ts';
import { everyOrderOf, everyStand, followed, type Stand } from '../../test/every-order.ts';
import { loadScenario } from '../scenario/read/load.ts';
import { buildCluster, type Cluster } from './cluster.ts';
import type { Given } from './given.ts';
import { interleavingsAt } from './interleavings.ts';
import type { Local, Machine } from './machines/machine.ts';
import { partsOf } from './parts.ts';
import { createSteps } from './steps.ts';
import { createGround, type Ground, survey } from './survey.ts';
import { findApart } from './together.ts';

const NEVER = { drops: 0, duplicates: 0, crashes: 0, timeouts: 0 };
const document = {
  version: 1,
  name: 'nobody',
  cluster: { validators: 1, clients: { alice: {} } },
  workload: [],
};
const nobody = buildCluster(loadScenario(JSON.stringify(document), 'nobody'), {
  crypto: openCrypto('memo'),
});

/**
 * A node that has the last word about a client gives something away; the number says about which.
 */
function givenIn(real: Given, { machines, coupling }: Meeting): Given {
  const ofBoth = ({ alice, bob }: { readonly alice?: number; readonly bob?: number }) =>
    coupling === 'given' && Number(alice) > 0 && Number(bob) > 0;
  return {
    ...real,
    marksOf({ name }, { sent, local }) {
      const node = machines.findIndex((each) => each.name === name);
      const last = sent
        .filter(isLastWord)
        .flatMap((each) => CLIENTS.flatMap((client, at) => (client === clientOf(each) ? at : [])));
      const marks = last.map((client) => 2 * node + client);
      return sent.length > 0 && ofBoth(local.state as object) ? [...marks, 100] : marks;
    },
    placeOf: (mark) => (coupling === 'common-place' ? 'the same' : `${CLIENTS[mark % 2]}`),
    breachIn: () => undefined,
  };
}

function apartIn(meeting: Meeting) {
  const cluster: Cluster = { ...nobody, machines: meeting.machines, isCorrect: () => true };
  const limits = { states: 20_000, depth: 1_000, mayGoOn: () => true };
  const real = createGround(cluster, { budgets: NEVER, limits });
  const given = givenIn(real.given, meeting);
  const ground: Ground = { ...real, given };
  const parts = partsOf(cluster);
  const surveys = parts.map(({ cluster: own }) => survey(own, ground));
  const every = (machines: readonly Machine[]) => {
    const order = everyOrderOf({
      machines,
      isCorrect: () => true,
      marksOf: given.marksOf,
      budgets: NEVER,
    });
    return { order, stands: everyStand(order, 600)?.stands.map(({ stand }) => stand) };
  };
  const apartWithin = (states: number) =>
    findApart(cluster, surveys, { ...ground, limits: { ...ground.limits, states } });
  const apart = apartWithin(20_000);
  return { cluster, ground, parts, surveys, apart, apartWithin, every };
}

type Found = ReturnType<typeof apartIn>;
type Apart = NonNullable<Found['apart']>;

/** Gives the part of a state that concerns one client. */
function viewOf(client: string, { cluster, ground }: Found) {
  const { identities } = ground.language;
  const user = cluster.machines.findIndex(({ name }) => name === `direct:${client}:act`);
  return ({ locals, underWay, marks }: Stand) => {
    const own = underWay.filter((sent) => clientOf(sent) === client).map(identities.of);
    const given = [...marks].filter((mark) => ground.given.placeOf(mark) === client);
    const all = [own, given].map((numbers) => numbers.toSorted((a, b) => a - b).join());
    return [...all, identities.of(locals[user] as Local)].join(' / ');
  };
}

/** Any course of the one can occur with any course of the other, and nothing else happens. */
function expectMixed(stands: readonly Stand[], found: Found): void {
  const views = CLIENTS.map((client) => viewOf(client, found));
  const [ofAlice, ofBob] = found.parts.map(
    ({ cluster }, part) => new Set(found.every(cluster.machines).stands?.map(views[part] as never)),
  );
  const pairs = [...(ofAlice ?? [])].flatMap((one) =>
    [...(ofBob ?? [])].map((other) => `${one} & ${other}`),
  );
  const met = stands.map((stand) => views.map((view) => view(stand)).join(' & '));
  expect(new Set(met)).toEqual(new Set(pairs));
}

/**
 * The two parts share no message that anybody takes notice of, and give away nothing about the
 * same.
 */
function expectNothingInCommon({ parts, surveys, ground, every }: Found): void {
  const { messages } = ground.language;
  const [ofAlice, ofBob] = parts.map(({ cluster }, part) => {
    const stands = every(cluster.machines).stands ?? [];
    const said = stands.flatMap(({ underWay }) => underWay.map(messages.numberOf));
    const places = stands.flatMap(({ marks }) => [...marks].map(ground.given.placeOf));
    return new Set([...said.filter((each) => !surveys[part]?.steps.isInert(each)), ...places]);
  });
  expect([...(ofAlice ?? [])].filter((each) => ofBob?.has(each))).toEqual([]);
}

/** All that a validator may hear in each of its states is known, and a way there. */
function expectKnown(stands: readonly Stand[], { meetings }: Apart, found: Found): void {
  const { cluster, ground, surveys, every } = found;
  const { identities, messages } = ground.language;
  const { order } = every(cluster.machines);
  const steps = createSteps(cluster.machines, ground.given.marksOf, ground.language);
  const isHeard = (message: number) => surveys.every((part) => !part.steps.isInert(message));
  const textOf = (local: Local | undefined, message: number) =>
    `${identities.of(local as Local)} ${message}`;
  for (const [node, texts] of meetings) {
    const heard = stands.flatMap(({ locals, underWay }) =>
      underWay
        .map(messages.numberOf)
        .filter((each) => messages.receiverOf(each) === node && isHeard(each))
        .map((message) => textOf(locals[node], message)),
    );
    expect(texts).toEqual(new Set(heard));
    const ways = interleavingsAt(node, surveys, steps).map(({ path, local, message }) => {
      const before = followed(order, path().slice(0, -1), messages).stand;
      expect(path().at(-1)).toEqual({ kind: 'deliver', message });
      expect(before.locals[node]).toEqual(steps.localAt(node, local));
      return textOf(before.locals[node], message);
    });
    const known = new Set(ways);
    expect([...texts].filter((text) => !known.has(text))).toEqual([]);
  }
}

it('clients are explored apart where any course of one can occur with any course of the other, and nowhere else', () => {
  let [apart, coupled] = [0, 0];
  const property = fc.property(drawnMeetings(), (meeting) => {
    const found = apartIn(meeting);
    if (found.apart === undefined) {
      expect([undefined, 'remembered']).not.toContain(meeting.coupling);
      coupled += 1;
      return;
    }
    const { stands } = found.every(meeting.machines);
    if (stands === undefined) return;
    expectNothingInCommon(found);
    expectMixed(stands, found);
    expectKnown(stands, found.apart, found);
    const { identities } = found.ground.language;
    const mostStates = [...found.apart.meetings.keys()].map(
      (node) => new Set(stands.map(({ locals }) => identities.of(locals[node] as Local))).size,
    );
    // The first of these states is where the node begins.
    if (Math.max(0, ...mostStates) > 2) expect(found.apartWithin(1)).toBeUndefined();
    apart += 1;
  });
  fc.assert(property, { numRuns: 200 });
  expect(Math.min(apart, coupled)).toBeGreaterThan(0);
});
