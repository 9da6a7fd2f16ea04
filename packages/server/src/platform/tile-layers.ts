import { MapTileLayer } from '@sightline/contract/session.ts'
import { z } from 'zod'

const WHAT =
  'must be none, or a JSON list of {"name", "url", "attribution"} whose addresses begin with https:// or http:// and have {z}, {x} and {y} in them'

const isTileAddress = (url: string) =>
  /^https?:\/\/[^\s"']+$/.test(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part))

/** The tile layers of maps in a setting: a JSON list, or `none`. */
export const tileLayers = z.string().transform((text, context): MapTileLayer[] => {
  if (text.trim() === 'none') return []
  const parsed = z.array(MapTileLayer).min(1).safeParse(jsonIn(text))
  if (parsed.success && parsed.data.every(({ url }) => isTileAddress(url))) return parsed.data
  context.addIssue({ code: 'custom', message: WHAT })
  return z.NEVER
})

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
