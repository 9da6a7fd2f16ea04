import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { describe, expect, it } from 'vitest'
import { releaseManifest } from './manifest.ts'
import { type LockedPackages, productionPackages } from './production-packages.ts'

const LOCKED: LockedPackages = {
  'packages/contract': { dependencies: { zod: '4.0.0' } },
  'packages/domain': { dependencies: { '@sightline/contract': '0.1.0' } },
  'packages/server': { dependencies: { pg: '8.0.0', '@sightline/domain': '0.1.0' }, devDependencies: { tester: '1.0.0' } },
  'packages/web': { dependencies: {} },
  'node_modules/@sightline/contract': { link: true, resolved: 'packages/contract' },
  'node_modules/@sightline/domain': { link: true, resolved: 'packages/domain' },
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/pg': {
    version: '8.0.0',
    devOptional: true,
    dependencies: { types: '^2.0.0' },
    optionalDependencies: { native: '1.0.0' },
    peerDependencies: { must: '1', may: '1' },
    peerDependenciesMeta: { may: { optional: true } },
  },
  'node_modules/pg/node_modules/types': { version: '2.0.0', dependencies: { deep: '1.0.0' } },
  'node_modules/types': { version: '1.0.0' },
  'node_modules/deep': { version: '1.0.0', integrity: 'sha512-deep' },
  'node_modules/native': { version: '1.0.0', optional: true },
  'node_modules/must': { version: '1.0.0' },
  'node_modules/may': { version: '1.0.0' },
  'node_modules/tester': { version: '1.0.0', dev: true },
}

const FIELDS = { version: '0.1.0', description: 'A tool.', license: 'Apache-2.0', node: '>=24', program: 'bin.js' }

it('the production packages are all that the workspaces need at run time, with what these need (OPEN-271, OPEN-272)', () => {
  expect(productionPackages(LOCKED, ['packages/contract', 'packages/domain', 'packages/server'])).toEqual([
    'node_modules/deep',
    'node_modules/must',
    'node_modules/native',
    'node_modules/pg',
    'node_modules/pg/node_modules/types',
    'node_modules/zod',
  ])
})

describe('the types for authors of plug-ins', () => {
  it('are a file that is its own declaration, because it imports nothing and has no values (OPEN-405)', () => {
    const source = readFileSync(new URL('../../packages/contract/src/plug-in.ts', import.meta.url), 'utf8')
    expect(
      stripTypeScriptTypes(source)
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
        .trim(),
    ).toBe('')
    expect(source).toContain('export interface Plugin {')
    expect(source).not.toMatch(/^import /m)
  })
})

describe('the manifest of a release', () => {
  it('depends on what its modules import, in exact versions (OPEN-272)', () => {
    const { manifest } = releaseManifest(new Set(['pg', 'zod']), LOCKED, FIELDS)
    expect(manifest).toEqual({
      name: 'sightline',
      description: 'A tool.',
      type: 'module',
      exports: { './plugin': { types: './plugin.d.ts' }, './package.json': './package.json' },
      version: '0.1.0',
      license: 'Apache-2.0',
      dependencies: { pg: '8.0.0', zod: '4.0.0' },
      bin: { sightline: 'bin.js' },
      engines: { node: '>=24' },
    })
  })

  it('locks all that it needs, with the checksums of the repository and as production packages (OPEN-272)', () => {
    const { packages } = releaseManifest(new Set(['pg', 'zod']), LOCKED, FIELDS).shrinkwrap
    expect(packages).toHaveProperty(['node_modules/deep'], {
      version: '1.0.0',
      integrity: 'sha512-deep',
      resolved: 'https://registry.npmjs.org/deep/-/deep-1.0.0.tgz',
    })
    expect(packages).not.toHaveProperty(['node_modules/tester'])
    expect(packages).not.toHaveProperty(['node_modules/pg', 'devOptional'])
  })

  it('is refused if a module imports what is not a dependency, or if a dependency is not imported (OPEN-272)', () => {
    expect(() => releaseManifest(new Set(['pg', 'zod', 'tester']), LOCKED, FIELDS)).toThrow(
      'The release imports what no package.json has as a dependency: tester.',
    )
    expect(() => releaseManifest(new Set(['pg']), LOCKED, FIELDS)).toThrow(
      'The release does not import these dependencies, so they belong to devDependencies: zod.',
    )
  })
})
