import { isDeepStrictEqual } from 'node:util'
import type { ConfigurationSchema } from '@sightline/contract/data-sources.ts'
import { SECRET_PLACEHOLDER } from '@sightline/contract/secret-placeholder.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localList } from '@sightline/domain/language/local.ts'
import { fieldTitle } from '@sightline/domain/names.ts'
import { z } from 'zod'
import { zodMessages } from './zod-messages.ts'

/** A string that is stored encrypted and never sent to the browser. */
export const secret = (title?: string) => z.string().meta({ secret: true, ...(title ? { title } : {}) })

/**
 * An option that does not decide which server gets the stored secrets, such as the name of a database or a timeout. Every other
 * option that is not a secret is an endpoint option: if one of them changes, the secrets have to be entered again.
 */
export const keepsSecrets = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ ...schema.meta(), endpoint: false })

/** A secret that is also an endpoint option, such as a webhook URL or the certificate by which a server is verified. */
export const endpointSecret = <Schema extends z.ZodType>(schema: Schema): Schema =>
  schema.meta({ ...schema.meta(), secret: true, endpoint: true })

/** A choice with a label for each value, sent as `extendedEnum`. */
export const choice = <Value extends string>(choices: Record<Value, string>) =>
  z.enum(Object.keys(choices) as [Value, ...Value[]]).meta({
    extendedEnum: Object.entries(choices).map(([value, name]) => ({ value, name })),
  })

const ownMeta = ['secret', 'extra', 'endpoint'] as const

/** The JSON Schema of an object. */
interface ObjectSchema {
  properties?: Record<string, Record<string, unknown>>
  required?: string[]
}

/**
 * The `configuration_schema` of a runner's or destination's options on the wire: the JSON Schema of the form, with the names of
 * secret fields and of endpoint options, the field order, and the fields under *Additional Settings* (`.meta({ extra: true })`).
 * Nested options are described in the same way, one level deep.
 */
export function configurationSchema(config: z.ZodObject): ConfigurationSchema {
  return formOf(z.toJSONSchema(config, { io: 'input' }) as ObjectSchema) as ConfigurationSchema
}

function formOf({ properties = {}, required }: ObjectSchema): Record<string, unknown> {
  const names = Object.keys(properties)
  const withMeta = (key: (typeof ownMeta)[number]) => names.filter((name) => properties[name]?.[key] === true)
  const extra = withMeta('extra')
  const endpoints = names.filter((name) => isEndpoint(properties[name] ?? {}))
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, fieldOf(properties[name] ?? {})])),
    ...(required?.length ? { required } : {}),
    secret: withMeta('secret'),
    order: names,
    ...(extra.length ? { extra_options: extra } : {}),
    ...(endpoints.length ? { endpoint_options: endpoints } : {}),
  }
}

/** A group of nested options is not an endpoint option itself; the options in it are. */
const isEndpoint = ({ type, secret: isSecret = false, endpoint = !isSecret && type !== 'object' }: Record<string, unknown>) =>
  endpoint === true

function fieldOf(property: Record<string, unknown>): Record<string, unknown> {
  const { type, ...rest } = property
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !(ownMeta as readonly string[]).includes(key)))
  if (type === 'object') return { ...kept, ...formOf(property) }
  return { type: type === 'integer' ? 'number' : type, ...kept }
}

/** The form of options or of nested options. */
interface Form {
  secret?: string[] | undefined
  endpoint_options?: string[] | undefined
  properties?: Record<string, FormProperty> | undefined
}
interface FormProperty extends Form {
  type?: unknown
  title?: unknown
  default?: unknown
  enum?: unknown[]
  minimum?: number
  exclusiveMinimum?: number
}
type Options = Record<string, unknown>

/** The form of nested options; an empty form, without secrets, if the option is no group. */
const formIn = ({ properties }: Form, key: string): Form => properties?.[key] ?? {}

const isOptions = (value: unknown): value is Options => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Options for the browser: every stored secret is replaced by the placeholder. */
export function maskSecrets(config: z.ZodObject, options: Options): Options {
  return masked(configurationSchema(config), options)
}

