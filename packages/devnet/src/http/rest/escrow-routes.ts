import { setImmediate } from 'node:timers/promises';
import {
  ESCROW_JOB,
  ESCROW_JOB_WITH_CERTIFICATES,
  ESCROW_ROLES,
  ESCROW_STATUSES,
  type EscrowJobId,
  type EscrowJobRecord,
  type EscrowStatus,
  type JsonValue,
  stringifyJson,
  transactionId,
} from '@quorate/protocol';
import { readAddress, readId, readSwitch } from './query.ts';
import { type RestGround, readCertificatesLeft, readJobs } from './reads.ts';
import { invalidRequest, notFound } from './rest-failure.ts';
import type { Query } from './rest-response.ts';
import { WrittenJson } from './written-json.ts';

/** The statuses of a job once its evaluator has decided. */
const DECIDED: readonly string[] = ['Completed', 'Refunded'] satisfies readonly EscrowStatus[];

/**
 * For how many jobs the certificates are requested at a time: anybody can open a thousand jobs for
 * a party.
 */
const JOBS_AT_ONCE = 10;

/** Answers `GET /v1/escrow-jobs/{id}`. */
export async function escrowJob(
  ground: RestGround,
  text: string,
  query: Query,
): Promise<JsonValue> {
  const jobId = readId<EscrowJobId>(text, 'job_id');
  const withCertificates = readSwitch(query('certs'), 'certs');
  const [job] = await readJobs(ground, { by: 'Id', jobIds: [jobId] });
  if (job === undefined) throw notFound(`there is no escrow job ${jobId}`);
  return jobJson(ground, job, withCertificates);
}

/** Answers `GET /v1/escrow-jobs`: the jobs of one party. */
export async function escrowJobs(ground: RestGround, query: Query): Promise<WrittenJson> {
  const given = ESCROW_ROLES.flatMap((role) => {
    const party = query(role);
    return party === undefined ? [] : [{ role, party: readAddress(party, role) }];
  });
  const [asked] = given;
  if (asked === undefined || given.length > 1) {
    throw invalidRequest('query: expected one of client, provider and evaluator');
  }
  const withCertificates = readSwitch(query('certs'), 'certs');
  const status = readStatus(query('status'));
  const jobs = await readJobs(ground, {
    by: 'Party',
    ...asked,
    ...(status === undefined ? {} : { status }),
  });
  const pieces: string[] = [];
  for (let start = 0; start < jobs.length; start += JOBS_AT_ONCE) {
    const some = jobs.slice(start, start + JOBS_AT_ONCE);
    const given = await Promise.all(some.map((job) => jobJson(ground, job, withCertificates)));
    pieces.push(...given.map(stringifyJson));
    // Nodes of one process answer each other without yielding, so other requests would have to
    // wait.
    await setImmediate();
  }
  return new WrittenJson(`[${pieces.join(',')}]`);
}

function readStatus(text: string | undefined): EscrowStatus | undefined {
  if (text === undefined) return undefined;
  const status = ESCROW_STATUSES.find((each) => each === text);
  if (status !== undefined) return status;
  throw invalidRequest(`status: expected one of ${ESCROW_STATUSES.join(', ')}`);
}

async function jobJson(
  ground: RestGround,
  job: EscrowJobRecord,
  withCertificates: boolean,
): Promise<JsonValue> {
  if (!withCertificates) return ESCROW_JOB.toJson(job, 'rest');
  const { jobId, deliverable, status } = job;
  const madeBy = (kind: 'EscrowJob' | 'EscrowSubmit') =>
    readCertificatesLeft(ground, { by: 'Dependency', dependency: { kind, id: jobId } });
  // What has settled since the job was read did not lead to the status that was read.
  const isDecided = DECIDED.includes(status);
  const history = await Promise.all([
    madeBy('EscrowJob'),
    deliverable === null ? [] : madeBy('EscrowSubmit'),
    isDecided ? readCertificatesLeft(ground, { by: 'Decision', jobId }) : [],
  ]);
  // One transaction may do several things to a job.
  const certificates = new Map(
    history.flat().map((each) => [transactionId(each.envelope.transaction), each]),
  );
  return ESCROW_JOB_WITH_CERTIFICATES.toJson(
    { job, certificates: [...certificates.values()] },
    'rest',
  );
}
