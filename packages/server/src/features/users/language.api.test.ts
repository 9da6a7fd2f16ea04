import type { Session } from '@sightline/contract/session.ts'
import type { UserProfile } from '@sightline/contract/users.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('mails are in the language that their recipient has chosen, else in English (OPEN-519)', async () => {
  const [{ ada }, { ada: bob }] = [await signedIn(), await signedIn()]
  await ada.post(`/api/users/${ada.id}`, { language: 'de' })
  for (const { email } of [ada, bob]) await server.anonymous.post('/forgot', { email }, { 'accept-language': 'ja' })
  const subjectTo = (email: string) => mail.mails.find(({ to }) => to?.[0]?.address === email)?.subject
  await expect
    .poll(() => [subjectTo(ada.email), subjectTo(bob.email)])
    .toEqual(['Setzen Sie Ihr Passwort zurück', 'Reset your password'])
})
