import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cached, cacheFolder } from './cache.ts'

/** A cache without folders, for one test. */
async function emptyCache(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-cache-'))
  vi.stubEnv('XDG_CACHE_HOME', folder)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
}

describe('the cache of fetched servers (OPEN-320)', () => {
  it('is filled once for the same parts, and again when one of them has another version', async () => {
    await emptyCache()
    const fill = vi.fn((folder: string) => writeFile(join(folder, 'server.jar'), 'x'))
    const first = await cached(['server-1', 'engine-1'], fill)
    expect(await cached(['server-1', 'engine-1'], fill)).toBe(first)
    expect(fill).toHaveBeenCalledTimes(1)
    expect(await cached(['server-1', 'engine-2'], fill)).not.toBe(first)
    expect(await cached(['server-2', 'engine-1'], fill)).not.toBe(first)
    expect(fill).toHaveBeenCalledTimes(3)
  })

  it('keeps nothing of a failed attempt', async () => {
    await emptyCache()
    const attempt = cached(['server-1'], async (folder) => {
      await writeFile(join(folder, 'half.jar'), 'x')
      throw new Error('The network is gone.')
    })
    await expect(attempt).rejects.toThrow('The network is gone.')
    expect(await readdir(cacheFolder())).toEqual([])
  })
})
