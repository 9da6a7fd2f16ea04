import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useAnalyst } from '../../../testing/analyst.ts'
import { queryResults } from '../tables.ts'
import { cleanUp, removeOrphans } from './retention.ts'

const DAY_MS = 86_400_000
const here = useAnalyst()
const { fileOf, stored } = here

describe('the clean-up', () => {
  it('removes results that no query shows after seven days, or as many as configured, with their files (OPEN-45)', async () => {
    const { services } = here.server
    const shown = await stored('select 1 as shown')
    const unused = await stored('select 1 as unused')
    await here.ada.post(`/api/queries/${unused.query.id}`, { query: 'select 2 as something_else' })
    const { name } = await fileOf(unused.id)
    await services.db.update(queryResults).set({ retrieved_at: new Date(Date.now() - 8 * DAY_MS) })
    const statusOf = async (id: number) => (await here.ada.get(`/api/query_results/${id}`)).status

    await cleanUp({ ...services, config: { ...services.config, resultRetention: 9 } })
    expect(await statusOf(unused.id)).toBe(200)
    await cleanUp(services)

    expect(await statusOf(shown.id)).toBe(200)
    expect(await statusOf(unused.id)).toBe(404)
    await expect(services.files.open(name)).rejects.toThrow()
  })

  it('removes files without a result once they are old enough that none will come', async () => {
    const { services } = here.server
    const known = await fileOf((await stored('select 1 as known')).id)
    const lost = await fileOf((await stored('select 1 as forgotten')).id)
    await services.db.delete(queryResults).where(eq(queryResults.file, lost.name))
    const upload = join(await services.files.tempDir(), 'upload')
    await writeFile(upload, 'no result')
    await services.files.put('uploads/some.duckdb', upload)

    await removeOrphans(services)
    await services.files.open(lost.name)
    await removeOrphans({ ...services, now: () => new Date(Date.now() + DAY_MS) })

    await expect(services.files.open(lost.name)).rejects.toThrow()
    await services.files.open(known.name)
    await services.files.open('uploads/some.duckdb')
  })
})
