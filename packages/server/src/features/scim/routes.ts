import { Readable } from 'node:stream'
import { endpoint, file, type Method } from '@sightline/contract/endpoint.ts'
import { scim as api } from '@sightline/contract/scim.ts'
import { z } from 'zod'
import type { Context, Services } from '../../platform/context.ts'
import type { AnswerOptions, App, HttpExchange } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { presentScimFailure, SCIM_TYPE } from './errors.ts'
import * as service from './service.ts'

/** A first synchronization of thousands of users makes one call for each, and some for the groups. */
const CALLS_PER_HOUR = 36_000
/** A group of thousands of members in one request. */
const MAX_BODY_BYTES = 2 * 1024 * 1024

const Query = z.object({
  filter: z.string().optional(),
  startIndex: z.string().optional(),
  count: z.string().optional(),
  excludedAttributes: z.string().optional(),
})
interface Call {
  id: string
  query: z.infer<typeof Query>
  body: unknown
  http: HttpExchange
}
type Answer = (ctx: Context, call: Call) => unknown

/** @param services which know the tokens */
export function scimRoutes(app: App, services: Services) {
  app.answer(api.tokens, (ctx) => service.tokens(ctx))
  app.answer(api.createToken, (ctx, { body }) => service.createToken(ctx, body.name))
  app.answer(api.revokeToken, async (ctx, { params }) => {
    await service.revokeToken(ctx, params.id)
    return null
  })

  const viewerBy = (authorization: string | undefined) => service.providerOf(services, authorization)
  const answer = (method: Method, path: string, summary: string, fn: Answer) =>
    answerScim(app, viewerBy, { method, path, summary }, fn)
  answer('GET', 'ServiceProviderConfig', 'SCIM: what this server supports', (ctx) => service.serviceProviderConfig(ctx))
  answer('GET', 'ResourceTypes', 'SCIM: the kinds of resources', (ctx) => service.allResourceTypes(ctx))
  answer('GET', 'ResourceTypes/:id', 'SCIM: a kind of resources', (ctx, { id }) =>
    service.withId(service.resourceTypes(ctx), id),
  )
  answer('GET', 'Schemas', 'SCIM: the attributes of resources', (ctx) => service.allSchemas(ctx))
  answer('GET', 'Schemas/:id', 'SCIM: the attributes of a resource', (ctx, { id }) => service.withId(service.schemas(ctx), id))

  answer('GET', 'Users', 'SCIM: users', (ctx, { query }) => service.listUsers(ctx, query))
  answer('POST', 'Users', 'SCIM: creates a user', (ctx, { body, http }) => created(http, service.createUser(ctx, body)))
  answer('GET', 'Users/:id', 'SCIM: a user', (ctx, { id }) => service.getUser(ctx, id))
  answer('PUT', 'Users/:id', 'SCIM: replaces a user', (ctx, { id, body }) => service.replaceUser(ctx, id, body))
  answer('PATCH', 'Users/:id', 'SCIM: changes a user', (ctx, { id, body }) => service.changeUser(ctx, id, body))
  answer('DELETE', 'Users/:id', 'SCIM: disables a user', (ctx, { id }) => service.removeUser(ctx, id))

  answer('GET', 'Groups', 'SCIM: groups', (ctx, { query }) => service.listGroups(ctx, query))
  answer('POST', 'Groups', 'SCIM: creates a group', (ctx, { body, http }) => created(http, service.createGroup(ctx, body)))
  answer('GET', 'Groups/:id', 'SCIM: a group', (ctx, { id, query }) => service.getGroup(ctx, id, query))
  answer('PUT', 'Groups/:id', 'SCIM: replaces a group', (ctx, { id, body }) => service.replaceGroup(ctx, id, body))
  answer('PATCH', 'Groups/:id', 'SCIM: changes a group', (ctx, { id, body }) => service.changeGroup(ctx, id, body))
  answer('DELETE', 'Groups/:id', 'SCIM: deletes a group', (ctx, { id }) => service.removeGroup(ctx, id))

  for (const path of [':resource', ':resource/:id'])
    answer('GET', path, 'SCIM: there is no other resource', () => {
      throw new AppError('not_found')
    })
}

/** Answers a call of a provider that has a token, in the format of SCIM. */
function answerScim(
  app: App,
  viewerBy: AnswerOptions['viewerBy'],
  { method, path, summary }: { method: Method; path: string; summary: string },
  fn: Answer,
): void {
  const described = endpoint({
    method,
    path: `/scim/v2/${path}`,
    access: 'admin',
    summary,
    params: z.object({ id: z.string().optional() }),
    query: Query,
    body: z.unknown(),
    maxBodyBytes: MAX_BODY_BYTES,
    reply: file,
  })
  app.answer(
    described,
    async (ctx, { params, query, body, http }) => {
      http.header('cache-control', 'private, no-store')
      const reply = await fn(ctx, { id: params.id ?? '', query, body, http })
      if (reply === undefined) http.status(204)
      return {
        contentType: SCIM_TYPE,
        body: Readable.from(reply === undefined ? [] : [Buffer.from(JSON.stringify(reply))]),
      }
    },
    { viewerBy, callsPerHour: CALLS_PER_HOUR, presentFailure: presentScimFailure },
  )
}

/** Answers with status 201 and the URL of the new resource. */
async function created<Resource extends { meta: { location: string } } | undefined>(
  http: HttpExchange,
  made: Promise<Resource>,
): Promise<Resource> {
  const resource = await made
  http.status(201)
  if (resource) http.header('location', resource.meta.location)
  return resource
}
