import type { Cell } from '@sightline/contract/results.ts'
import { i18n } from '../language/i18n.ts'

/** The names and codes of one shape of a map. */
export type ShapeProperties = Readonly<Record<string, string | readonly string[] | null>>

export const mapTypes = ['countries', 'usa', 'subdiv_japan'] as const
export type MapType = (typeof mapTypes)[number]

/** The code types of each map: the stored property and its label. */
export const codeTypes: Record<MapType, readonly { type: string; name(): string }[]> = {
  countries: [
    { type: 'name', name: () => i18n._('Short name') },
    { type: 'name_long', name: () => i18n._('Full name') },
    { type: 'abbrev', name: () => i18n._('Abbreviated name') },
    { type: 'iso_a2', name: () => i18n._('ISO code (2 letters)') },
    { type: 'iso_a3', name: () => i18n._('ISO code (3 letters)') },
    { type: 'iso_n3', name: () => i18n._('ISO code (3 digits)') },
  ],
  usa: [
    { type: 'name', name: () => i18n._('Name') },
    { type: 'usps_abbrev', name: () => i18n._('USPS abbreviation') },
    { type: 'fips_code', name: () => i18n._('FIPS code') },
    { type: 'geoid', name: () => i18n._('Geographic ID') },
    { type: 'ns_code', name: () => i18n._('National Standard ANSI code') },
  ],
  subdiv_japan: [
    { type: 'name', name: () => i18n._('Name') },
    { type: 'name_local', name: () => i18n._('Name (local)') },
    { type: 'iso_3166_2', name: () => i18n._('ISO 3166-2 code') },
    { type: 'postal', name: () => i18n._('Postal abbreviation') },
    { type: 'region', name: () => i18n._('Region') },
  ],
}

/** Share of the values that must match for a code type to be inferred. */
const ENOUGH = 0.9

/** Normalises a code or name for comparison: no case, accents or surrounding white space; numeric codes are padded with zeros. */
export function comparable(value: Cell | undefined, type: string): string {
  const text = String(value ?? '')
    .trim()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  const digits = digitsOf[type]
  return digits !== undefined && /^\d+$/.test(text) ? text.padStart(digits, '0') : text
}

/** Number of digits of a code, to restore leading zeros. */
const digitsOf: Readonly<Record<string, number>> = { iso_n3: 3, fips_code: 2, geoid: 2, ns_code: 8 }

/** The shapes by code, most often one per code; names include alternative ones. */
export function shapesByCode(shapes: readonly ShapeProperties[], type: string): Map<string, number[]> {
  const found = new Map<string, number[]>()
  const add = (code: string, index: number) => {
    const known = found.get(code)
    if (!known) found.set(code, [index])
    else if (!known.includes(index)) known.push(index)
  }
  shapes.forEach((shape, index) => {
    const own = shape[type]
    if (typeof own === 'string' && own !== '') add(comparable(own, type), index)
  })
  if (type !== 'name' && type !== 'name_long') return found
  shapes.forEach((shape, index) => {
    for (const alias of [shape.name, shape.name_long, shape.aliases].flat()) {
      // The real name of a shape takes precedence over an alternative name of another shape.
      if (typeof alias === 'string' && !found.has(comparable(alias, type))) add(comparable(alias, type), index)
    }
  })
  return found
}

interface CodeTypeMatch {
  type: string
  /** Whether enough values match to infer the type; otherwise it is the best guess. */
  isInferred: boolean
}

/** The code type that matches the most values; null if none matches any. */
export function bestCodeType(
  values: readonly Cell[],
  shapes: readonly ShapeProperties[],
  mapType: MapType,
): CodeTypeMatch | null {
  const present = values.filter((value) => value !== null && value !== '')
  const scores = codeTypes[mapType].map(({ type }) => {
    const known = shapesByCode(shapes, type)
    return { type, matching: present.filter((value) => known.has(comparable(value, type))).length }
  })
  const best = scores.reduce((a, b) => (b.matching > a.matching ? b : a))
  return best.matching === 0 ? null : { type: best.type, isInferred: best.matching >= ENOUGH * present.length }
}
