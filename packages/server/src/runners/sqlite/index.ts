import { z } from 'zod'
import { defineRunner } from '../runner.ts'

/**
 * SQLite (https://sqlite.org): SQL over one database file, which is only ever read. `embedded-sqlite/database.ts` says what SQL may do,
 * `kinds.ts` how columns get their types.
 */
export default defineRunner({
  type: 'sqlite',
  name: 'Sqlite',
  syntax: 'sql',
  dialect: 'sqlite',
  language: 'sqlite',
  guide: 'sqlite',
  moduleUrl: import.meta.url,
  config: z.object({ dbpath: z.string().trim().min(1).meta({ title: 'Database Path' }) }),
  embedded: true,
  localFiles: ['dbpath'],
  async run(text, { config, signal }) {
    const { openReadOnly } = await import('../embedded-sqlite/database.ts')
    const { runSqlite } = await import('../embedded-sqlite/run.ts')
    return runSqlite(await openReadOnly(config.dbpath), text, signal)
  },
  async testConnection({ config }) {
    const { openReadOnly } = await import('../embedded-sqlite/database.ts')
    const { close } = await openReadOnly(config.dbpath)
    close()
  },
  async getSchema({ config }) {
    const { openReadOnly } = await import('../embedded-sqlite/database.ts')
    const { readSchema } = await import('./schema.ts')
    const { database, close } = await openReadOnly(config.dbpath)
    try {
      return readSchema(database)
    } finally {
      close()
    }
  },
})
