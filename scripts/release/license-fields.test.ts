import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('all packages are under the license of the repository, which names its authors (OPEN-270)', () => {
  const license = readFileSync('LICENSE', 'utf8')
  expect(license).toContain('Apache License\n                           Version 2.0')
  expect(license).toContain('Copyright 2026 the Sightline authors')
  const manifests = globSync(['package.json', 'packages/*/package.json', 'e2e/package.json', 'bench/package.json'])
  expect(manifests.length).toBeGreaterThan(5)
  for (const file of manifests) {
    expect([file, JSON.parse(readFileSync(file, 'utf8')).license]).toEqual([file, 'Apache-2.0'])
  }
})
