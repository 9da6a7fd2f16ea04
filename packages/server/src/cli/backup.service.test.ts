import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openEmbedded } from '../platform/db/embedded.ts'
import { clientOf } from '../testing/client.ts'
import { startCommand } from '../testing/command-process.ts'
import { type StartedProduct, startProduct } from '../testing/product-process.ts'
import { ADMIN } from '../testing/server.ts'
import { makeSmallDisk } from '../testing/small-disk.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const MEGABYTE = 1024 * 1024
/** Enough that commands report progress long before they end. */
const RESULT_MEGABYTES = 48

let folder: string
/** The data directory of a set-up installation that is not running, with a large file. */
let installation: string
let settings: Record<string, string>
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-backups-'))
  installation = join(folder, 'installation')
  await (await openEmbedded(installation)).close()
  settings = { SIGHTLINE_DATA_DIR: installation, SIGHTLINE_SAMPLE_DATA: '0', SIGHTLINE_MIN_FREE_SPACE: '0' }
  const product = await startAt(installation)
  await product.end('SIGTERM')
  mkdirSync(join(installation, 'files/results'), { recursive: true })
  const bytes = randomBytes(RESULT_MEGABYTES * MEGABYTE)
  writeFileSync(join(installation, 'files/results/large.parquet'), bytes)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const started: StartedProduct[] = []
afterEach(async () => {
  for (const product of started.splice(0)) await product.end('SIGKILL')
})

async function startAt(dataDir: string): Promise<StartedProduct> {
  const product = startProduct({
    ...settings,
    SIGHTLINE_DATA_DIR: dataDir,
    SIGHTLINE_ADMIN_EMAIL: ADMIN.email,
    SIGHTLINE_ADMIN_PASSWORD: ADMIN.password,
    PORT: '0',
  })
  started.push(product)
  expect(await product.ready, product.log()).toBe(true)
  return product
}

/** The status with which an installation answers a sign-in. */
async function signInStatus(product: StartedProduct): Promise<number> {
  const url = /http\S+(?=\/)/.exec(product.output())?.[0] ?? ''
  return (await clientOf(url).post('/login', ADMIN)).status
}

let target: string
beforeEach(() => {
  target = join(mkdtempSync(join(folder, 'target-')), 'backup')
})
const besideTarget = () => readdirSync(join(target, '..'))
const copies = (dataDir: string) => readdirSync(join(dataDir, 'tmp')).filter((name) => !name.includes('duckdb'))

describe('a backup that is interrupted', () => {
  it('leaves no file of its name if the command is killed, and the running server removes its copy (OPEN-275)', async () => {
    const product = await startAt(installation)
    const command = startCommand(['backup', target], settings)
    await command.reported
    expect(await command.end('SIGKILL')).toMatchObject({ code: null })
    expect(besideTarget()).toEqual(['backup.part'])
    expect(await startCommand(['backup', target], settings).end()).toMatchObject({
      code: 1,
      output: expect.stringContaining('another backup is being written, or one was interrupted and it can be deleted.'),
    })
    rmSync(`${target}.part`)
    expect(await startCommand(['backup', target], settings).end()).toMatchObject({ code: 0 })
    expect(besideTarget()).toEqual(['backup'])
    await expect.poll(() => copies(installation)).toEqual([])
    expect(await signInStatus(product)).toBe(200)
  })

  it('is reported if the server is killed, and leaves nothing (OPEN-275)', async () => {
    const product = await startAt(installation)
    const command = startCommand(['backup', target], settings)
    await command.reported
    await product.end('SIGKILL')
    expect(await command.end()).toEqual({
      code: 1,
      output: expect.stringMatching(/The server stopped before the backup was complete: see its log\.$/),
    })
    expect(besideTarget()).toEqual([])
  })

  it('by a full disk says so, and leaves nothing (OPEN-275)', async () => {
    const disk = makeSmallDisk(8)
    // A killed server leaves its own until the next start.
    const before = copies(installation)
    try {
      const path = join(disk.path, 'backup')
      const { code, output } = await startCommand(['backup', path], settings, disk.under).end()
      expect({ code, output }).toEqual({
        code: 1,
        output: expect.stringMatching(/The disk of .*\/backup is full, so no backup was written\.$/),
      })
      expect(readdirSync(disk.path)).toEqual([])
      expect(copies(installation)).toEqual(before)
    } finally {
      disk.close()
    }
  })
})

describe('a restore', () => {
  let whole: string
  const restoreInto = (dataDir: string, ...options: string[]) =>
    startCommand(['restore', whole, ...options], { ...settings, SIGHTLINE_DATA_DIR: dataDir })

  beforeAll(async () => {
    whole = join(folder, 'whole')
    expect(await startCommand(['backup', whole], settings).end()).toMatchObject({ code: 0 })
  })

  it('that is killed leaves a place into which it can be restored again, and that then starts (OPEN-276)', async () => {
    const place = mkdtempSync(join(folder, 'place-'))
    cpSync(join(installation, 'secret.key'), join(place, 'secret.key'))
    const command = restoreInto(place)
    // It fills the database from then on.
    await expect.poll(() => existsSync(join(place, 'db'))).toBe(true)
    await command.end('SIGKILL')
    expect(await restoreInto(place).end()).toMatchObject({ code: 0 })
    expect(await signInStatus(await startAt(place))).toBe(200)
  })

  it('is refused while a server has the data directory (OPEN-276)', async () => {
    await startAt(installation)
    expect(await restoreInto(installation, '--overwrite').end()).toMatchObject({
      code: 1,
      output: expect.stringContaining('The data directory is in use by another Sightline'),
    })
  })

  it('goes back to an older version, over a database that a newer one has brought up to date (OPEN-278)', async () => {
    const place = mkdtempSync(join(folder, 'newer-'))
    for (const name of ['db', 'secret.key']) cpSync(join(installation, name), join(place, name), { recursive: true })
    const { pglite, close } = await openEmbedded(place)
    await pglite.exec(`create table of_tomorrow (user_id integer references users (id));
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`)
    await close()
    expect(await restoreInto(place, '--overwrite').end()).toMatchObject({ code: 0 })
    expect(await signInStatus(await startAt(place))).toBe(200)
  })
})
