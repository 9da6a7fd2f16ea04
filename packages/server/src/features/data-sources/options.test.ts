import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { encryptOptions } from '../../platform/crypto/options.ts'
import { resolveOptions, rowOf } from './options.ts'

const secretKey = 'a key of tests that is long enough for it'
const files = { open: async (name: string) => join('/files', name) }

/** The options that a runner gets in an installation with this data directory. */
const resolved = (type: string, options: object, { dataDir = '/old/data', sourceFolders = [] as string[] } = {}) => {
  const source = { id: 1, type, is_sample: false, encrypted_options: encryptOptions(secretKey, rowOf(1), { ...options }) }
  return resolveOptions({ config: { secretKey, dataDir, sourceFolders }, files, memory: {} }, source)
}

it('the database of the sample data is found in the current data directory', async () => {
  for (const type of ['duckdb', 'sqlite']) {
    for (const dataDir of ['/old/data', '/new/data'])
      expect(await resolved(type, { dbpath: 'sample.duckdb' }, { dataDir })).toEqual({
        dbpath: resolve(dataDir, 'sample.duckdb'),
      })
  }
})

it('an in-memory database and options that are no paths stay unchanged', async () => {
  expect(await resolved('duckdb', { dbpath: ':memory:' })).toEqual({ dbpath: ':memory:' })
  expect(await resolved('pg', { dbname: 'sales' })).toEqual({ dbname: 'sales' })
  const pem = '-----BEGIN CERTIFICATE-----'
  expect(await resolved('mysql', { db: 'shop', ssl_cacert: pem, ssl_key: '' })).toEqual({
    db: 'shop',
    ssl_cacert: pem,
    ssl_key: '',
  })
})

describe('a path of the server', () => {
  const outer = mkdtempSync(join(realpathSync(tmpdir()), 'sightline-folders-'))
  const [allowed, other] = [join(outer, 'allowed'), join(outer, 'other')]
  for (const folder of [allowed, other]) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'harbour.db'), '')
  }
  symlinkSync(join(other, 'harbour.db'), join(allowed, 'link.db'))
  symlinkSync(other, join(allowed, 'linked'))
  afterAll(() => rmSync(outer, { recursive: true }))
  const within = { dataDir: join(outer, 'data'), sourceFolders: [allowed] }

  it.each(['harbour.db', 'missing.db', 'deeper/missing.db'])(
    'may be %s in a folder that the operator has listed',
    async (name) => {
      const dbpath = join(allowed, name)
      expect(await resolved('sqlite', { dbpath }, within)).toEqual({ dbpath })
    },
  )

  it.each([
    ['sqlite', 'dbpath'],
    ['duckdb', 'dbpath'],
    ['mysql', 'ssl_cacert'],
    ['mariadb', 'ssl_cert'],
    ['tidb', 'ssl_key'],
  ])('is refused as %s (%s) anywhere else, without revealing whether the file exists', async (type, option) => {
    const places = [
      join(other, 'harbour.db'),
      join(other, 'missing', 'harbour.db'),
      join(allowed, '..', 'other', 'harbour.db'),
      join(allowed, 'linked', 'harbour.db'),
      'harbour.db',
      '../other/harbour.db',
    ]
    for (const place of places)
      await expect(resolved(type, { [option]: place }, within), place).rejects.toThrow(
        'The file "harbour.db" is not in a folder that data sources may read. The operator lists these folders in SIGHTLINE_SOURCE_FOLDERS.',
      )
    await expect(resolved(type, { [option]: join(allowed, 'link.db') }, within)).rejects.toThrow('The file "link.db" is not')
  })

  it('may name no other file of the data directory than the sample', async () => {
    for (const name of ['secret.key', 'results/1.parquet', 'uploads/sample.duckdb', './sample.duckdb.wal'])
      await expect(resolved('duckdb', { dbpath: name }, within)).rejects.toThrow('is not in a folder')
  })
})
