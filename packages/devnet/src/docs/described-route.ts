import {
  type OpenAPIRegistry,
  OpenApiGeneratorV31,
  type RouteConfig,
} from '@asteasolutions/zod-to-openapi';
import type { JsonObject } from '@quorate/protocol';
import { z } from 'zod';
import { HEAD_MAX } from '../http/listen.ts';
import { ErrorEnvelope } from './shapes.ts';

/** The methods of described routes. */
export type Method = Extract<RouteConfig['method'], 'get' | 'post' | 'delete'>;

/** What a document says about a route. */
export interface DescribedRoute {
  /** The name of the operation in generated clients. */
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly query?: Readonly<Record<string, z.ZodType>>;
  /** By default nothing: an empty object, if the method is POST. */
  readonly body?: z.ZodType;
  readonly answer: z.ZodType;
  /** The media type of the answer; JSON by default. */
  readonly type?: string;
  /** The statuses of failures besides those that every route of its method has. */
  readonly failures?: readonly number[];
  /** The shape of a failure: by default the envelope of REST. */
  readonly failure?: z.ZodType;
  /** The descriptions of failures that differ from those of other routes. */
  readonly says?: Readonly<Record<number, string>>;
  /** Whether callers must send the token, if one is set. */
  readonly isPrivate?: boolean;
}

/**
 * The statuses with which any request can be refused, and the additional ones for a request with a
 * body.
 */
const FAILURES_OF_ALL = [400, 403, 429, 500, 503];
const FAILURES_OF_BODIES = [413, 415];

/** The statuses of the host for requests that it cannot read completely, without a body. */
const FAILURES_WITHOUT_BODY: readonly number[] = [408, 431];

/** The place of a route in a document. */
export interface RoutePlace {
  readonly method: Method;
  /** The heading under which `/api-docs` shows it. */
  readonly tag: string;
}

/** Describes the token in a document. */
export function describeToken(registry: OpenAPIRegistry): void {
  registry.registerComponent('securitySchemes', TOKEN, {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of this devnet, where one is set.',
  });
}

/** Adds a route to a document. */
export function describeRoute(
  registry: OpenAPIRegistry,
  { method, tag }: RoutePlace,
  route: DescribedRoute,
): void {
  const { id, path, summary, params = {}, query = {}, answer, failures = [] } = route;
  const body = route.body ?? (method === 'post' ? NOTHING : undefined);
  const saying = { ...FAILURES, ...route.says };
  const failure = { content: json(route.failure ?? ErrorEnvelope) };
  const ofBodies = body === undefined ? [] : FAILURES_OF_BODIES;
  registry.registerPath({
    operationId: id,
    tags: [tag],
    method,
    path,
    summary,
    request: {
      params: z.object(params),
      query: z.object(query),
      ...(body === undefined ? {} : { body: { content: json(body), required: true } }),
    },
    // The empty entry is for a devnet without a token; other routes never need one.
    security: route.isPrivate === true ? [{ [TOKEN]: [] }, {}] : [],
    responses: {
      200: {
        description: 'The answer.',
        content: { [route.type ?? 'application/json']: { schema: answer } },
      },
      ...Object.fromEntries(
        FAILURES_WITHOUT_BODY.map((status) => [status, { description: FAILURES[status] ?? '' }]),
      ),
      ...Object.fromEntries(
        [...FAILURES_OF_ALL, ...ofBodies, ...failures].map((status) => [
          status,
          { description: saying[status] ?? '', ...failure },
        ]),
      ),
    },
  });
}

/** What a document says about itself. */
export interface DocumentHead {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
}

/** Writes the OpenAPI 3.1 document of everything that was added, without where it is served. */
export function documentOf(
  registry: OpenAPIRegistry,
  { title, description, version, tags }: DocumentHead,
): JsonObject {
  const license = { name: 'Apache-2.0', identifier: 'Apache-2.0' };
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title, version, license, description },
    tags: [...tags],
  }) as unknown as JsonObject;
}

/**
 * What a POST route without a body is described as taking. The header `content-type`, without which
 * it is refused, can only be described by a body.
 */
const NOTHING = z.strictObject({});

/** The name of the security scheme. */
const TOKEN = 'token';

const FAILURES: Readonly<Record<number, string>> = {
  400: 'A field is not valid; the message names it.',
  401: 'This is for those who show the token of this devnet.',
  403: 'The `Host` is not one of its own; or this is off, or not for the page that asks.',
  404: 'There is no such thing, or it settled and its certificate is pruned: the code says which.',
  408: 'The request took too long to arrive. There is no body.',
  409: 'The nonce is not the next of the account.',
  413: 'The body is too large.',
  415: 'The body is not of the type `application/json`, not in UTF-8, or compressed.',
  429: 'Too soon; the answer says when to come again.',
  431: `Path, query and headers are more than ${HEAD_MAX} bytes. There is no body.`,
  500: 'Something nobody foresaw, or a payment that failed: the code says which.',
  502: 'Validators refuse; the details name the rule.',
  503: 'No quorum answers in time; or a payment was not sent, and will not be.',
};

function json(schema: z.ZodType) {
  return { 'application/json': { schema } };
}
