import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyContext } from './build-context.ts'

const IGNORED = readFileSync('.dockerignore', 'utf8')

it('the build of the image reads neither secrets, data nor what a build makes (OPEN-286)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-context-'))
  const never = ['.git/HEAD', 'node_modules/a/b.js', 'packages/web/dist/x', 'data/secret.key', 'deploy/compose/secrets/key']
  const read = ['package.json', 'scripts/release/slim.ts', 'packages/web/src/data/x.ts']
  for (const path of [...never, ...read]) {
    mkdirSync(join(folder, 'from', path, '..'), { recursive: true })
    writeFileSync(join(folder, 'from', path), '')
  }
  copyContext(join(folder, 'from'), join(folder, 'to'), IGNORED)
  const copied = globSync('**/*.*', { cwd: join(folder, 'to') })
  rmSync(folder, { recursive: true })
  expect(copied.sort()).toEqual(read.sort())
})
