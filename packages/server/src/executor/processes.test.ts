import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cell } from '@sightline/contract/results.ts'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Column } from '../platform/results/batch.ts'
import { createResults } from '../platform/results/duckdb.ts'
import { QueryError } from '../runners/runner.ts'
import { runners } from '../testing/executor-program.ts'
import { never } from '../testing/never.ts'
import { createExecutors } from './processes.ts'
import type { Executors, Limits, Task, TaskListeners, WrittenResult } from './protocol.ts'

const MEGABYTE = 1024 * 1024
const entry = new URL('../testing/executor-program.ts', import.meta.url)
const root = await mkdtemp(join(tmpdir(), 'sightline-executor-'))
const generous: Limits = { time: null, rows: 1_000_000, bytes: 100 * MEGABYTE }

let executors: Executors
let tempDir: string
const start = (memory = 1024 * MEGABYTE, module = entry) => {
  const config = {
    executionConcurrency: 2,
    role: 'web',
    sourceNetworks: ['10.1.0.0/16', 'fd00::7'],
    sourceFolders: ['/srv/our reports'],
    limits: { time: null, scheduledTime: null, publicTime: null, rows: 1, bytes: 1, memory },
  } as const
  return createExecutors(config, { warn: () => {} }, { entry: module, runners })
}
beforeEach(async () => {
  tempDir = await mkdtemp(join(root, 'run-'))
  executors = start()
})
afterEach(() => executors.close())
afterAll(() => rm(root, { recursive: true }))

const task = (
  text: string,
  { type = 'remote', password = '', ...limits }: Partial<Limits> & { type?: string; password?: string } = {},
) =>
  ({
    kind: 'run',
    type,
    options: { password },
    text,
    limits: { ...generous, ...limits },
    resultPath: join(tempDir, 'result.parquet'),
    tempDir: join(tempDir, 'scratch'),
  }) satisfies Task
const run = (text: string, limits: Parameters<typeof task>[1] = {}, signal = never, listeners: TaskListeners = {}) =>
  executors.run(task(text, limits), signal, listeners)

async function storedRows({ columns, rowCount, size }: WrittenResult): Promise<Cell[][]> {
  const results = createResults(
    { dataDir: tempDir, resultsUrl: null, answerMemory: 0 },
    { open: async (name) => join(tempDir, name) },
  )
  try {
    const window = { offset: 0, limit: 5000, sort: [], search: '', searchColumns: null, filters: [], isCountedLater: false }
    return (await results.window({ file: 'result.parquet', columns, rowCount, size }, window)).rows
  } finally {
    await results.close()
  }
}

