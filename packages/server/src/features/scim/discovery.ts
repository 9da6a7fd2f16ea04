import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { GROUP_SCHEMA, listOf, MAX_COUNT, USER_SCHEMA } from './resources.ts'

const PREFIX = 'urn:ietf:params:scim:schemas:core:2.0'

/** The features of SCIM that this server has (RFC 7643, section 5). */
export const serviceProviderConfig = ({ baseUrl }: Context) => ({
  schemas: [`${PREFIX}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_COUNT },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an admin creates in the settings of the organization.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}scim/v2/ServiceProviderConfig` },
})

const resourceType = ({ baseUrl }: Context, name: 'User' | 'Group', schema: string) => ({
  schemas: [`${PREFIX}:ResourceType`],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${baseUrl}scim/v2/ResourceTypes/${name}` },
})

/** The kinds of resources (RFC 7643, section 6). */
export const resourceTypes = (ctx: Context) => [
  resourceType(ctx, 'User', USER_SCHEMA),
  resourceType(ctx, 'Group', GROUP_SCHEMA),
]

const attribute = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const readOnly = { mutability: 'readOnly' }

const USER_ATTRIBUTES = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('displayName'),
  attribute('name', {
    type: 'complex',
    subAttributes: [attribute('formatted'), attribute('givenName'), attribute('familyName')],
  }),
  attribute('active', { type: 'boolean' }),
  attribute('emails', {
    type: 'complex',
    required: true,
    multiValued: true,
    subAttributes: [
      attribute('value', { required: true, uniqueness: 'server' }),
      attribute('type', { canonicalValues: ['work'] }),
      attribute('primary', { type: 'boolean' }),
    ],
  }),
  attribute('groups', {
    type: 'complex',
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', readOnly),
      attribute('display', readOnly),
      attribute('$ref', { type: 'reference', referenceTypes: ['Group'], ...readOnly }),
    ],
  }),
]

const GROUP_ATTRIBUTES = [
  attribute('displayName', { required: true, uniqueness: 'server' }),
  attribute('members', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', { mutability: 'immutable' }),
      attribute('display', readOnly),
      attribute('type', { mutability: 'immutable', canonicalValues: ['User'] }),
      attribute('$ref', { type: 'reference', referenceTypes: ['User'], mutability: 'immutable' }),
    ],
  }),
]

const schema = ({ baseUrl }: Context, id: string, name: string, attributes: readonly unknown[]) => ({
  schemas: [`${PREFIX}:Schema`],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: 'Schema', location: `${baseUrl}scim/v2/Schemas/${id}` },
})

/** The attributes that are stored (RFC 7643, section 7). */
export const schemas = (ctx: Context) => [
  schema(ctx, USER_SCHEMA, 'User', USER_ATTRIBUTES),
  schema(ctx, GROUP_SCHEMA, 'Group', GROUP_ATTRIBUTES),
]

export const allResourceTypes = (ctx: Context) => listOf(resourceTypes(ctx), 2, 1)
export const allSchemas = (ctx: Context) => listOf(schemas(ctx), 2, 1)

/** The one with an id. @throws AppError `not_found` */
export function withId<Item extends { id: string }>(items: readonly Item[], id: string): Item {
  const found = items.find((item) => item.id.toLowerCase() === id.toLowerCase())
  if (!found) throw new AppError('not_found')
  return found
}
