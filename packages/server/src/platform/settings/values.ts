import { MapTileLayer } from '@sightline/contract/session.ts'
import { z } from 'zod'
import { ofKind } from './setting.ts'

// The kinds of values that settings have. For other values the message is the end of a sentence about the setting.

/** A whole number in these bounds. */
export const whole = (min: number, max: number) =>
  ofKind(
    `whole number, ${min} to ${max}`,
    z
      .string()
      .regex(/^\d{1,15}$/, 'must be a whole number')
      .transform(Number)
      .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`),
  )

/** One of these words. */
export const one = <const Value extends string>(...values: Value[]) =>
  ofKind(`one of ${values.map((value) => `\`${value}\``).join(', ')}`, z.enum(values, `must be one of ${values.join(', ')}`))

/** A URL. @param protocol the schemes that it may have, @param example for the message */
export const address = (protocol: RegExp, example: string) =>
  ofKind('URL', z.url({ protocol, error: `must be an address such as ${example}` }))

/** A switch. */
export const flag = ofKind(
  '`1` or `0`',
  z.enum(['0', '1', 'true', 'false'], 'must be 1 or 0').transform((value) => value === '1' || value === 'true'),
)

/** Numbers of seconds. */
export const intervals = ofKind(
  'numbers, comma-separated',
  z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/, 'must be seconds with commas between them, such as 300,3600,86400')
    .transform((list) => list.split(',').map(Number)),
)

/** Scheme, host and port as browsers write them: nothing after the port, not even a slash. */
const isOrigin = (text: string) => URL.parse(text)?.origin === text

/** Origins of sites, or `*` for all. */
export const origins = ofKind(
  'origins, comma-separated',
  z
    .string()
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .refine(
      (list) => list.every((origin) => origin === '*' || isOrigin(origin)),
      'must be origins with commas between them, such as https://wiki.example.com, or *',
    ),
)

const NO_TILE_LAYERS =
  'must be none, or a JSON list of {"name", "url", "attribution"} whose addresses begin with https:// or http:// and have {z}, {x} and {y} in them'

const isTileAddress = (url: string) =>
  /^https?:\/\/[^\s"']+$/.test(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part))

/** The tile layers of maps in a setting: a JSON list, or `none`. */
export const tileLayers = ofKind(
  'JSON',
  z.string().transform((text, context): MapTileLayer[] => {
    if (text.trim() === 'none') return []
    const parsed = z.array(MapTileLayer).min(1).safeParse(jsonIn(text))
    if (parsed.success && parsed.data.every(({ url }) => isTileAddress(url))) return parsed.data
    context.addIssue({ code: 'custom', message: NO_TILE_LAYERS })
    return z.NEVER
  }),
)

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
