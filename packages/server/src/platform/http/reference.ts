import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Endpoint } from '@sightline/contract/endpoint.ts'
import { file } from '@sightline/contract/endpoint.ts'
import { catalogue } from '@sightline/contract/errors.ts'
import type { DefaultTheme } from '@sightline/contract/settings.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isRelease } from '../release.ts'
import { withDefaultTheme } from './default-theme.ts'
import type { HttpServer } from './server.ts'
import { loginFor } from './site.ts'

/** The files of Swagger UI that the page loads, with their types. */
const ASSETS = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Sightline API</title>
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <p style="margin: 16px auto 0; max-width: 1420px; padding: 0 20px; font: 500 14px sans-serif">
      <a href="../">← Back to Sightline</a>
    </p>
    <div id="reference"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`

/** A separate file, because the page's policy forbids inline scripts. The theme is that of the web app. */
const START = `const scheme = localStorage.getItem('sightline-color-scheme') ?? document.documentElement.dataset.defaultTheme
const isDark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.toggle('dark-mode', isDark)
SwaggerUIBundle({
  url: 'docs/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  requestInterceptor: (request) => {
    const [, token] = /(?:^|; )csrf_token=([^;]*)/.exec(document.cookie) ?? []
    if (token) request.headers['X-CSRF-TOKEN'] = token
    return request
  },
})
`

/** Serves the reference of the API, made from the contract: `/api/docs` for people, `/api/docs/openapi.json` for tools. */
export function addReference(
  { fastify, site, callerOf }: HttpServer,
  { endpoints, defaultTheme }: { endpoints: readonly Endpoint[]; defaultTheme: () => Promise<DefaultTheme> },
): void {
  const folder = assetFolder()
  let document: string | null = null

  /** Like the rest of the product, the API reference requires a session. */
  const forViewers =
    (answer: (reply: FastifyReply) => FastifyReply | Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { viewer } = await callerOf(request)
      if (viewer.kind !== 'nobody') return answer(reply)
      return reply.redirect(loginFor(site, request.url))
    }

  fastify.get(
    '/api/docs',
    forViewers(async (reply) => reply.type('text/html; charset=utf-8').send(withDefaultTheme(PAGE, await defaultTheme()))),
  )
  fastify.get(
    '/api/docs/start.js',
    forViewers((reply) => reply.type('text/javascript; charset=utf-8').send(START)),
  )
  for (const [name, type] of Object.entries(ASSETS)) {
    fastify.get(
      `/api/docs/${name}`,
      forViewers((reply) => reply.type(`${type}; charset=utf-8`).send(readFileSync(join(folder, name)))),
    )
  }
  fastify.get(
    '/api/docs/openapi.json',
    forViewers((reply) => {
      document ??= JSON.stringify(openApi(endpoints))
      return reply.type('application/json; charset=utf-8').send(document)
    }),
  )
}

/** A release contains the two files, because the package has ten times as much, and a dependency that reports each installation. */
function assetFolder(): string {
  if (isRelease) return fileURLToPath(new URL('./swagger-ui', import.meta.url))
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
}

/** The response to a call that failed: `ErrorBody` of the contract. */
const FAILURE = {
  description:
    'The call failed. A run of a query that is refused is answered with `{ job: { status: 4, error } }` instead, as in Redash.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['message', 'code'],
        properties: {
          message: { type: 'string', description: 'A sentence for people.' },
          code: { type: 'string', enum: Object.keys(catalogue) },
          details: { type: 'object', description: 'The values that the message names.' },
        },
      },
    },
  },
}

/** The endpoints as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.0). */
function openApi(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightline',
      version: '1',
      description:
        'The Redash HTTP API with our additions, which are marked as such. Send your API key as `Authorization: Key …`.',
    },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Key …`' } },
      responses: { failure: FAILURE },
    },
    paths,
  }
}

function operation(endpoint: Endpoint) {
  // Paths outside of the API, such as those for sign-in, form a group of their own.
  const [, tag = 'pages'] = /^\/api\/(?::\w+\/:\w+\/)?(\w+)/.exec(endpoint.path) ?? []
  return {
    summary: endpoint.summary,
    tags: [tag],
    ...(endpoint.ours ? { description: 'An addition of Sightline.' } : {}),
    security: endpoint.access === 'anyone' ? [] : [{ key: [] }],
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: {
      200: { description: 'Done.', ...content(endpoint.reply) },
      default: { $ref: '#/components/responses/failure' },
    },
  }
}

function parameters(schema: z.ZodType, place: 'path' | 'query') {
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}

function requestBody(endpoint: Endpoint) {
  if (endpoint.takesStream) return { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
  if (endpoint.body instanceof z.ZodUnknown) return {}
  return { requestBody: { content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } } }
}

const content = (reply: z.ZodType) =>
  reply === file ? { content: { '*/*': {} } } : { content: { 'application/json': { schema: jsonSchema(reply, 'output') } } }

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => z.toJSONSchema(schema, { io, unrepresentable: 'any' })