describe('a run', () => {
  it('writes every row to the result file and returns its columns, row count and size', async () => {
    const written = await run('numbers 2500')
    expect(written).toMatchObject({ rowCount: 2500, truncated: null, metadata: {}, log: [] })
    expect(written.columns.map(({ name }) => name)).toEqual(['n', 'n1'])
    expect(written.database).toBeLessThanOrEqual(written.duration)
    expect(await storedRows(written)).toEqual(Array.from({ length: 2500 }, (_, n) => [n, `row ${n}`]))
  })

  it('sends the first hundred rows before it is complete', async () => {
    const stop = new AbortController()
    const first = new Promise<{ columns: Column[]; rows: Cell[][] }>((resolve) => {
      run('slow', {}, stop.signal, { onFirstRows: resolve }).catch(() => {})
    })
    expect((await first).rows).toEqual(Array.from({ length: 10 }, (_, n) => [n, `row ${n}`]))
    expect((await first).columns.map(({ name }) => name)).toEqual(['n', 'n1'])
    stop.abort()
  })

  it('reports its progress', async () => {
    const seen: number[] = []
    await run('numbers 5000', {}, never, { onProgress: ({ rows }) => seen.push(rows) })
    expect(seen[0]).toBe(1000)
  })

  it('tells the runner whether a schedule started it', async () => {
    expect(await storedRows(await run('scheduled'))).toMatchObject([[0, '']])
    const nightly = { ...task('scheduled'), isScheduled: true }
    expect(await storedRows(await executors.run(nightly, never))).toMatchObject([[1, '']])
  })

  it('accepts rows without columns', async () => {
    expect(await run('nothing')).toMatchObject({ columns: [], rowCount: 3 })
  })

  it('is cut at the row limit and names the limit', async () => {
    const written = await run('numbers 5000', { rows: 1500 })
    expect(written).toMatchObject({
      rowCount: 1500,
      truncated: 'The result was cut after 1,500 rows: that is the limit of rows in one result.',
    })
    expect(await storedRows(written)).toHaveLength(1500)
  })

  it('is complete if it has exactly as many rows as allowed', async () => {
    expect(await run('numbers 2000', { rows: 2000 })).toMatchObject({ rowCount: 2000, truncated: null })
  })

  it('is cut at the byte limit and names the limit', async () => {
    // A row takes 8 bytes of number, 4 of length, and 5 to 9 of text.
    const written = await run('numbers 1000000', { bytes: MEGABYTE })
    expect(written.truncated).toMatch(
      /^The result was cut after [\d,]+ rows: that is the limit of 1 MB of values in one result\.$/,
    )
    expect(written.rowCount).toBeGreaterThan(40_000)
    expect(written.rowCount).toBeLessThan(60_000)
  })
})

describe('a run that fails', () => {
  it('reports the error message and position of the source, without its secrets', async () => {
    const error = await run('refused', { password: 'hunter22' }).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(QueryError)
    expect(error).toMatchObject({ message: 'syntax error near "--------"', position: 8 })
  })

  it('leaves no result file if it fails midway', async () => {
    await expect(run('midway')).rejects.toThrow(new QueryError('The connection was lost.'))
    expect(await readdir(tempDir)).toEqual(['scratch'])
  })

  it('is not reported as an error of the query if it fails by a bug of ours', async () => {
    const error = await run('broken').catch((error: unknown) => error)
    expect(error).not.toBeInstanceOf(QueryError)
    expect(error).toMatchObject({ message: 'Sightline failed to run the query: x is not a function' })
  })

  it('reports that its process died, and the next run gets a new process', async () => {
    await expect(run('crash')).rejects.toThrow('The process that ran the query ended unexpectedly (exit code 7).')
    expect(await run('numbers 1')).toMatchObject({ rowCount: 1 })
  })

  it('is stopped when it exceeds the memory limit', async () => {
    await executors.close()
    executors = start(300 * MEGABYTE)
    await expect(run('greedy')).rejects.toThrow(
      new QueryError('The query needed more than 300 MB of memory in Sightline and was stopped.'),
    )
  })
})

describe('a cancelled run', () => {
  const cancelled = new QueryError('Query cancelled by user.')

  it.each([
    ['a source that listens', 'slow', 'remote'],
    ['a source that does not listen', 'deaf', 'remote'],
    ['an engine that blocks its process', 'busy', 'embedded'],
  ])('ends on %s', async (_, text, type) => {
    const stop = new AbortController()
    await expect(run(text, { type }, stop.signal, { onFirstRows: () => stop.abort() })).rejects.toThrow(cancelled)
    expect(await run('numbers 1', { type })).toMatchObject({ rowCount: 1 })
  })

  it('never starts if it was still waiting for a permit', async () => {
    const others = new AbortController()
    const running = [run('slow', {}, others.signal), run('slow', {}, others.signal)]
    const stop = new AbortController()
    const waiting = run('crash', {}, stop.signal)
    stop.abort()
    await expect(waiting).rejects.toThrow(cancelled)
    others.abort()
    await Promise.allSettled(running)
  })

  it('reports the time limit that it has exceeded (OPEN-44)', async () => {
    await expect(run('slow', { time: 50 })).rejects.toThrow(
      new QueryError('Query exceeded Sightline query execution time limit. The limit is 0.05 seconds.'),
    )
  })
})

