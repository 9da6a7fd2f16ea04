import { readFileSync } from 'node:fs'
import type { AnyRunner } from './runner.ts'

const read = new Map<string, string>()

/** The SVG logo of a type, `logo.svg` beside its module; cached. */
export function logoOf({ home }: Pick<AnyRunner, 'home'>): string {
  const logo = read.get(home) ?? readFileSync(new URL('logo.svg', home), 'utf8')
  read.set(home, logo)
  return logo
}
