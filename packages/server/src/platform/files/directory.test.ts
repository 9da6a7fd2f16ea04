import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makePrivateFolder } from './directory.ts'

let volume: string
beforeEach(() => {
  volume = mkdtempSync(join(tmpdir(), 'sightline-volume-'))
})
afterEach(() => {
  chmodSync(volume, 0o700)
  rmSync(volume, { recursive: true })
})

const OTHER_USER = 65532

const MODULE = new URL('./directory.ts', import.meta.url).href
const PROGRAM = `import { makePrivateFolder } from '${MODULE}'
try { makePrivateFolder(process.argv[1]) } catch (error) { process.stdout.write(error.message) }`

/** Makes the folder in a process of another user. @returns why that failed */
const refusalOf = (path: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM, path], { uid: OTHER_USER, cwd: '/', encoding: 'utf8' })

describe('the folder of the data', () => {
  it('is created for the user of the process alone (OPEN-289)', () => {
    expect(makePrivateFolder(join(volume, 'data'))).toBeNull()
    expect(statSync(join(volume, 'data')).mode & 0o777).toBe(0o700)
  })

  // The superuser may write everywhere, so only that user can take the part of two others.
  it.runIf(process.geteuid?.() === 0)('is refused with one sentence if it belongs to another user (OPEN-289)', () => {
    chmodSync(volume, 0o755)
    for (const path of [volume, join(volume, 'data')])
      expect(refusalOf(path)).toBe(
        `The folder ${path} cannot be written to. ${volume} belongs to user 0, and Sightline runs as user ${OTHER_USER}: give it to that user, with chown -R ${OTHER_USER} ${volume}`,
      )
  })
})
