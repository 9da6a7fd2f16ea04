import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type LockOptions, lockDataDir } from './data-dir-lock.ts'

let path: string
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'sightline-lock-')), 'lock')
})
/** Claims the directory, checks its stamp, and releases it. */
async function takeOver(options?: LockOptions): Promise<void> {
  const unlock = await lockDataDir(path, options)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: process.pid, startedAt: expect.stringMatching(/./) })
  unlock()
  expect(existsSync(path)).toBe(false)
}
const held = (owner: unknown) => writeFileSync(path, JSON.stringify(owner))
/** The stamp of an owner of another boot: a process on another machine, or one from before a restart of this one. */
const elsewhere = { pid: 1, startedAt: null, host: 'other', boot: 'another boot', beats: 7 }

/** Watches a stamp for 50 ms, in which its owner, if there is one, renews it. */
const watching = (renew: () => void): LockOptions => {
  setImmediate(renew)
  return { watch: 50 }
}
const withoutLocks: LockOptions = { lockFile: () => 'unsupported' }

describe('a data directory', () => {
  it('is refused to the process that already has it', async () => {
    const unlock = await lockDataDir(path)
    await expect(lockDataDir(path)).rejects.toThrow(
      new RegExp(`^The data directory is in use by another Sightline \\(process ${process.pid} on .+\\): stop it, or choose`),
    )
    unlock()
    await takeOver()
  })

  it('is refused in one sentence while a process of an earlier version has it', async () => {
    held({ pid: process.ppid, startedAt: null })
    await expect(lockDataDir(path)).rejects.toThrow(
      `The data directory is in use by another Sightline (process ${process.ppid}): stop it, or choose another SIGHTLINE_DATA_DIR.`,
    )
  })

  it('is taken over from a process of an earlier version that has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    held({ pid, startedAt: null })
    await takeOver()
  })

  it.runIf(process.platform === 'linux')(
    'is taken over when the pid of an earlier version is a younger process by now',
    async () => {
      for (const pid of [process.pid, process.ppid]) {
        held({ pid, startedAt: 'an earlier boot/1' })
        await takeOver()
      }
    },
  )

  it('is taken over at once from a process of this boot that has ended without releasing it', async () => {
    const unlock = await lockDataDir(path)
    const stamp = readFileSync(path)
    unlock()
    writeFileSync(path, stamp)
    await takeOver({ watch: 3_600_000 })
  })

  it('is taken over if its stamp is damaged', async () => {
    writeFileSync(path, '{"pid":')
    await takeOver()
  })

  it.each<[string, LockOptions]>([
    ['on another machine', {}],
    ['where the file system knows no locks', withoutLocks],
  ])('is refused while an owner %s renews its stamp', async (_, options) => {
    held(elsewhere)
    const renewed = watching(() => held({ ...elsewhere, beats: 8 }))
    await expect(lockDataDir(path, { ...options, ...renewed })).rejects.toThrow('(process 1 on other)')
  })

  it.each<[string, LockOptions]>([
    ['on another machine', {}],
    ['where the file system knows no locks', withoutLocks],
  ])('is taken over from an owner %s whose stamp stands still', async (_, options) => {
    held(elsewhere)
    await takeOver({ ...options, ...watching(() => {}) })
  })
})