describe('executor processes', () => {
  const pidAndEnvironment = async (type: string, password = '') => {
    const [row = []] = await storedRows(await run('process', { type, password }))
    return { pid: row[0], names: String(row[1]).split(' ') }
  }

  it('know which private networks a query may reach and which folders it may read', async () => {
    expect(await storedRows(await run('reach'))).toEqual([[3, '10.1.0.0/16 fd00::7 /srv/our reports']])
  })

  it('are reused', async () => {
    expect((await pidAndEnvironment('remote')).pid).toBe((await pidAndEnvironment('remote')).pid)
  })

  it("are not given to other sources after they have run users' SQL themselves", async () => {
    const embedded = await pidAndEnvironment('embedded')
    const remote = await pidAndEnvironment('remote')
    expect(remote.pid).not.toBe(embedded.pid)
    expect((await pidAndEnvironment('embedded')).pid).toBe(embedded.pid)
  })

  it("get no secrets after they have run users' SQL themselves, and are not reused after they had both", async () => {
    const first = await pidAndEnvironment('embedded')
    const keyed = await pidAndEnvironment('embedded', 'a secret')
    const again = await pidAndEnvironment('embedded', 'a secret')
    const last = await pidAndEnvironment('embedded')
    expect(new Set([first.pid, keyed.pid, again.pid]).size).toBe(3)
    expect([keyed.pid, again.pid]).not.toContain(last.pid)
  })

  it('see no environment variables of ours', async () => {
    process.env.SIGHTLINE_SECRET_KEY = 'secret'
    process.env.PGPASSWORD = 'secret'
    try {
      const { names } = await pidAndEnvironment('remote')
      expect(names).toContain('PATH')
      expect(names.filter((name) => /SIGHTLINE|PG/.test(name))).toEqual([])
    } finally {
      delete process.env.SIGHTLINE_SECRET_KEY
      delete process.env.PGPASSWORD
    }
  })

  it('store what they have compiled before they exit, for the next ones', async () => {
    const folder = join(tempDir, 'compiled')
    vi.stubEnv('NODE_COMPILE_CACHE', folder)
    try {
      await run('numbers 1')
      const compiled = async () =>
        (await readdir(folder, { recursive: true, withFileTypes: true })).some((entry) => entry.isFile())
      await expect.poll(compiled).toBe(true)
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('run connection tests and schemas while queries hold every permit', async () => {
    const stop = new AbortController()
    const running = [run('slow', {}, stop.signal), run('slow', {}, stop.signal)]
    expect(await executors.run({ kind: 'schema', type: 'remote', options: {} }, never)).toEqual([
      { name: 'numbers', columns: [{ name: 'n', type: 'bigint' }] },
    ])
    stop.abort()
    await Promise.allSettled(running)
  })
})

describe('a test of a connection', () => {
  it('succeeds, or reports the error without the secret', async () => {
    const test = (type: string, password: string) => executors.run({ kind: 'test', type, options: { password } }, never)
    expect(await test('remote', 'right password')).toEqual({ note: null })
    expect(await test('embedded', '')).toEqual({ note: null })
    await expect(test('remote', 'wrong password')).rejects.toThrow('Login failed for "--------".')
  })

  it('names the invalid option', async () => {
    await expect(executors.run({ kind: 'test', type: 'remote', options: { password: 5 } }, never)).rejects.toThrow(
      'Password: it must be a text.',
    )
  })
})

describe('the processes', () => {
  it('can start until one ends before it has worked (OPEN-283)', async () => {
    expect(executors.canStart()).toBe(true)
    await run('numbers 1')
    expect(executors.canStart()).toBe(true)
    const broken = start(1024 * MEGABYTE, new URL('file:///missing/program.ts'))
    await expect(broken.run(task('numbers 1'), never)).rejects.toThrow('ended unexpectedly')
    expect(broken.canStart()).toBe(false)
    await broken.close()
  })
})
