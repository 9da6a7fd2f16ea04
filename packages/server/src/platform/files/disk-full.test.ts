import { existsSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../http/failure.ts'
import { createLog } from '../log/log.ts'
import { ParquetWriter } from '../results/parquet-writer.ts'
import { writing } from './disk-full.ts'
import { LocalCache } from './local-cache.ts'

// Every write to this device fails as on a full disk (full(4)).
const FULL = '/dev/full'
const SENTENCE = 'The disk of the server is full. Ask an admin to make room, and try again.'

describe.runIf(existsSync(FULL))('a disk that is full', () => {
  it('is reported in one sentence', async () => {
    await expect(writing(() => writeFile(FULL, 'x'))).rejects.toThrow(SENTENCE)
    const inside = new Error('Failed query', { cause: Object.assign(new Error('could not extend file'), { code: '53100' }) })
    await expect(writing(() => Promise.reject(inside))).rejects.toThrow(SENTENCE)
    await expect(writing(() => Promise.reject(new Error('Something else.')))).rejects.toThrow('Something else.')
  })

  it('is what a call answers whose change our database could not write', () => {
    const cause = Object.assign(new Error('could not extend file'), { code: '53100' })
    const logged: unknown[] = []
    const log = createLog(new Writable({ write: (line, _, done) => done(void logged.push(line)) }))
    const failure = failureOf(new Error('Failed query', { cause }), log, {
      method: 'POST',
      url: '/api/queries',
      request_id: '1',
      hasBegun: true,
      isGone: false,
      language: 'en',
    })
    expect(failure).toEqual({ status: 507, body: { code: 'disk_full', message: SENTENCE } })
    // The operator has to see it as well.
    expect(logged).toHaveLength(1)
  })

  it('while a result is written leaves no file behind', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-full-'))
    const path = join(folder, 'result.parquet')
    symlinkSync(FULL, path)
    await expect(
      ParquetWriter.open(path, [{ name: 'n', type: 'integer', storage: { kind: 'int64' }, sourceType: '' }]),
    ).rejects.toThrow(SENTENCE)
    expect(readdirSync(folder)).toEqual([])
  })

  it('while a file is fetched leaves no part of it behind', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'sightline-full-'))
    const cache = new LocalCache(parent)
    const fetching = cache.get('results/1.parquet', async (part) => {
      writeFileSync(part, 'the first bytes')
      await writeFile(FULL, 'the next')
    })
    await expect(fetching).rejects.toThrow(SENTENCE)
    const left = readdirSync(parent, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(left).toEqual([])
  })
})
