import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FaultyHttpProxy, startFaultyHttpProxy } from '../../../testing/http-proxy.ts'
import { AZURITE_KEYS, azurite } from '../../../testing/servers/azurite.ts'
import type { StartedServer } from '../../../testing/servers/fetched-server.ts'
import type { FileStore } from '../store.ts'
import { tryOut } from '../try-out.ts'
import { containerClient } from './azure/client.ts'
import { type AzureLocation, bucketLocation } from './location.ts'
import { createBucketFileStore } from './store.ts'

const MEGABYTE = 1024 * 1024
const root = await mkdtemp(join(tmpdir(), 'sightline-azure-'))
let server: StartedServer
let proxy: FaultyHttpProxy
let url: string
beforeAll(async () => {
  server = await azurite.start()
  proxy = await startFaultyHttpProxy(server.port)
  url = `azure://results/some/folder?endpoint=http://127.0.0.1:${proxy.port}/${AZURITE_KEYS.accessKey}`
  await containerClient(place(), 1).create()
})
afterAll(async () => {
  await proxy?.close()
  await server?.stop()
  await rm(root, { recursive: true })
})
let files: FileStore
beforeEach(async () => {
  proxy.fault = () => null
  proxy.requests.length = 0
  files = await machine()
})

const place = (address = url): AzureLocation => {
  const location = bucketLocation(address, AZURITE_KEYS)
  if (location.service !== 'azure') throw new Error('This is no address of Azure.')
  return location
}

/** The store as a machine of its own sees it, with an empty cache. */
async function machine(address = url, keys = AZURITE_KEYS): Promise<FileStore> {
  return createBucketFileStore({ dataDir: await mkdtemp(join(root, 'data-')) }, bucketLocation(address, keys))
}

async function store(name: string, bytes: Uint8Array | string): Promise<void> {
  const path = join(root, 'upload')
  await writeFile(path, bytes)
  await files.put(name, path)
}

/** An error of the storage, which names its code in a header. */
const refusal = (status: number, code: string) => ({
  status,
  body: `<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>Played by a test.</Message></Error>`,
})

/** Plays a fault for the first requests of a method. */
function failFirst(times: number, method: string, fault: ReturnType<FaultyHttpProxy['fault']>): void {
  let left = times
  proxy.fault = (request) => (request.method === method && left-- > 0 ? fault : null)
}

const countOf = (method: string) => proxy.requests.filter((line) => line.startsWith(method)).length

describe('files in Azure Blob Storage', () => {
  it('are stored whole, seen by every machine, listed, replaced and removed (OPEN-381)', async () => {
    await store('results/1.parquet', 'some content')
    const other = await machine()
    expect(await readFile(await other.open('results/1.parquet'), 'utf8')).toBe('some content')
    expect((await buffer(await other.stream('results/1.parquet'))).toString()).toBe('some content')
    await store('results/1.parquet', '')
    expect(await readFile(await files.open('results/1.parquet'), 'utf8')).toBe('')
    expect(await other.list('results')).toEqual([{ name: 'results/1.parquet', size: 0, modified: expect.any(Date) }])
    await other.remove('results/1.parquet')
    await other.remove('results/1.parquet')
    expect(await files.has('results/1.parquet')).toBe(false)
    await expect((await machine()).open('results/1.parquet')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('of 20 MB go up in blocks and come down the same, also after broken connections (OPEN-381)', async () => {
    const large = randomBytes(20 * MEGABYTE)
    failFirst(1, 'PUT', { breaksAfter: 0 })
    await store('large/1.parquet', large)
    expect(proxy.requests.filter((line) => line.includes('comp=blocklist'))).toHaveLength(1)
    failFirst(2, 'GET', { breaksAfter: 5 * MEGABYTE })
    expect((await readFile(await (await machine()).open('large/1.parquet'))).equals(large)).toBe(true)
    expect(countOf('GET')).toBe(3)
  })

  it('that are not as they were stored are refused (OPEN-381)', async () => {
    const forged = containerClient(place(), 1).getBlockBlobClient('some/folder/large/2.parquet')
    await forged.upload('wrong', 5, { metadata: { sha256: 'of the right one' } })
    await expect(files.open('large/2.parquet')).rejects.toMatchObject({ code: 'result_damaged' })
  })
})

describe('Azure Blob Storage in trouble', () => {
  it.each([
    ['ServerBusy', 503, 'The storage of results is overloaded or broken.'],
    ['AuthenticationFailed', 403, 'The storage of results does not accept the access keys.'],
    ['AuthorizationPermissionMismatch', 403, 'The access keys have no right to use the bucket of results.'],
    ['ContainerNotFound', 404, 'The bucket of results does not exist.'],
  ])('says %s in one sentence (OPEN-381)', async (code, status, sentence) => {
    proxy.fault = () => refusal(status, code)
    await expect(files.check?.()).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: `${sentence} Ask an admin, and try again.`,
    })
  })

  it('is asked again after an error that passes (OPEN-381)', async () => {
    failFirst(2, 'PUT', refusal(503, 'ServerBusy'))
    await store('results/2.parquet', 'content')
    failFirst(2, 'GET', refusal(500, 'InternalError'))
    expect(await readFile(await (await machine()).open('results/2.parquet'), 'utf8')).toBe('content')
  })

  it('refuses a start with a wrong container, key or address, and lets one go on while it cannot be reached (OPEN-381)', async () => {
    const outages: string[] = []
    const start = async (address: string, keys = AZURITE_KEYS) =>
      tryOut(
        await machine(address, keys),
        () => new Date(),
        (reason) => outages.push(reason),
      )
    await start(url)
    expect(await files.list('checks')).toEqual([])
    const check = 'Check SIGHTLINE_RESULTS_URL and the access keys.'
    await expect(start(url.replace('//results', '//others'))).rejects.toThrow(`The bucket of results does not exist. ${check}`)
    const wrong = { ...AZURITE_KEYS, secretKey: Buffer.from('wrong').toString('base64') }
    await expect(start(url, wrong)).rejects.toThrow(check)
    await start(url.replace(`:${proxy.port}/`, ':1/'))
    expect(outages).toEqual(['The storage of results cannot be reached.'])
  })
})
