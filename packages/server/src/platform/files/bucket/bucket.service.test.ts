import { randomBytes } from 'node:crypto'
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startAuthority } from '../../../testing/certificate.ts'
import { type FaultyHttpProxy, type ProxyFault, s3Error, startFaultyHttpProxy } from '../../../testing/http-proxy.ts'
import { type ObjectStorage, startObjectStorage } from '../../../testing/object-storage.ts'
import { startTlsProxy } from '../../../testing/tls-proxy.ts'
import { createLog } from '../../log/log.ts'
import type { FileStore } from '../store.ts'
import { tryOut } from '../try-out.ts'
import { bucketLocation, type S3Location } from './location.ts'
import { outageLog } from './outage-log.ts'
import { bucketClient } from './s3/client.ts'
import { createBucketFileStore } from './store.ts'

const MEGABYTE = 1024 * 1024
const root = await mkdtemp(join(tmpdir(), 'sightline-bucket-'))
let storage: ObjectStorage
let proxy: FaultyHttpProxy
let url: string
beforeAll(async () => {
  storage = await startObjectStorage()
  proxy = await startFaultyHttpProxy(storage.port)
  url = await storage.bucket('results', proxy.port)
})
afterAll(async () => {
  await proxy?.close()
  await storage?.stop()
  await rm(root, { recursive: true })
})
let files: FileStore
beforeEach(async () => {
  proxy.fault = () => null
  proxy.requests.length = 0
  files = await machine()
})

/** The store as a machine of its own sees it, with an empty cache. */
async function machine(address = url, keys = storage.keys): Promise<FileStore> {
  return createBucketFileStore({ dataDir: await mkdtemp(join(root, 'data-')) }, bucketLocation(address, keys))
}

async function store(name: string, bytes: Uint8Array | string): Promise<void> {
  const path = join(root, 'upload')
  await writeFile(path, bytes)
  await files.put(name, path)
}

/** Plays a fault for the first requests of a method. */
function failFirst(times: number, method: string, fault: ProxyFault): void {
  let left = times
  proxy.fault = (request) => (request.method === method && left-- > 0 ? fault : null)
}

const countOf = (method: string) => proxy.requests.filter((line) => line.startsWith(method)).length

it('an outage is logged once when it begins and once when it has ended (OPEN-814)', async () => {
  const lines: { level: number; msg: string }[] = []
  const noteOutage = outageLog(createLog({ write: (line) => void lines.push(JSON.parse(line)) }))
  const watched = createBucketFileStore({ dataDir: await mkdtemp(join(root, 'data-')) }, bucketLocation(url, storage.keys), {
    onEnd: (_, failure) => noteOutage(failure),
  })
  expect(await watched.has('results/none')).toBe(false)
  await expect(watched.stream('results/none').then(buffer)).rejects.toThrow()
  proxy.fault = () => s3Error(403, 'AccessDenied')
  for (let round = 0; round < 3; round++) await expect(watched.has('results/none')).rejects.toThrow()
  proxy.fault = () => null
  for (let round = 0; round < 2; round++) await watched.has('results/none')
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, 'The access keys have no right to use the bucket of results.'],
    [30, 'The storage of results works again.'],
  ])
  expect(JSON.stringify(lines)).not.toContain(storage.keys.secretKey)
})

