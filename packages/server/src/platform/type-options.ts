import { isDeepStrictEqual } from 'node:util'
import { type ConfigurationSchema, SECRET_PLACEHOLDER } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'

/** A text that is stored encrypted and never sent back. */
export const secret = (title?: string) => z.string().meta({ secret: true, ...(title ? { title } : {}) })

/** A choice with a name for each value, as the wire's `extendedEnum`. */
export const choice = <Value extends string>(choices: Record<Value, string>) =>
  z.enum(Object.keys(choices) as [Value, ...Value[]]).meta({
    extendedEnum: Object.entries(choices).map(([value, name]) => ({ value, name })),
  })

const ownMeta = ['secret', 'extra'] as const

/**
 * The wire's `configuration_schema` of a runner's or destination's options: JSON Schema of what a form sends in, with the
 * names of secret fields, the form order, and the fields that the form folds away (`.meta({ extra: true })`).
 */
export function configurationSchema(config: z.ZodObject): ConfigurationSchema {
  const { properties = {}, required } = z.toJSONSchema(config, { io: 'input' }) as {
    properties?: Record<string, Record<string, unknown>>
    required?: string[]
  }
  const names = Object.keys(properties)
  const withMeta = (key: (typeof ownMeta)[number]) => names.filter((name) => properties[name]?.[key] === true)
  const extra = withMeta('extra')
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, withoutOwnMeta(properties[name] ?? {})])),
    ...(required?.length ? { required } : {}),
    secret: withMeta('secret'),
    order: names,
    ...(extra.length ? { extra_options: extra } : {}),
  }
  return schema as ConfigurationSchema
}

function withoutOwnMeta(property: Record<string, unknown>): Record<string, unknown> {
  const { type, ...rest } = property
  const kept = Object.entries(rest).filter(([key]) => !(ownMeta as readonly string[]).includes(key))
  return { type: type === 'integer' ? 'number' : type, ...Object.fromEntries(kept) }
}

/** Options as they may be read: every stored secret replaced by the placeholder. */
export function maskSecrets(config: z.ZodObject, options: Record<string, unknown>): Record<string, unknown> {
  const { secret } = configurationSchema(config)
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => [key, secret.includes(key) ? SECRET_PLACEHOLDER : value]),
  )
}

/** Sent options merged with stored ones: nulls dropped, and a secret that came back as the placeholder keeps its stored value. */
export function mergeSecrets(
  config: z.ZodObject,
  sent: Record<string, unknown>,
  stored: Record<string, unknown>,
): Record<string, unknown> {
  const { secret } = configurationSchema(config)
  const given = Object.entries(sent).filter(([, value]) => value !== null)
  return Object.fromEntries(
    given.flatMap(([key, value]) => {
      if (!secret.includes(key) || value !== SECRET_PLACEHOLDER) return [[key, value]]
      return key in stored ? [[key, stored[key]]] : []
    }),
  )
}

/**
 * What is to be stored of sent options: secrets that were kept are filled in, and all is checked by the type's config.
 * @returns with one sentence about the first field that is wrong, by the title that people see; null when all is well
 */
export function checkOptions(
  config: z.ZodObject,
  sent: Record<string, unknown>,
  stored: Record<string, unknown>,
): { options: Record<string, unknown>; problem: string | null } {
  const options = mergeSecrets(config, sent, stored)
  const { error } = config.safeParse(options)
  return { options, problem: error === undefined ? null : firstProblem(config, options, error) }
}

function firstProblem(config: z.ZodObject, options: Record<string, unknown>, error: z.ZodError): string {
  const [issue] = error.issues
  const field = String(issue?.path[0] ?? '')
  const title = configurationSchema(config).properties[field]?.title ?? field
  if (title === '') return issue?.message ?? 'The options are not valid.'
  return options[field] === undefined ? `${title} is required.` : `${title}: ${issue?.message ?? 'this value is not valid.'}`
}

/** The names of options that differ, sorted: their values may be secrets. */
export function changedOptions(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name])).sort()
}
