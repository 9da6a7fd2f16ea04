import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allSettings, secretSettings } from '../../packages/server/src/platform/settings/areas.ts'
import { fileVariable } from '../../packages/server/src/platform/settings/secret-files.ts'

it('every setting that a file for operators names is one of Sightline (OPEN-287, OPEN-288)', () => {
  const known = new Set([...allSettings().map(([name]) => name), ...secretSettings().map(fileVariable)])
  const files = [...globSync('deploy/**/*'), 'Dockerfile'].filter((path) => statSync(path).isFile())
  const named = files.flatMap((path) => readFileSync(path, 'utf8').match(/\bSIGHTLINE_[A-Z0-9_]+/g) ?? [])
  expect(named).toContain('SIGHTLINE_DATA_DIR')
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([])
})