describe('files in a bucket', () => {
  it('are stored whole, seen by every machine, replaced and removed (OPEN-294)', async () => {
    await store('results/1.parquet', 'some content')
    await expect(access(join(root, 'upload'))).rejects.toThrow()
    const other = await machine()
    expect(await readFile(await other.open('results/1.parquet'), 'utf8')).toBe('some content')
    expect((await buffer(await other.stream('results/1.parquet'))).toString()).toBe('some content')
    await store('results/1.parquet', 'new')
    expect(await readFile(await files.open('results/1.parquet'), 'utf8')).toBe('new')
    await other.remove('results/1.parquet')
    await other.remove('results/1.parquet')
    expect(await files.has('results/1.parquet')).toBe(false)
    await expect((await machine()).open('results/1.parquet')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('are listed by folder and age, below the folder of the URL, and may be empty (OPEN-294)', async () => {
    await store('results/2.parquet', '')
    await store('uploads/2.duckdb', 'xyz')
    expect(await files.list('uploads')).toEqual([{ name: 'uploads/2.duckdb', size: 3, modified: expect.any(Date) }])
    expect((await files.list('results', new Date(Date.now() + 60_000))).map(({ name }) => name)).toEqual(['results/2.parquet'])
    expect(await files.list('results', new Date(0))).toEqual([])
    expect(await files.list('nothing')).toEqual([])
    const outside = await machine(url.replace('/some/folder', ''))
    expect(await outside.has('some/folder/results/2.parquet')).toBe(true)
    expect(await outside.list('results')).toEqual([])
  })

  it('are read from the local copy once they are there, which a process that was killed does not leave (OPEN-294)', async () => {
    await store('results/3.parquet', 'content')
    const dataDir = await mkdtemp(join(root, 'data-'))
    const gone = join(dataDir, 'cache', '999999999-x')
    await mkdir(gone, { recursive: true })
    const again = createBucketFileStore({ dataDir }, bucketLocation(url, storage.keys))
    proxy.requests.length = 0
    const [one, two] = await Promise.all([again.open('results/3.parquet'), again.open('results/3.parquet')])
    expect([one, countOf('GET')]).toEqual([two, 1])
    await expect(access(gone)).rejects.toThrow()
  })
})

describe('a large file', () => {
  const large = randomBytes(20 * MEGABYTE)

  it('goes up in parts and comes down the same, and nothing of it is there before it is complete (OPEN-295)', async () => {
    const seen: string[][] = []
    proxy.fault = ({ method, url: path }) => {
      if (method === 'PUT' && path.includes('partNumber=2'))
        void files.list('large').then((found) => seen.push(found.map(({ name }) => name)))
      return null
    }
    await store('large/1.parquet', large)
    expect(countOf('PUT')).toBe(3)
    expect(seen).toEqual([[]])
    expect((await readFile(await (await machine()).open('large/1.parquet'))).equals(large)).toBe(true)
  })

  it('is given up at the storage if a part fails, so that nothing of it stays (OPEN-295)', async () => {
    proxy.fault = ({ method, url: path }) =>
      method === 'PUT' && path.includes('partNumber=3') ? s3Error(403, 'AccessDenied') : null
    await expect(store('large/2.parquet', large)).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(proxy.requests.filter((line) => line.startsWith('DELETE') && line.includes('uploadId'))).toHaveLength(1)
    expect(await files.has('large/2.parquet')).toBe(false)
  })

  it('is continued where a connection broke off, without asking for the first bytes again (OPEN-295)', async () => {
    await store('large/3.parquet', large)
    failFirst(2, 'GET', { breaksAfter: 5 * MEGABYTE })
    const other = await machine()
    expect((await readFile(await other.open('large/3.parquet'))).equals(large)).toBe(true)
    expect(countOf('GET')).toBe(3)
  })

  it('of an upload that a killed process has begun is removed by its age (OPEN-295)', async () => {
    proxy.fault = ({ method, url: path }) => {
      if (method === 'DELETE') return s3Error(403, 'AccessDenied')
      return method === 'PUT' && path.includes('partNumber=3') ? s3Error(403, 'AccessDenied') : null
    }
    await expect(store('large/4.parquet', large)).rejects.toThrow()
    proxy.fault = () => null
    proxy.requests.length = 0
    await files.removeUnfinished?.(new Date(0))
    expect(countOf('DELETE')).toBe(0)
    await files.removeUnfinished?.(new Date(Date.now() + 60_000))
    expect(countOf('DELETE')).toBe(1)
    await files.removeUnfinished?.(new Date(Date.now() + 60_000))
    expect(countOf('DELETE')).toBe(1)
  })

  it('that is not as it was stored is refused, and not kept (OPEN-295)', async () => {
    const forged = {
      Bucket: 'results',
      Key: 'some/folder/large/5.parquet',
      Body: 'wrong',
      Metadata: { sha256: 'of the right one' },
    }
    await bucketClient(bucketLocation(url, storage.keys) as S3Location, 1).send(new PutObjectCommand(forged))
    await expect(files.open('large/5.parquet')).rejects.toMatchObject({ code: 'result_damaged' })
    await expect(files.open('large/5.parquet')).rejects.toMatchObject({ code: 'result_damaged' })
    expect(countOf('GET')).toBe(2)
  })
})

describe('a storage that is in trouble', () => {
  it.each([
    ['503 SlowDown', s3Error(503, 'SlowDown')],
    ['500 InternalError', s3Error(500, 'InternalError')],
    ['a broken connection', { breaksAfter: 0 }],
  ])('is asked again after %s, for reading and for writing (OPEN-295)', async (_, fault) => {
    failFirst(2, 'PUT', fault)
    await store('results/10.parquet', 'content')
    failFirst(2, 'GET', fault)
    expect(await readFile(await (await machine()).open('results/10.parquet'), 'utf8')).toBe('content')
    failFirst(2, 'DELETE', fault)
    await files.remove('results/10.parquet')
    expect(await files.has('results/10.parquet')).toBe(false)
  })

  it.each([
    ['SlowDown', 503, 'The storage of results is overloaded or broken.'],
    ['AccessDenied', 403, 'The access keys have no right to use the bucket of results.'],
    ['RequestTimeTooSkewed', 403, 'The clocks of this machine and of the storage of results differ too much.'],
    ['PermanentRedirect', 301, 'The bucket of results is in another region.'],
    ['QuotaExceeded', 403, 'The storage of results is full.'],
    ['NoSuchBucket', 404, 'The bucket of results does not exist.'],
    ['Strange', 400, 'The storage of results answered with an unknown error.'],
  ])('says %s in one sentence (OPEN-295)', async (code, status, sentence) => {
    proxy.fault = () => s3Error(status, code)
    await expect(files.check?.()).rejects.toMatchObject({
      code: 'storage_unavailable',
      status: 503,
      message: `${sentence} Ask an admin, and try again.`,
    })
  })

  it('is called through the proxy of the environment (OPEN-294)', async () => {
    vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`)
    proxy.fault = () => s3Error(404, 'NoSuchBucket')
    const behind = await machine('s3://results?endpoint=http://storage.example')
    await expect(behind.check?.()).rejects.toThrow('The bucket of results does not exist.')
    expect(proxy.requests[0]).toMatch(/^GET http:\/\/storage\.example\/results/)
    vi.unstubAllEnvs()
  })

  it('is not called if its certificate is not trusted (OPEN-295)', async () => {
    const authority = await startAuthority('Unknown')
    const secure = await startTlsProxy(storage.port, await authority.issue('localhost'))
    const untrusted = await machine(`s3://results?endpoint=https://localhost:${secure.port}`)
    await expect(untrusted.check?.()).rejects.toThrow('The certificate of the storage of results is not trusted.')
    await secure.close()
  })

  it('is asked for its state once by several checks that follow each other (OPEN-296)', async () => {
    await Promise.all([files.check?.(), files.check?.()])
    await files.check?.()
    expect(countOf('GET')).toBe(1)
  })

  it('is waited for within a limit of time (OPEN-295)', async () => {
    proxy.fault = () => 'silence'
    await expect(files.check?.()).rejects.toMatchObject({
      message: 'The storage of results did not answer in time. Ask an admin, and try again.',
    })
  })
})

describe('the start of a process', () => {
  const outages: string[] = []
  const start = async (address: string, { keys = storage.keys, minutesOff = 0 } = {}) => {
    outages.length = 0
    const now = () => new Date(Date.now() + minutesOff * 60_000)
    await tryOut(await machine(address, keys), now, (reason) => outages.push(reason))
  }

  it('stores, reads and removes a small file, of which nothing stays (OPEN-294)', async () => {
    await start(url)
    expect(outages).toEqual([])
    expect(countOf('PUT') > 0 && countOf('DELETE') > 0).toBe(true)
    expect(await files.list('checks')).toEqual([])
  })

  it('is refused in one sentence for a wrong bucket, wrong keys, missing rights and a wrong address (OPEN-295)', async () => {
    const check = 'Check SIGHTLINE_RESULTS_URL and the access keys.'
    await expect(start(url.replace('results', 'others'))).rejects.toThrow(`The bucket of results does not exist. ${check}`)
    await expect(start(url, { keys: { ...storage.keys, secretKey: 'wrong' } })).rejects.toThrow(
      `The storage of results does not accept the access keys. ${check}`,
    )
    await expect(start(url, { keys: storage.stranger })).rejects.toThrow(
      `The access keys have no right to use the bucket of results. ${check}`,
    )
    proxy.fault = ({ method }) => (method === 'DELETE' ? s3Error(403, 'AccessDenied') : null)
    await expect(start(url)).rejects.toThrow(`The access keys have no right to use the bucket of results. ${check}`)
    for (const status of [200, 302]) {
      proxy.fault = () => ({ status, body: '<!doctype html><p>Hello' })
      await expect(start(url)).rejects.toThrow(
        `There is no storage with the S3 protocol at the address of the endpoint. ${check}`,
      )
    }
  })

  it('is refused if the clocks of machine and storage are more than five minutes apart, and nothing stays (OPEN-295)', async () => {
    const sentences = 'The clocks of this machine and of the storage of results differ too much. Set them right.'
    for (const minutesOff of [70, -6]) await expect(start(url, { minutesOff })).rejects.toThrow(sentences)
    await start(url, { minutesOff: 4 })
    expect(await files.list('checks')).toEqual([])
  })

  it('goes on if the storage cannot be reached, and says so (OPEN-295)', async () => {
    await start(url.replace(/\d+$/, '1'))
    expect(outages).toEqual(['The storage of results cannot be reached.'])
  })

  it('goes on with a full disk, and does not blame the storage (OPEN-295)', async () => {
    const full = Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })
    const here = { ...files, tempDir: () => Promise.reject(full) }
    outages.length = 0
    await tryOut(
      here,
      () => new Date(),
      (reason) => outages.push(reason),
    )
    expect(outages).toEqual(['The disk of the server is full.'])
  })
})