function masked(form: Form, options: Options): Options {
  return mapOptions(options, (key, value) => {
    if (form.secret?.includes(key)) return SECRET_PLACEHOLDER
    return isOptions(value) ? masked(formIn(form, key), value) : value
  })
}

/** The values of all secrets in the options. */
export function secretValues(config: z.ZodObject, options: Options): string[] {
  return secretsIn(configurationSchema(config), options)
}

function secretsIn(form: Form, options: Options): string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    if (isOptions(value)) return secretsIn(formIn(form, key), value)
    return form.secret?.includes(key) && typeof value === 'string' ? [value] : []
  })
}

/** The titles of secrets whose value is the placeholder: they exist elsewhere, but their values are missing here. */
export function hiddenSecrets(config: z.ZodObject, options: Options): string[] {
  return hiddenIn(configurationSchema(config), options)
}

function hiddenIn(form: Form, options: Options): string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    if (isOptions(value)) return hiddenIn(formIn(form, key), value)
    return form.secret?.includes(key) && value === SECRET_PLACEHOLDER ? [titleOf(form, key)] : []
  })
}

const titleOf = (form: Form, key: string): string => String(form.properties?.[key]?.title ?? fieldTitle(key))

/**
 * The titles of endpoint options that the sent options change. An option that is not part of the form counts as one, unless it is
 * removed.
 */
function changedEndpoints(form: Form, sent: Options, stored: Options): string[] {
  const names = new Set([...Object.keys(form.properties ?? {}), ...Object.keys(sent)])
  return [...names].flatMap((name) => {
    const [after, before] = [sent[name], stored[name]]
    const property = form.properties?.[name]
    if (property?.properties) return changedEndpoints(property, isOptions(after) ? after : {}, isOptions(before) ? before : {})
    const isEndpoint = property ? form.endpoint_options?.includes(name) : after !== undefined && after !== null
    if (!isEndpoint) return []
    if (form.secret?.includes(name) && after === SECRET_PLACEHOLDER) return []
    return isDeepStrictEqual(effective(after, property), effective(before, property)) ? [] : [titleOf(form, name)]
  })
}

/** The effective value of an option: if it is missing or blank, the default; a checkbox without a default is off. */
function effective(value: unknown, property: FormProperty | undefined): unknown {
  const fallback = property?.default ?? (property?.type === 'boolean' ? false : '')
  return value === undefined || value === null || value === '' ? fallback : value
}

/**
 * Explains why stored secrets cannot be kept with the sent options: they would go to another server than the one they were
 * entered for.
 * @param stored null if the stored options belong to another type
 * @returns one sentence that names the changed options and the secrets to enter again; null if the secrets can be kept
 */
function secretsToEnterAgain(config: z.ZodObject, sent: Options, stored: Options | null): string | null {
  const form = configurationSchema(config)
  const kept = stored === null ? hiddenIn(form, sent) : keptSecrets(form, sent, stored)
  const changed = stored === null ? [i18n._('Type')] : changedEndpoints(form, sent, stored)
  if (kept.length === 0 || changed.length === 0) return null
  return i18n._(
    '{count, plural, one {Enter {secrets} again, because {changed} has changed.} other {Enter {secrets} again, because {changed} have changed.}}',
    { count: changed.length, secrets: localList(kept), changed: localList(changed) },
  )
}

/**
 * The titles of stored secrets that the sent options keep. Secrets that are endpoint options are excluded: they are not sent to
 * the server.
 */
function keptSecrets(form: Form, sent: Options, stored: Options): string[] {
  return Object.entries(sent).flatMap(([key, value]) => {
    const before = stored[key]
    if (isOptions(value)) return keptSecrets(formIn(form, key), value, isOptions(before) ? before : {})
    const isCredential = form.secret?.includes(key) && !form.endpoint_options?.includes(key)
    const isKept = isCredential && value === SECRET_PLACEHOLDER && before !== undefined && before !== null
    return isKept ? [titleOf(form, key)] : []
  })
}

/**
 * Whether a value means "not set": clients send an empty string for each choice and number that is not set, or 0 for a number
 * that must be positive.
 */
