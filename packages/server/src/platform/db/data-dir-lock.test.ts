import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'

let path: string
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'sightline-lock-')), 'lock')
})
const held = (owner: unknown) => writeFileSync(path, JSON.stringify(owner))

describe('a data directory', () => {
  it('is refused with one sentence while another process has it', () => {
    held({ pid: process.ppid, startedAt: null })
    expect(() => lockDataDir(path)).toThrow(
      `The data directory is in use by another Sightline (process ${process.ppid}): stop it, or choose another SIGHTLINE_DATA_DIR.`,
    )
  })

  it('is refused to the process that has it already', () => {
    const unlock = lockDataDir(path)
    expect(() => lockDataDir(path)).toThrow(`(process ${process.pid})`)
    unlock()
    lockDataDir(path)()
  })

  it('is taken over from a process that has ended', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    held({ pid, startedAt: null })
    const unlock = lockDataDir(path)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid })
    unlock()
    expect(existsSync(path)).toBe(false)
  })

  it.runIf(process.platform === 'linux')('is taken over when the pid belongs to a younger process by now', () => {
    for (const pid of [process.pid, process.ppid]) {
      held({ pid, startedAt: 'an earlier boot/1' })
      lockDataDir(path)()
    }
  })

  it('is taken over when its lock is damaged', () => {
    writeFileSync(path, '{"pid":')
    lockDataDir(path)()
    expect(existsSync(path)).toBe(false)
  })

  it('stays locked when somebody else has taken it over meanwhile', () => {
    const unlock = lockDataDir(path)
    held({ pid: process.ppid, startedAt: null })
    unlock()
    expect(existsSync(path)).toBe(true)
  })
})
