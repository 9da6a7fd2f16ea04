import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answersOf,
  isOnPostgres,
  type Original,
  openPlaces,
  runCommand,
  type Settings,
  startOriginal,
  startRestored,
} from '../testing/backup-world.ts'
import { buildQuery } from '../testing/builders.ts'

const places = openPlaces()
let original: Original
let answers: object
/** A backup of the running installation. */
let file: string
let made: Awaited<ReturnType<typeof runCommand>>
beforeAll(async () => {
  original = await startOriginal()
  answers = await answersOf(original.server)
  file = join(places.folder(), 'sightline.backup')
  made = await runCommand(['backup', file], original.settings)
})
afterAll(async () => {
  await original.server.close()
  await places.close()
})

/** An empty installation of the kind under test, with the key of the original. */
async function emptySettings(dataDir = places.folderWithKey(original.settings)): Promise<Settings> {
  const settings: Settings = { SIGHTLINE_DATA_DIR: dataDir }
  if (isOnPostgres()) settings.SIGHTLINE_DATABASE_URL = await places.database()
  return settings
}

async function answersIn(settings: Settings): Promise<object> {
  const server = await startRestored(settings)
  try {
    return await answersOf(server)
  } finally {
    await server.close()
  }
}

describe('a backup of a running installation', () => {
  it('is one file that only its owner may read, and says where the secret key is (OPEN-275)', async () => {
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.progress.length).toBeGreaterThan(1)
    expect(made.out).toContain(`Keep the key apart from it: ${join(original.settings.SIGHTLINE_DATA_DIR ?? '', 'secret.key')}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(file, '..'))).toEqual(['sightline.backup'])
    const temporary = readdirSync(join(original.settings.SIGHTLINE_DATA_DIR ?? '', 'tmp'))
    expect(temporary.filter((name) => !name.includes('duckdb'))).toEqual([])
  })

  it('is recorded in the audit log (OPEN-275)', async () => {
    const { body } = await original.server.admin.get<{ results: object[] }>('/api/audit?action=installation.backup')
    expect(body.results).toMatchObject([{ action: 'installation.backup', actor: { id: null, name: 'Command line' } }])
  })

  it('does not replace a file, and leaves no part of one that cannot be written (OPEN-275)', async () => {
    const before = readFileSync(file)
    expect(await runCommand(['backup', file], original.settings)).toMatchObject({
      code: 1,
      err: `${file} is there already: choose another name.`,
    })
    expect(readFileSync(file).equals(before)).toBe(true)
    const nowhere = join(places.folder(), 'missing', 'backup')
    expect(await runCommand(['backup', nowhere], original.settings)).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be written'),
    })
  })

  it('is refused where there is no installation, without making one (OPEN-275)', async () => {
    const settings = await emptySettings()
    const { code, err } = await runCommand(['backup', join(places.folder(), 'backup')], settings)
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^There is no installation in .*\.$/) })
    expect(readdirSync(settings.SIGHTLINE_DATA_DIR ?? '').filter((name) => name !== 'tmp')).toEqual(['secret.key'])
  })
})

describe('a restored installation', () => {
  let settings: Settings
  beforeAll(async () => {
    settings = await emptySettings()
    expect(await runCommand(['restore', file], settings)).toMatchObject({ code: 0, err: '' })
  })

  it('answers as the original did: users, queries, results with rows, dashboards, uploads and secrets (OPEN-276)', async () => {
    expect(await answersIn(settings)).toEqual(answers)
    expect(answers).toMatchObject({
      password: original.secret,
      results: [{ data: { rows: { length: 1000 } } }],
      orders: [[2]],
      events: { count: expect.toSatisfy((count: number) => count > 34_000) },
    })
  })

  it('is only replaced if the operator says so, and then nothing of it is left (OPEN-276)', async () => {
    const server = await startRestored(settings)
    await buildQuery(server.admin, { name: 'Too much', data_source_id: 2 })
    await server.close()
    expect(await runCommand(['restore', file], settings)).toMatchObject({
      code: 1,
      out: '',
      err: 'There is an installation already, with 2 users, 2 queries and 1 dashboard: all of it would be lost. Repeat this with --overwrite to replace it.',
    })
    const orphan = join(settings.SIGHTLINE_DATA_DIR ?? '', 'files/results/orphan.parquet')
    if (!isOnPostgres()) writeFileSync(orphan, 'of the former installation')
    expect(await runCommand(['restore', file, '--overwrite'], settings)).toMatchObject({ code: 0, err: '' })
    expect(existsSync(orphan)).toBe(false)
    expect(await answersIn(settings)).toEqual(answers)
  })

  it('misses no worker of the original, whose processes do not run here (OPEN-815)', async () => {
    const workersOf = async ({ admin }: Original['server']) =>
      (await admin.get<{ workers: object[] }>('/api/admin/queries/rq_status')).body.workers
    expect(await workersOf(original.server)).toHaveLength(1)
    const server = await startRestored(settings)
    const workers = await workersOf(server)
    await server.close()
    expect(workers).toHaveLength(1)
  })

  it('gives new records numbers that no record had before (OPEN-276)', async () => {
    const server = await startRestored(settings)
    const last = (await answersOf(server)) as { queries: { id: number }[] }
    const query = await buildQuery(server.admin, { data_source_id: 2 })
    await server.close()
    expect(query.id).toBeGreaterThan(Math.max(...last.queries.map(({ id }) => id)))
  })

  it('can be backed up while nothing runs, and that backup restored (OPEN-275)', async () => {
    const again = join(places.folder(), 'again')
    expect(await runCommand(['backup', again], settings)).toMatchObject({ code: 0, err: '' })
    const copy = await emptySettings()
    if (!isOnPostgres()) await places.addDatabase(copy.SIGHTLINE_DATA_DIR ?? '')
    expect(await runCommand(['restore', again], copy)).toMatchObject({ code: 0 })
    const server = await startRestored(copy)
    expect(await answersOf(server)).toMatchObject({ password: original.secret, orders: [[2]] })
    await server.close()
  })
})

describe('a restore', () => {
  it.runIf(isOnPostgres())('is refused while Sightline runs there, with --overwrite as well (OPEN-276)', async () => {
    const { code, err } = await runCommand(['restore', file, '--overwrite'], original.settings)
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^Sightline is running on this database: stop all its processes first\.$/),
    })
  })

  it('changes nothing if the backup is damaged, unknown or missing (OPEN-276)', async () => {
    const settings = await emptySettings()
    const damaged = join(places.folder(), 'damaged')
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff
    writeFileSync(damaged, bytes)
    const cut = join(places.folder(), 'cut')
    writeFileSync(cut, bytes.subarray(0, bytes.length >> 2))
    for (const path of [damaged, cut, import.meta.filename, join(places.folder(), 'missing')]) {
      const { code, out, err } = await runCommand(['restore', path], settings)
      expect({ code, out }, path).toEqual({ code: 1, out: '' })
      expect(err.split('\n'), path).toEqual([
        expect.stringMatching(/is damaged or was changed|is incomplete|is no backup|cannot be read/),
      ])
    }
    expect(readdirSync(settings.SIGHTLINE_DATA_DIR ?? '')).toEqual(['secret.key'])
  })

  it('needs the secret key of the backup, and says where it has to be (OPEN-276)', async () => {
    const settings = await emptySettings(places.folder())
    const key = join(settings.SIGHTLINE_DATA_DIR ?? '', 'secret.key')
    expect(await runCommand(['restore', file], settings)).toMatchObject({
      code: 1,
      out: '',
      err: `The secrets in ${file} are encrypted with another secret key: put that key into ${key} first. If it is lost, repeat this with --another-key.`,
    })
    expect(existsSync(key)).toBe(false)
  })

  it('of a backup whose key is lost keeps everything except the secrets (OPEN-276)', async () => {
    const settings = await emptySettings(places.folder())
    if (!isOnPostgres()) await places.addDatabase(settings.SIGHTLINE_DATA_DIR ?? '')
    const { code, out } = await runCommand(['restore', file, '--another-key'], settings)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('run forget-secrets before the start') })
    expect(await runCommand(['forget-secrets', '--confirm'], settings)).toMatchObject({ code: 0 })
    const { out: users } = await runCommand(['list-users'], settings)
    expect(users).toContain('Ada')
  })
})

describe.runIf(isOnPostgres())('a move between the databases', () => {
  it('takes everything from PostgreSQL into the embedded database and back again (OPEN-277)', async () => {
    const embedded: Settings = { SIGHTLINE_DATA_DIR: places.folderWithKey(original.settings) }
    expect(await runCommand(['restore', file], embedded)).toMatchObject({ code: 0, err: '' })
    expect(await answersIn(embedded)).toEqual(answers)

    const url = await places.database()
    const { code, out } = await runCommand(['move-to', url], embedded)
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('SIGHTLINE_DATABASE_URL=postgres://postgres:***@') })
    expect(await answersIn({ ...embedded, SIGHTLINE_DATABASE_URL: url })).toMatchObject({
      password: original.secret,
      orders: [[2]],
      events: { count: expect.toSatisfy((count: number) => count > 34_000) },
    })
    // The old database is still there.
    expect(await answersIn(embedded)).toMatchObject({ password: original.secret, orders: [[2]] })
    expect(await runCommand(['move-to', url], embedded)).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^There is an installation in that database already, with 2 users, .*: choose an empty database\.$/,
      ),
    })
  })

  it('is refused for a database of another program, and for what is no URL of PostgreSQL (OPEN-277)', async () => {
    const embedded: Settings = { SIGHTLINE_DATA_DIR: places.folderWithKey(original.settings) }
    expect(await runCommand(['move-to', await places.database()], embedded)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no installation'),
    })
    expect(await runCommand(['move-to', 'mysql://localhost/db'], embedded)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Give the URL'),
    })
    const url = await places.database('create table users (name text)')
    expect(await runCommand(['restore', file, '--overwrite'], { ...embedded, SIGHTLINE_DATABASE_URL: url })).toMatchObject({
      code: 1,
      err: 'The database has a table users that is not of Sightline: choose a database without tables.',
    })
  })
})
