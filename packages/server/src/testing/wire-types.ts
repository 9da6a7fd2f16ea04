import { readFileSync } from 'node:fs'

/** A data source type in Redash's API, with the fields of its form. */
export interface WireType {
  name: string
  syntax: string
  annotates: boolean
  supportsAutoLimit: boolean
  isDeprecated: boolean
  fields: WireField[]
}
export interface WireField {
  name: string
  type: string
  isRequired: boolean
  isSecret: boolean
  isExtra: boolean
  /** As a string; '' for none. */
  default: string
  /** '' if it is derived from the name. */
  title: string
}

/** Reads wire-types.txt: a line for each type (id, name, syntax, flags), and an indented line for each field. */
export function wireTypes(): Map<string, WireType> {
  const types = new Map<string, WireType>()
  let last: WireType | undefined
  for (const line of readFileSync(new URL('./wire-types.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)) {
    const [first = '', second = '', third = '', fourth = '', title = ''] = line.split('|').map((cell) => cell.trim())
    if (line.startsWith(' ')) {
      const [isRequired, isSecret, isExtra] = [third.includes('R'), third.includes('S'), third.includes('E')]
      last?.fields.push({ name: first, type: second, isRequired, isSecret, isExtra, default: fourth, title })
    } else {
      const [annotates, supportsAutoLimit] = [fourth.includes('annotated'), fourth.includes('limited')]
      const isDeprecated = fourth.includes('deprecated')
      last = { name: second, syntax: third, annotates, supportsAutoLimit, isDeprecated, fields: [] }
      types.set(first, last)
    }
  }
  return types
}
