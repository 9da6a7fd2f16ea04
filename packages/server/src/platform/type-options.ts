import { isDeepStrictEqual } from 'node:util'
import { type ConfigurationSchema, SECRET_PLACEHOLDER } from '@sightline/contract/data-sources.ts'
import { fieldTitle } from '@sightline/domain/field-title.ts'
import { z } from 'zod'
import { plainWords } from './plain-words.ts'

/** A text that is stored encrypted and never sent back. */
export const secret = (title?: string) => z.string().meta({ secret: true, ...(title ? { title } : {}) })

/** A choice with a name for each value, as the wire's `extendedEnum`. */
export const choice = <Value extends string>(choices: Record<Value, string>) =>
  z.enum(Object.keys(choices) as [Value, ...Value[]]).meta({
    extendedEnum: Object.entries(choices).map(([value, name]) => ({ value, name })),
  })

const ownMeta = ['secret', 'extra'] as const

/** What JSON Schema says of an object. */
interface ObjectSchema {
  properties?: Record<string, Record<string, unknown>>
  required?: string[]
}

/**
 * The wire's `configuration_schema` of a runner's or destination's options: JSON Schema of what a form sends in, with the
 * names of secret fields, the form order, and the fields that the form folds away (`.meta({ extra: true })`). Options that belong
 * together are described in the same way, one level deep.
 */
export function configurationSchema(config: z.ZodObject): ConfigurationSchema {
  return formOf(z.toJSONSchema(config, { io: 'input' }) as ObjectSchema) as ConfigurationSchema
}

function formOf({ properties = {}, required }: ObjectSchema): Record<string, unknown> {
  const names = Object.keys(properties)
  const withMeta = (key: (typeof ownMeta)[number]) => names.filter((name) => properties[name]?.[key] === true)
  const extra = withMeta('extra')
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, fieldOf(properties[name] ?? {})])),
    ...(required?.length ? { required } : {}),
    secret: withMeta('secret'),
    order: names,
    ...(extra.length ? { extra_options: extra } : {}),
  }
}

function fieldOf(property: Record<string, unknown>): Record<string, unknown> {
  const { type, ...rest } = property
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !(ownMeta as readonly string[]).includes(key)))
  if (type === 'object') return { ...kept, ...formOf(property) }
  return { type: type === 'integer' ? 'number' : type, ...kept }
}

/** A form of options, whole or of some that belong together. */
interface Form {
  secret?: string[] | undefined
  properties?: Record<string, object> | undefined
}
type Options = Record<string, unknown>

/** The form of options within others; what is described as no such group has no secrets. */
const formIn = ({ properties }: Form, key: string): Form => properties?.[key] ?? {}

const isOptions = (value: unknown): value is Options => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Options as they may be read: every stored secret replaced by the placeholder. */
export function maskSecrets(config: z.ZodObject, options: Options): Options {
  return masked(configurationSchema(config), options)
}

function masked(form: Form, options: Options): Options {
  return mapOptions(options, (key, value) => {
    if (form.secret?.includes(key)) return SECRET_PLACEHOLDER
    return isOptions(value) ? masked(formIn(form, key), value) : value
  })
}

/** The values of the secrets among options. */
export function secretValues(config: z.ZodObject, options: Options): string[] {
  return secretsIn(configurationSchema(config), options)
}

function secretsIn(form: Form, options: Options): string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    if (isOptions(value)) return secretsIn(formIn(form, key), value)
    return form.secret?.includes(key) && typeof value === 'string' ? [value] : []
  })
}

/** The titles of secrets that stand among options as placeholders: there were some, and they are not here. */
export function hiddenSecrets(config: z.ZodObject, options: Options): string[] {
  return hiddenIn(configurationSchema(config), options)
}

function hiddenIn(form: Form, options: Options): string[] {
  return Object.entries(options).flatMap(([key, value]) => {
    if (isOptions(value)) return hiddenIn(formIn(form, key), value)
    const field: { title?: unknown } = form.properties?.[key] ?? {}
    return form.secret?.includes(key) && value === SECRET_PLACEHOLDER ? [String(field.title ?? fieldTitle(key))] : []
  })
}

/** Sent options merged with stored ones: nulls dropped, and a secret that came back as the placeholder keeps its stored value. */
export function mergeSecrets(config: z.ZodObject, sent: Options, stored: Options): Options {
  return merged(configurationSchema(config), sent, stored)
}

function merged(form: Form, sent: Options, stored: Options): Options {
  return mapOptions(sent, (key, value) => {
    const before = stored[key]
    if (form.secret?.includes(key) && value === SECRET_PLACEHOLDER) return before
    return isOptions(value) ? merged(formIn(form, key), value, isOptions(before) ? before : {}) : value
  })
}

/** Changes the values of options; what has none (null) is left out. */
function mapOptions(options: Options, change: (key: string, value: unknown) => unknown): Options {
  const changed = Object.entries(options).map(([key, value]) => [key, value === null ? null : change(key, value)] as const)
  return Object.fromEntries(changed.filter(([, value]) => value !== null && value !== undefined))
}

/** Options as a type takes them, or what is wrong with them. */
export type ReadOptions = { values: Options; problem: null } | { values: null; problem: string }

/** @returns with one sentence about the first field that is wrong, by the title that people see */
export function readOptions(config: z.ZodObject, options: Options): ReadOptions {
  const { data, error } = config.safeParse(options, { error: plainWords })
  return error ? { values: null, problem: firstProblem(config, options, error) } : { values: data, problem: null }
}

/**
 * What is to be stored of sent options: secrets that were kept are filled in, and all is checked by the type's config.
 * @returns with one sentence about the first field that is wrong, by the title that people see; null when all is well
 */
export function checkOptions(
  config: z.ZodObject,
  sent: Options,
  stored: Options,
): { options: Options; problem: string | null } {
  const options = mergeSecrets(config, sent, stored)
  return { options, problem: readOptions(config, options).problem }
}

function firstProblem(config: z.ZodObject, options: Options, error: z.ZodError): string {
  const [issue] = error.issues
  const [name = '', inner] = (issue?.path ?? []).map(String)
  const message = sentence(issue?.message ?? 'this value is not valid')
  if (name === '') return message
  const field: ConfigurationSchema['properties'][string] | undefined = configurationSchema(config).properties[name]
  const group = options[name]
  const within = inner === undefined ? undefined : field?.properties?.[inner]
  const title = within ? (within.title ?? fieldTitle(inner ?? '')) : (field?.title ?? fieldTitle(name))
  const value = within && isOptions(group) ? group[inner ?? ''] : group
  return value === undefined ? `${title} is required.` : `${title}: ${message}`
}

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

/** The names of options that differ, sorted: their values may be secrets. */
export function changedOptions(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name])).sort()
}
