import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bucketLocation } from '../platform/files/bucket/location.ts'
import { createBucketFileStore } from '../platform/files/bucket/store.ts'
import {
  answersOf,
  type Original,
  openPlaces,
  runCommand,
  type Settings,
  startOriginal,
  startRestored,
} from '../testing/backup-world.ts'
import { type FaultyHttpProxy, s3Error, startFaultyHttpProxy } from '../testing/http-proxy.ts'
import { type ObjectStorage, startObjectStorage } from '../testing/object-storage.ts'

const places = openPlaces()
let storage: ObjectStorage
let proxy: FaultyHttpProxy
/** An installation with results in a bucket. */
let original: Original
let settings: Settings
let keys: Settings
beforeAll(async () => {
  storage = await startObjectStorage()
  proxy = await startFaultyHttpProxy(storage.port)
  keys = { SIGHTLINE_RESULTS_ACCESS_KEY: storage.keys.accessKey, SIGHTLINE_RESULTS_SECRET_KEY: storage.keys.secretKey }
  const resultsUrl = await storage.bucket('original')
  original = await startOriginal({ resultsUrl, resultsKeys: storage.keys })
  settings = { ...original.settings, ...keys, SIGHTLINE_RESULTS_URL: resultsUrl }
})
afterAll(async () => {
  await original?.server.close()
  await proxy?.close()
  await storage?.stop()
  await places.close()
})

const uploads = () => proxy.requests.filter((line) => line.startsWith('PUT')).length

it('files are moved between object storage and a folder, and after an interruption only those that are left (OPEN-297)', async () => {
  const folder = `file://${places.folder()}`
  expect(await runCommand(['move-files', folder], settings)).toMatchObject({ code: 0 })
  const url = await storage.bucket('moved', proxy.port)
  const inFolder = { ...settings, SIGHTLINE_RESULTS_URL: folder }
  proxy.fault = ({ method, url: path }) => (method === 'PUT' && path.includes('uploads') ? s3Error(403, 'AccessDenied') : null)
  expect(await runCommand(['move-files', url], inFolder)).toMatchObject({
    code: 1,
    err: 'The access keys have no right to use the bucket of results. Ask an admin, and try again.',
  })
  proxy.fault = () => null
  const before = uploads()
  const { out } = await runCommand(['move-files', url], inFolder)
  expect(uploads() - before).toBe(1)
  expect(out).toContain('; 1 of them were copied.')
  expect(out).toContain(`SIGHTLINE_RESULTS_URL=${url}`)
  expect((await runCommand(['move-files', url], inFolder)).out).toContain('; 0 of them were copied.')

  const { files } = original.server.services
  const moved = createBucketFileStore({ dataDir: places.folder() }, bucketLocation(url, storage.keys))
  for (const { name } of [...(await files.list('results')), ...(await files.list('uploads'))]) {
    expect((await buffer(await moved.stream(name))).equals(await buffer(await files.stream(name))), name).toBe(true)
  }
})

it('an installation with results in object storage is backed up, and restored into another bucket (OPEN-297)', async () => {
  const file = join(places.folder(), 'backup')
  const answers = await answersOf(original.server)
  expect(await runCommand(['backup', file], settings)).toMatchObject({ code: 0 })
  const target = {
    ...keys,
    SIGHTLINE_DATA_DIR: places.folderWithKey(original.settings),
    SIGHTLINE_RESULTS_URL: await storage.bucket('restored'),
  }
  expect(await runCommand(['restore', file], target)).toMatchObject({ code: 0, err: '' })
  const restored = await startRestored(target)
  try {
    expect(await answersOf(restored)).toEqual(answers)
  } finally {
    await restored.close()
  }
})

it('a move to a place that makes no sense is refused in one sentence (OPEN-297)', async () => {
  const refused = async (url: string, given: Settings = original.settings) => (await runCommand(['move-files', url], given)).err
  expect(await refused('somewhere')).toBe('Give the URL of a place, such as s3://bucket?region=eu-central-1.')
  expect(await refused('postgres:')).toBe('SIGHTLINE_RESULTS_URL with postgres: requires SIGHTLINE_DATABASE_URL.')
  expect(await refused('s3://bucket?region=r1')).toContain('requires SIGHTLINE_RESULTS_ACCESS_KEY')
  expect(await refused(`file://${original.settings.SIGHTLINE_DATA_DIR}/files`)).toBe(
    'Results and uploads are in that place already.',
  )
  const empty = `file://${places.folder()}`
  expect(await refused(`file://${places.folder()}`, { ...original.settings, SIGHTLINE_RESULTS_URL: empty })).toContain(
    'There are no results and uploads in ',
  )
})
