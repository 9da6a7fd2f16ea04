import { describe, expect, it } from 'vitest'
import { releaseModules } from './modules.ts'

const FILES: Record<string, string> = {
  'packages/server/src/main.ts': `import { a } from './a.ts'
import { rule } from '@sightline/domain/rules/rule.ts'
import pg from 'pg'
import { Pool } from 'pg/lib/pool'
import type { Only } from 'types-only'
const worker = new URL('./deep/thread.ts', import.meta.url)
export const all: unknown[] = [a, rule, pg, Pool, worker, () => import('@scope/late/part')]
`,
  'packages/server/src/a.ts': `import { readFileSync } from 'node:fs'
/** Taken from 'a comment'. */
export const a = [readFileSync, require('@old/style')]\n`,
  'packages/server/src/deep/thread.ts': `import '../a.ts'\nimport { left } from '../left-out.ts'\nexport default left\n`,
  'packages/domain/src/rules/rule.ts': `export const rule: string = 'x'\n`,
}

function read(path: string): string {
  const text = FILES[path]
  if (text === undefined) throw new Error(`There is no ${path}.`)
  return text
}

const leftOut = new Set(['packages/server/src/left-out.ts'])
const release = () => releaseModules(['packages/server/src/main.ts'], read, leftOut)

describe('the modules of a release', () => {
  it('are all that the entries load, by import or by URL, in their folders and as JavaScript (OPEN-272)', () => {
    expect([...release().modules.keys()].sort()).toEqual([
      'packages/domain/src/rules/rule.js',
      'packages/server/src/a.js',
      'packages/server/src/deep/thread.js',
      'packages/server/src/main.js',
    ])
  })

  it('name each other as JavaScript, and packages of ours by their path (OPEN-272)', () => {
    const main = release().modules.get('packages/server/src/main.js')
    expect(main).toContain("from './a.js'")
    expect(main).toContain("from '../../domain/src/rules/rule.js'")
    expect(main).toContain("new URL('./deep/thread.js', import.meta.url)")
    expect(main).not.toContain('unknown[]')
  })

  it('keep the lines of the TypeScript, so that errors name the right one (OPEN-272)', () => {
    const lines = (text = '') => text.split('\n').length
    expect(lines(release().modules.get('packages/server/src/main.js'))).toBe(lines(FILES['packages/server/src/main.ts']))
  })

  it('name the npm packages that they import or require, not those of types or in comments (OPEN-272)', () => {
    expect([...release().packages].sort()).toEqual(['@old/style', '@scope/late', 'pg'])
  })

  it('are refused if one that is loaded is missing (OPEN-272)', () => {
    expect(() => releaseModules(['packages/server/src/main.ts'], read)).toThrow('There is no packages/server/src/left-out.ts.')
  })
})
