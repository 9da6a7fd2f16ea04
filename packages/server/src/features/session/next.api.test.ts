import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'

let atRoot: TestServer
let below: TestServer
beforeAll(async () => {
  atRoot = await startTestServer({ webApp: buildWebAppFolder() })
  below = await startTestServer({ webApp: buildWebAppFolder(), config: { baseUrl: 'https://example.com/sight/' } })
})
afterAll(() => Promise.all([atRoot.close(), below.close()]))

/** The redirect of each way to sign in. */
async function arrivals(server: TestServer, next: string) {
  const search = `?next=${encodeURIComponent(next)}`
  const form = await server.anonymous.fetch(`/login${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(ADMIN).toString(),
  })
  const json = await server.anonymous.post<{ next: string }>(`/login${search}`, ADMIN)
  const browser = await server.signIn(ADMIN.email, ADMIN.password)
  const signedIn = await browser.get(`/login${search}`)
  return { form: form.headers.get('location'), json: json.body.next, signedIn: signedIn.headers.get('location') }
}

it.each([
  './/evil.example/phish',
  '/.//evil.example/phish',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '%2f%2fevil.example',
  '/%2f/evil.example',
  'https:evil.example',
  'https:////evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
])('redirects to the home page instead of %j, by form, by JSON and for signed-in users (OPEN-66)', async (next) => {
  expect(await arrivals(atRoot, next)).toEqual({ form: '/', json: './', signedIn: '/' })
})

it('redirects within this site, also below a base path (OPEN-66)', async () => {
  expect(await arrivals(atRoot, 'queries/5?p_a=1#x')).toEqual({
    form: '/queries/5?p_a=1#x',
    json: '/queries/5?p_a=1#x',
    signedIn: '/queries/5?p_a=1#x',
  })
  expect(await arrivals(below, 'queries/5')).toEqual({
    form: '/sight/queries/5',
    json: '/sight/queries/5',
    signedIn: '/sight/queries/5',
  })
  expect(await arrivals(below, '/sight/..//evil.example')).toEqual({ form: '/sight/', json: './', signedIn: '/sight/' })
})