function isUnset(value: unknown, { type, enum: choices, minimum = 0, exclusiveMinimum = -1 }: FormProperty): boolean {
  if (value === 0) return minimum > 0 || exclusiveMinimum >= 0
  return value === '' && (type === 'number' || type === 'boolean' || (choices !== undefined && !choices.includes('')))
}

/**
 * Merges sent options with stored ones: drops nulls and unset options, and restores secrets that were sent back as the
 * placeholder.
 */
export function mergeSecrets(config: z.ZodObject, sent: Options, stored: Options): Options {
  return merged(configurationSchema(config), sent, stored)
}

function merged(form: Form, sent: Options, stored: Options): Options {
  return mapOptions(sent, (key, value) => {
    const before = stored[key]
    if (form.secret?.includes(key) && value === SECRET_PLACEHOLDER) return before
    if (isUnset(value, form.properties?.[key] ?? {})) return undefined
    return isOptions(value) ? merged(formIn(form, key), value, isOptions(before) ? before : {}) : value
  })
}

/** Maps the values of options; null removes an option. */
function mapOptions(options: Options, change: (key: string, value: unknown) => unknown): Options {
  const changed = Object.entries(options).map(([key, value]) => [key, value === null ? null : change(key, value)] as const)
  return Object.fromEntries(changed.filter(([, value]) => value !== null && value !== undefined))
}

/** The validated options of a type, or the problem with them. */
export type ReadOptions = { values: Options; problem: null } | { values: null; problem: string }

/** @returns `problem` is one sentence about the first invalid field, by the title that users see */
export function readOptions(config: z.ZodObject, options: Options): ReadOptions {
  const { data, error } = config.safeParse(options, { error: zodMessages })
  return error ? { values: null, problem: firstProblem(config, options, error) } : { values: data, problem: null }
}

/**
 * Returns the options to store: restores kept secrets and validates everything with the type's config.
 * @returns `problem` is one sentence about the first invalid field, by the title that users see, or about secrets that cannot be
 *   kept because an endpoint option has changed; null if the options are valid
 */
export function checkOptions(
  config: z.ZodObject,
  sent: Options,
  stored: Options | null,
): { options: Options; problem: string | null } {
  const options = mergeSecrets(config, sent, stored ?? {})
  return { options, problem: secretsToEnterAgain(config, sent, stored) ?? readOptions(config, options).problem }
}

/**
 * The same for a new record. A secret that is sent as the placeholder is left empty, because tools that copy from another
 * installation cannot read it there. Until it is entered, calls that need it fail with a message that says so.
 */
export function checkNewOptions(config: z.ZodObject, sent: Options): { options: Options; problem: string | null } {
  const form = configurationSchema(config)
  const options = merged(form, sent, {})
  const isAwaited = (name: unknown) => form.secret?.includes(String(name)) === true && sent[String(name)] === SECRET_PLACEHOLDER
  const { error } = config.safeParse(options, { error: zodMessages })
  const issues = error?.issues.filter(({ path: [name] }) => !isAwaited(name)) ?? []
  return { options, problem: issues.length === 0 ? null : firstProblem(config, options, new z.ZodError(issues)) }
}

function firstProblem(config: z.ZodObject, options: Options, error: z.ZodError): string {
  const [issue] = error.issues
  const [name = '', inner] = (issue?.path ?? []).map(String)
  const message = sentence(issue?.message ?? i18n._('this value is not valid'))
  if (name === '') return message
  const field: ConfigurationSchema['properties'][string] | undefined = configurationSchema(config).properties[name]
  const group = options[name]
  const within = inner === undefined ? undefined : field?.properties?.[inner]
  const title = within ? (within.title ?? fieldTitle(inner ?? '')) : (field?.title ?? fieldTitle(name))
  const value = within && isOptions(group) ? group[inner ?? ''] : group
  return value === undefined
    ? i18n._('{field} is required.', { field: title })
    : i18n._('{field}: {problem}', { field: title, problem: message })
}

const sentence = (words: string): string => (/[.!?。]$/.test(words) ? words : i18n._('{words}.', { words }))

/** The sorted names of options that differ. Only names, because the values may be secrets. */
export function changedOptions(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name])).sort()
}
