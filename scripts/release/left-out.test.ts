import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { removeLeftOut, sizeOf } from './left-out.ts'

let modules: string
beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), 'sightline-modules-'))
})
afterEach(() => rmSync(modules, { recursive: true }))

function write(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(modules, path)), { recursive: true })
    writeFileSync(join(modules, path), 'ten bytes.')
  }
}

it('an installation goes without maps, declarations, tests and documents, and keeps code and licenses (OPEN-274)', () => {
  const never = ['a/index.js.map', '@b/c/lib/index.d.ts', 'a/test/a.js', '@b/c/docs/page.html', 'a/node_modules/d/README.md']
  // Folders of these names deeper in a package contain its code.
  const needed = ['a/index.js', '@b/c/dist/doc/node.js', '@b/c/lib/test/rule.js', 'a/LICENSE.md', 'a/test.js']
  write(...never, ...needed)
  const removed = removeLeftOut(modules)
  expect(never.filter((path) => existsSync(join(modules, path)))).toEqual([])
  expect(needed.filter((path) => !existsSync(join(modules, path)))).toEqual([])
  expect(removed.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(50)
  expect(sizeOf(modules)).toBe(50)
})
