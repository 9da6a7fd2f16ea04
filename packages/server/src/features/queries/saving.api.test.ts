import type { Query } from '@sightline/contract/queries.ts'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { useAnalyst } from '../../testing/analyst.ts'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import type { Person } from '../../testing/server.ts'
import { dataSourceGroups } from '../data-sources/tables.ts'
import { groups } from '../users/tables.ts'

const here = useAnalyst()
let bob: Person

beforeAll(async () => {
  bob = await here.server.person({ name: 'Bob' })
})

const get = async (person: Person, id: number) => (await person.get<Query>(`/api/queries/${id}`)).body

describe('saving a query', () => {
  it('changes the sent fields and returns the whole query (API-14, OPEN-124)', async () => {
    const query = await buildQuery(here.ada, { data_source_id: here.source })
    const other = await buildDataSource(here.server)
    const { status, body } = await here.ada.post<Query>(`/api/queries/${query.id}`, {
      name: 'New name',
      query: 'select 2',
      description: 'Two',
      tags: ['x'],
      schedule: { interval: 3600, time: null, day_of_week: null, until: null },
      data_source_id: other.id,
      options: { parameters: [], apply_auto_limit: true },
      is_draft: false,
      version: 1,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'New name',
      query: 'select 2',
      description: 'Two',
      tags: ['x'],
      schedule: { interval: 3600 },
      data_source_id: other.id,
      options: { apply_auto_limit: true },
      is_draft: false,
      version: 2,
      visualizations: [{ type: 'TABLE' }],
    })
    expect(body.query_hash).not.toBe(query.query_hash)
  })

  it('accepts a whole query as it was read, and ignores fields that no one may set', async () => {
    const query = await get(here.ada, (await buildQuery(here.ada, { data_source_id: here.source })).id)
    const { status, body } = await here.ada.post<Query>(`/api/queries/${query.id}`, {
      ...query,
      name: 'Renamed',
      api_key: 'mine',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Renamed', api_key: query.api_key, user: { id: here.ada.id } })
  })

  it('refuses an outdated version with 409 and changes nothing, but saves without a version (QPAGE-46, QPAGE-48, API-15, OPEN-51)', async () => {
    const query = await buildQuery(here.ada, { data_source_id: here.source, name: 'First' })
    const second = await here.ada.post<Query>(`/api/queries/${query.id}`, { name: 'Second', version: query.version })
    expect(second.body.version).toBe(2)

    const late = await here.ada.post(`/api/queries/${query.id}`, { name: 'Late', version: query.version })

    expect(late).toMatchObject({ status: 409, body: { code: 'version_conflict' } })
    expect(await get(here.ada, query.id)).toMatchObject({ name: 'Second', version: 2 })
    const without = await here.ada.post<Query>(`/api/queries/${query.id}`, { name: 'Late' })
    expect(without).toMatchObject({ status: 200, body: { name: 'Late', version: 3 } })
    expect(await get(here.ada, query.id)).toMatchObject({ name: 'Late', version: 3 })
  })

  it('publishes and unpublishes for owners and admins (QPAGE-10, QPAGE-11, PERM-05)', async () => {
    const query = await buildQuery(here.ada, { data_source_id: here.source })
    const save = (person: Person, is_draft: boolean) => person.post<Query>(`/api/queries/${query.id}`, { is_draft })
    expect((await save(here.ada, false)).body.is_draft).toBe(false)
    expect((await save(here.server.admin, true)).body.is_draft).toBe(true)
    expect((await save(bob, false)).status).toBe(403)
  })

  it('is refused for everyone but owners and admins (PERM-04, PERM-14, EDIT-04)', async () => {
    const query = await buildQuery(here.ada, { data_source_id: here.source })
    const other = await buildDataSource(here.server)
    for (const changes of [{ name: 'Mine' }, { data_source_id: other.id }, { tags: ['mine'] }, { is_draft: false }])
      expect((await bob.post(`/api/queries/${query.id}`, changes)).status).toBe(403)
    expect(await get(here.ada, query.id)).toMatchObject({ name: query.name, tags: [], version: 1 })
    expect((await here.server.admin.post(`/api/queries/${query.id}`, { name: 'By admin' })).status).toBe(200)
  })

  it('is refused for an owner without edit_query (PERM-14)', async () => {
    const permissions = ['create_query', 'view_query', 'view_source', 'execute_query'] as const
    const group = await buildGroup(here.server, { permissions: [...permissions] })
    const shared = await buildDataSource(here.server, { groups: { [group]: false } })
    const owner = await here.server.person({ groups: [group] })
    const query = await buildQuery(owner, { data_source_id: shared.id })
    const save = () => owner.post<Query>(`/api/queries/${query.id}`, { name: 'Renamed' })
    expect(await save()).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await get(owner, query.id)).toMatchObject({ name: query.name, version: 1, can_edit: false })

    const { db } = here.server.services
    await db
      .update(groups)
      .set({ permissions: [...permissions, 'edit_query'] })
      .where(eq(groups.id, group))
    expect(await save()).toMatchObject({ status: 200, body: { name: 'Renamed' } })
  })

  it('changes tags only for owners and admins (QPAGE-63)', async () => {
    const query = await buildQuery(here.ada, { data_source_id: here.source })
    const tag = (person: Person, tags: string[]) => person.post<Query>(`/api/queries/${query.id}`, { tags })
    expect(await tag(here.ada, ['mine'])).toMatchObject({ status: 200, body: { tags: ['mine'] } })
    expect(await tag(here.server.admin, ['ours'])).toMatchObject({ status: 200, body: { tags: ['ours'] } })
    await here.ada.post(`/api/queries/${query.id}/acl`, { access_type: 'modify', user_id: bob.id })
    expect((await tag(bob, ['his'])).status).toBe(403)
    expect((await get(here.ada, query.id)).tags).toEqual(['ours'])
  })

  it('trims tags, and drops blank and duplicate ones (CTRL-11)', async () => {
    const query = await buildQuery(here.ada, { data_source_id: here.source })
    const tags = [' daily ', '', 'money', '  ', 'daily', 'money\t']
    await here.ada.post(`/api/queries/${query.id}`, { tags })
    expect((await get(here.ada, query.id)).tags).toEqual(['daily', 'money'])
  })

  it('needs full access to the source if the text changes, because the text may then be run with less', async () => {
    const group = await buildGroup(here.server)
    const shared = await buildDataSource(here.server, { groups: { [group]: false } })
    const owner = await here.server.person({ groups: [group] })
    const query = await buildQuery(owner, { data_source_id: shared.id })
    const setViewOnly = (view_only: boolean) =>
      here.server.services.db.update(dataSourceGroups).set({ view_only }).where(eq(dataSourceGroups.group_id, group))
    await setViewOnly(true)

    expect((await owner.post(`/api/queries/${query.id}`, { query: 'select secret' })).status).toBe(403)
    expect((await owner.post(`/api/queries/${query.id}`, { options: { parameters: [{ name: 'x' }] } })).status).toBe(403)
    expect((await owner.post(`/api/queries/${query.id}`, { name: 'Only a name', query: query.query })).status).toBe(200)
    await setViewOnly(false)
    expect((await owner.post(`/api/queries/${query.id}`, { query: 'select public' })).status).toBe(200)
  })

  it('does not link a result of another source', async () => {
    const query = await buildQuery(here.ada, { data_source_id: here.source })
    const { body } = await here.ada.post<Query>(`/api/queries/${query.id}`, { latest_query_data_id: 1_234_567 })
    expect(body).toMatchObject({ latest_query_data_id: null, version: 1 })
  })
})

describe('saving a query at the same time as others', () => {
  it('lets exactly one of 20 saves of the same version succeed (API-15, OPEN-51)', async () => {
    const query = await buildQuery(here.ada, { data_source_id: here.source })
    const names = Array.from({ length: 20 }, (_, saver) => `By saver ${saver}`)

    const replies = await Promise.all(
      names.map((name) => here.ada.post<Query>(`/api/queries/${query.id}`, { name, version: query.version })),
    )

    const winners = replies.flatMap(({ status, body }) => (status === 200 ? [body] : []))
    expect(winners).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await get(here.ada, query.id)).toMatchObject({ name: winners[0]?.name, version: 2 })
  })

  it('lets every save without a version succeed (OPEN-51)', async () => {
    const query = await buildQuery(here.ada, { data_source_id: here.source })
    const saves = Array.from({ length: 5 }, (_, saver) =>
      here.ada.post(`/api/queries/${query.id}`, { name: `By saver ${saver}` }),
    )
    expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await get(here.ada, query.id)).version).toBe(6)
  })

  it('reports the conflict with the message of the Redash API (API-15)', async () => {
    const query = await buildQuery(here.ada, { data_source_id: here.source })
    for (const changes of [{ name: 'Late' }, { latest_query_data_id: null }, {}]) {
      expect(await here.ada.post(`/api/queries/${query.id}`, { ...changes, version: 7 })).toMatchObject({
        status: 409,
        body: {
          message:
            'A conflict happened while processing the request. The resource might have been modified while the request was being processed.',
        },
      })
    }
    expect(await get(here.ada, query.id)).toMatchObject({ name: query.name, version: 1 })
  })
})
