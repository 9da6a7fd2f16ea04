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
