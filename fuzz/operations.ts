/** The subset of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

/** An operation of the server, identified by method and path. */
export interface Operation {
  method: string
  /** Path template with `{name}` placeholders. */
  path: string
  /** Query string parameters by name. */
  query: Record<string, Schema>
  /** Schema of the request body; null if there is none. */
  body: Schema | null
}

interface Parameter {
  name: string
  in: string
  schema?: Schema
}

interface DocumentedOperation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

export interface OpenApi {
  paths: Record<string, Record<string, DocumentedOperation>>
}

const credentials: Schema = {
  type: 'object',
  properties: { email: { type: 'string' }, password: { type: 'string' }, next: { type: 'string' } },
}

/** Pages, files and sign-in routes, which the OpenAPI document does not describe. */
const undocumented: Operation[] = [
  ...['/login', '/forgot', '/reset/{token}', '/invite/{token}', '/setup', '/ldap/login', '/saml/callback'].map((path) => ({
    method: 'POST',
    path,
    query: { next: { type: 'string' } },
    body: credentials,
  })),
  ...[
    '/',
    '/login',
    '/logout',
    '/ping',
    '/healthz',
    '/metrics',
    '/oauth/google_callback',
    '/oidc/callback',
    '/saml/arrival',
    '/verify/{token}',
    '/queries/{id}',
    '/queries/{id}/source',
    '/dashboards/{slug}',
    '/public/dashboards/{token}',
    '/embed/query/{id}/visualization/{id}',
    '/static/{file}',
    '/api/{file}',
    '/{file}',
  ].map((path) => ({ method: 'GET', path, query: { next: { type: 'string' }, state: { type: 'string' } }, body: null })),
]

/** Lists all operations of the running server. */
export function operationsOf({ paths }: OpenApi): Operation[] {
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      query: Object.fromEntries(
        (operation.parameters ?? []).flatMap(({ name, in: place, schema }) =>
          place === 'query' ? [[name, schema ?? {}]] : [],
        ),
      ),
      body: operation.requestBody ? (Object.values(operation.requestBody.content)[0]?.schema ?? {}) : null,
    })),
  )
  return [...documented, ...undocumented]
}
