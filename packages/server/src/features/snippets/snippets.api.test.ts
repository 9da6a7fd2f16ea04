import type { Snippet } from '@sightline/contract/snippets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let ada: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer({ hasWorker: false })
  ada = await server.person({ name: 'Ada' })
  // No permissions are needed besides being signed in.
  bob = await server.person({ name: 'Bob', permissions: [] })
})
afterAll(() => server.close())

let count = 0
const trigger = () => `trigger ${++count}`
const create = (person: Person, fields: object) => person.post<Snippet>('/api/query_snippets', fields)
const made = async (person: Person) => (await create(person, { trigger: trigger(), snippet: 'select 1' })).body

describe('writing a snippet', () => {
  it('is open to every signed-in user (SNIP-10, SNIP-14, API-78, PERM-08)', async () => {
    const name = trigger()
    const { status, body } = await create(bob, { trigger: name, description: 'One', snippet: 'select :place' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: expect.any(Number),
      trigger: name,
      description: 'One',
      snippet: 'select :place',
      user: { id: bob.id, name: 'Bob' },
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect((await ada.get(`/api/query_snippets/${body.id}`)).body).toEqual(body)
    expect((await create({ ...bob, ...server.anonymous }, { trigger: trigger(), snippet: 'x' })).status).toBe(404)
  })

  it('requires a trigger and a snippet (SNIP-06)', async () => {
    const blank = ['', ' \n', null, undefined]
    for (const fields of [
      ...blank.map((snippet) => ({ trigger: trigger(), snippet })),
      ...blank.map((trigger) => ({ trigger, snippet: 'x' })),
    ])
      expect([fields, (await create(ada, fields)).status]).toEqual([fields, 400])
  })

  it('does not require a description (SNIP-07)', async () => {
    for (const description of [undefined, null, ''])
      expect(await create(ada, { trigger: trigger(), snippet: 'select 1', description })).toMatchObject({
        status: 200,
        body: { description: '' },
      })
  })

  it('requires a unique trigger, on creation and later', async () => {
    const [one, other] = [await made(ada), await made(bob)]
    const refusal = { status: 400, body: { message: `There is already a snippet with the trigger ${one.trigger}.` } }
    expect(await create(bob, { trigger: one.trigger, snippet: 'x' })).toMatchObject(refusal)
    expect(await bob.post(`/api/query_snippets/${other.id}`, { trigger: one.trigger })).toMatchObject(refusal)
  })

  it('refuses values that are too large or of the wrong type', async () => {
    for (const fields of [{ snippet: 'x'.repeat(200_001) }, { snippet: {} }, { snippet: 'x', trigger: ['a'] }]) {
      expect((await create(ada, { trigger: trigger(), ...fields })).status).toBe(400)
    }
  })
})

it('lists all snippets at once, by trigger (API-78, OPEN-126)', async () => {
  for (const name of ['zebra', 'Apple', 'mango']) await create(ada, { trigger: name, snippet: 'select 1' })
  const { body } = await bob.get<Snippet[]>('/api/query_snippets')
  const names = body.map((snippet) => snippet.trigger)
  expect(names).toEqual(expect.arrayContaining(['Apple', 'mango', 'zebra']))
  expect(names).toEqual([...names].sort((one, two) => one.toLowerCase().localeCompare(two.toLowerCase())))
})

describe('changing and deleting a snippet', () => {
  it('is allowed to its creator and admins, and keeps fields that are not sent (SNIP-08, PERM-40, API-78)', async () => {
    const { id, trigger: name } = await made(ada)
    const path = `/api/query_snippets/${id}`
    await ada.post(path, { description: 'Mine' })
    expect((await bob.post(path, { snippet: 'select 2' })).status).toBe(403)
    expect((await server.admin.post(path, { snippet: 'select 3' })).status).toBe(200)
    const { body } = await bob.get<Snippet>(path)
    expect(body).toMatchObject({ trigger: name, description: 'Mine', snippet: 'select 3', user: { id: ada.id } })
    expect((await ada.post(path, { trigger: '' })).status).toBe(400)
  })

  it('accepts a whole snippet, as clients send it', async () => {
    const snippet = await made(ada)
    const { body } = await ada.post<Snippet>(`/api/query_snippets/${snippet.id}`, { ...snippet, description: 'Now with one' })
    expect(body).toMatchObject({ id: snippet.id, description: 'Now with one', user: { id: ada.id } })
  })

  it('is refused to others, and final (SNIP-09, PERM-40)', async () => {
    const [one, two] = [await made(ada), await made(ada)]
    expect((await bob.delete(`/api/query_snippets/${one.id}`)).status).toBe(403)
    expect(await ada.delete(`/api/query_snippets/${one.id}`)).toMatchObject({ status: 200, body: null })
    expect((await server.admin.delete(`/api/query_snippets/${two.id}`)).status).toBe(200)
    for (const { id } of [one, two]) {
      expect((await ada.get(`/api/query_snippets/${id}`)).status).toBe(404)
      expect((await ada.delete(`/api/query_snippets/${id}`)).status).toBe(404)
    }
  })
})
