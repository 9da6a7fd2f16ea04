import type { Query } from '@sightline/contract/queries.ts'
import type { Session } from '@sightline/contract/session.ts'
import type { UserProfile } from '@sightline/contract/users.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDataSource } from '../../testing/builders.ts'
import type { TestClient } from '../../testing/client.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let mail: MailServer
let server: TestServer
beforeAll(async () => {
  mail = await startMailServer()
  const config = { mailUrl: mail.url, mailFrom: 'Sightline <sightline@example.com>' }
  server = await startTestServer({ config })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

it('users set their language, null takes that of the browser, and others do not see it (OPEN-462)', async () => {
  const ada = await server.person({ name: 'Ada' })
  const shown = async () => (await ada.get<Session>('/api/session')).body.client_config.language
  expect(await shown()).toBeNull()
  expect((await ada.post<UserProfile>(`/api/users/${ada.id}`, { language: 'de' })).body.language).toBe('de')
  expect(await shown()).toBe('de')
  const bob = await server.person({ name: 'Bob' })
  expect((await bob.get<UserProfile>(`/api/users/${ada.id}`)).body).not.toHaveProperty('language')
  expect((await ada.post(`/api/users/${ada.id}`, { language: null })).status).toBe(200)
  expect(await shown()).toBeNull()
})

it('refuses a language that the product does not have (OPEN-462)', async () => {
  const ada = await server.person({ name: 'Ada' })
  expect((await ada.post(`/api/users/${ada.id}`, { language: 'tlh' })).status).toBe(400)
})

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9' }
const NOT_FOUND = {
  english: /^The requested URL was not found/,
  german: /^Die angeforderte URL wurde auf dem Server nicht gefunden/,
}
const PASSWORD = 'the secret of Ada'

/** A user and the same user in a browser. */
async function signedIn() {
  const ada = await server.person({ name: 'Ada', password: PASSWORD })
  return { ada, browser: await server.signIn(ada.email, PASSWORD) }
}

it('errors are in the language of the reader, in English for programs, and have the same code for all (OPEN-520)', async () => {
  const { ada, browser } = await signedIn()
  const refusal = async (by: TestClient, headers: Record<string, string>) =>
    (await by.get<{ message: string; code: string }>('/api/queries/987654', headers)).body
  expect(await refusal(browser, GERMAN)).toMatchObject({ code: 'not_found', message: expect.stringMatching(NOT_FOUND.german) })
  expect((await refusal(browser, { 'accept-language': 'fr' })).message).toMatch(NOT_FOUND.english)
  await ada.post(`/api/users/${ada.id}`, { language: 'ja' })
  expect((await refusal(browser, GERMAN)).message).toMatch(/^指定されたURLが見つかりませんでした。/)
  expect(await refusal(ada, GERMAN)).toMatchObject({ code: 'not_found', message: expect.stringMatching(NOT_FOUND.english) })
})

it('the reasons of refused runs are in the language of the reader (OPEN-520)', async () => {
  const { browser } = await signedIn()
  const reply = await browser.post('/api/query_results', { query: 'select 1', max_age: 0 }, GERMAN)
  expect(reply.body).toMatchObject({ job: { error: 'Bitte wählen Sie eine Datenquelle, um diese Abfrage auszuführen.' } })
})

it('the name of the table of a new query is in the language of the user who creates it, in English for programs (OPEN-606)', async () => {
  const { ada, browser } = await signedIn()
  const { id } = await buildDataSource(server)
  const namesOf = async (by: TestClient) => {
    const { name, visualizations } = (await by.post<Query>('/api/queries', { query: 'select 1', data_source_id: id }, GERMAN))
      .body
    return [name, ...(visualizations ?? []).map((visualization) => visualization.name)]
  }
  expect(await namesOf(browser)).toEqual(['Neue Abfrage', 'Tabelle'])
  expect(await namesOf(ada)).toEqual(['New Query', 'Table'])
})

it('what is wrong with a value is said in the language of the reader, in English for programs (OPEN-522, OPEN-550)', async () => {
  const { ada, browser } = await signedIn()
  const refusal = async (by: TestClient, body: object) =>
    (await by.post<{ message: string }>('/api/queries', body, GERMAN)).body.message
  const named = { name: 'x'.repeat(300), query: '', data_source_id: null }
  expect(await refusal(browser, named)).toBe('"name" ist nicht gültig: der Text darf höchstens 255 Zeichen haben.')
  expect(await refusal(ada, named)).toBe('"name" is not valid: it must have at most 255 characters.')
  expect(await refusal(browser, { ...named, name: 'a\0' })).toBe('Ein Text darf das Zeichen NUL nicht enthalten.')
})

it('mails are in the language that their recipient has chosen, else in that of the organization, English at first (OPEN-519)', async () => {
  const [{ ada }, { ada: bob }] = [await signedIn(), await signedIn()]
  await ada.post(`/api/users/${ada.id}`, { language: 'de' })
  for (const { email } of [ada, bob]) await server.anonymous.post('/forgot', { email }, { 'accept-language': 'ja' })
  const subjectTo = (email: string) => mail.mails.find(({ to }) => to?.[0]?.address === email)?.subject
  await expect
    .poll(() => [subjectTo(ada.email), subjectTo(bob.email)])
    .toEqual(['Setzen Sie Ihr Passwort zurück', 'Reset your password'])
})

it('the language of the organization is that of people who have chosen none, and of messages to destinations (OPEN-524)', async () => {
  const { ada, browser } = await signedIn()
  expect((await server.admin.post('/api/settings/organization', { language: 'de' })).status).toBe(200)
  const refusal = async (accepted: string) =>
    (await browser.get<{ message: string }>('/api/queries/987654', { 'accept-language': accepted })).body.message
  expect(await refusal('fr')).toMatch(NOT_FOUND.german)
  expect(await refusal('en')).toMatch(NOT_FOUND.english)
  const { message } = (await ada.get<{ message: string }>('/api/queries/987654')).body
  expect(message).toMatch(NOT_FOUND.english)
  mail.mails.length = 0
  await server.anonymous.post('/forgot', { email: ada.email }, { 'accept-language': 'fr' })
  await expect.poll(() => mail.mails.map(({ subject }) => subject)).toEqual(['Setzen Sie Ihr Passwort zurück'])
  expect((await server.admin.post('/api/settings/organization', { language: 'tlh' })).status).toBe(400)
  await server.admin.post('/api/settings/organization', { language: 'en' })
})
