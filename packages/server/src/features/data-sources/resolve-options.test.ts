import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { encryptOptions } from '../../platform/crypto/options.ts'
import { resolveOptions } from './resolve-options.ts'

const secretKey = 'a key of tests that is long enough for it'
const files = { open: async (name: string) => join('/files', name) }

/** What a runner is given of these options, in an installation with this data directory. */
const resolved = (type: string, options: object, dataDir = '/old/data') => {
  const source = { type, encrypted_options: encryptOptions(secretKey, { ...options }) }
  return resolveOptions({ config: { secretKey, dataDir }, files }, source)
}

it('a relative path of a database is found in the data directory, wherever that is now', async () => {
  for (const type of ['duckdb', 'sqlite']) {
    for (const dataDir of ['/old/data', '/new/data'])
      expect(await resolved(type, { dbpath: 'sample.duckdb' }, dataDir)).toEqual({ dbpath: resolve(dataDir, 'sample.duckdb') })
  }
})

it('absolute paths, the memory, and what is no path are left as they are', async () => {
  for (const dbpath of ['/srv/harbour.db', ':memory:']) expect(await resolved('duckdb', { dbpath })).toEqual({ dbpath })
  expect(await resolved('pg', { dbname: 'sales' })).toEqual({ dbname: 'sales' })
})
