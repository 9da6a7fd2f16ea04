import { readFileSync } from 'node:fs'
import type { AnyRunner } from './runner.ts'

const read = new Map<string, string>()

/** The SVG logo of a type, `logo.svg` beside its module; cached. */
export function logoOf({ moduleUrl }: Pick<AnyRunner, 'moduleUrl'>): string {
  const logo = read.get(moduleUrl) ?? readFileSync(new URL('logo.svg', moduleUrl), 'utf8')
  read.set(moduleUrl, logo)
  return logo
}
