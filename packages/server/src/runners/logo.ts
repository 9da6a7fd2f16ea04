import { readFileSync } from 'node:fs'
import type { AnyRunner } from './runner.ts'

const read = new Map<string, string>()

/** The SVG that shows a type in pickers and on cards: `logo.svg` beside its module, read once. */
export function logoOf({ home }: Pick<AnyRunner, 'home'>): string {
  const logo = read.get(home) ?? readFileSync(new URL('logo.svg', home), 'utf8')
  read.set(home, logo)
  return logo
}
