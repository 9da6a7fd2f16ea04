import { readFileSync } from 'node:fs'
import { memoized } from '@sightline/domain/memoized.ts'
import type { AnyRunner } from './runner.ts'

const logoBeside = memoized((moduleUrl: string) => readFileSync(new URL('logo.svg', moduleUrl), 'utf8'))

/** The SVG logo of a type: its own, or `logo.svg` beside its module; cached. */
export const logoOf = ({ logo, moduleUrl }: Pick<AnyRunner, 'logo' | 'moduleUrl'>): string => logo ?? logoBeside(moduleUrl)
