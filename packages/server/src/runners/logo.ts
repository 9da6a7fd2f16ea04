import { readFileSync } from 'node:fs'
import { memoized } from '@sightline/domain/memoized.ts'
import type { AnyRunner } from './runner.ts'

const logoBeside = memoized((moduleUrl: string) => readFileSync(new URL('logo.svg', moduleUrl), 'utf8'))

/** The SVG logo of a type, `logo.svg` beside its module; cached. */
export const logoOf = ({ moduleUrl }: Pick<AnyRunner, 'moduleUrl'>): string => logoBeside(moduleUrl)
