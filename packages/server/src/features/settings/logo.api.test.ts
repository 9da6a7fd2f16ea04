import type { ClientConfig } from '@sightline/contract/session.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestClient } from '../../testing/client.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { ONE_PIXEL_PNG } from '../../testing/one-pixel-png.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { auditEntries } from '../audit/tables.ts'

const ADDRESS = '/api/settings/organization/logo'
const WEBP = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 ')])

let mailServer: MailServer
let server: TestServer
beforeAll(async () => {
  mailServer = await startMailServer()
  server = await startTestServer({
    hasWorker: false,
    config: { mailUrl: mailServer.url, mailFrom: 'sightline@example.com', organizationName: 'Acme & Sons' },
  })
})
afterAll(async () => {
  await server.close()
  await mailServer.close()
})
beforeEach(async () => {
  await server.admin.delete(ADDRESS)
  await server.services.db.delete(auditEntries)
})

const upload = async (bytes: Buffer | string, by: TestClient = server.admin) => {
  const body = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
  const response = await by.fetch(ADDRESS, { method: 'POST', body, headers: { 'content-type': 'image/png' } })
  return { status: response.status, body: (await response.json()) as { logo_url: string; code?: string; message?: string } }
}
const logoUrl = async (of: TestClient) =>
  (await of.get<{ client_config: ClientConfig }>('/api/config')).body.client_config.logoUrl

describe('the logo of the organization', () => {
  it('is none until an admin uploads one (ORG-18)', async () => {
    expect(await logoUrl(server.anonymous)).toBeNull()
  })

  it('is served to everybody by a URL of its own, which may be cached for good (ORG-18)', async () => {
    const { status, body } = await upload(ONE_PIXEL_PNG)
    expect([status, body.logo_url]).toEqual([200, expect.stringMatching(/^\/api\/organization\/logo\/[0-9a-f]{16}$/)])
    expect(await logoUrl(server.anonymous)).toBe(body.logo_url)
    expect(await logoUrl(server.admin)).toBe(body.logo_url)

    const shown = await server.anonymous.fetch(body.logo_url)
    expect(Buffer.from(await shown.arrayBuffer()).equals(ONE_PIXEL_PNG)).toBe(true)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    // A cache that several people share would give the cookie of one of them to the others.
    expect(shown.headers.getSetCookie()).toEqual([])
  })

  it('gets a new URL when it changes, and the old one is gone (ORG-18)', async () => {
    const first = (await upload(ONE_PIXEL_PNG)).body.logo_url
    const second = (await upload(WEBP)).body.logo_url
    expect((await server.anonymous.fetch(second)).headers.get('content-type')).toBe('image/webp')
    expect((await server.anonymous.get(first)).status).toBe(404)
    expect(await logoUrl(server.anonymous)).toBe(second)
  })

  it('can be removed (ORG-18)', async () => {
    const { body } = await upload(ONE_PIXEL_PNG)
    expect(await server.admin.delete(ADDRESS)).toMatchObject({ status: 200, body: { logo_url: null } })
    expect(await logoUrl(server.anonymous)).toBeNull()
    expect((await server.anonymous.get(body.logo_url)).status).toBe(404)
  })

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a'],
    ['nothing', ''],
  ])('is refused if it is %s, whatever its content type (ORG-18)', async (_, bytes) => {
    expect(await upload(bytes)).toMatchObject({ status: 400, body: { code: 'picture_invalid' } })
    expect(await logoUrl(server.anonymous)).toBeNull()
  })

  it('is refused if it is larger than 1 MB (ORG-18)', async () => {
    const big = Buffer.concat([ONE_PIXEL_PNG, Buffer.alloc(1024 * 1024)])
    expect(await upload(big)).toMatchObject({ status: 413, body: { message: 'The picture must not be larger than 1 MB.' } })
  })

  it('can be changed by admins only (ORG-18)', async () => {
    const bob = await server.person({ name: 'Bob' })
    expect((await upload(ONE_PIXEL_PNG, bob)).status).toBe(403)
    expect((await bob.delete(ADDRESS)).status).toBe(403)
  })

  it('has an entry in the audit log for each change (ORG-18)', async () => {
    for (const bytes of [ONE_PIXEL_PNG, ONE_PIXEL_PNG]) await upload(bytes)
    for (const _ of ['once', 'twice']) await server.admin.delete(ADDRESS)
    const entries = await server.services.db.select().from(auditEntries).orderBy(auditEntries.id)
    expect(entries.map(({ action, actor_id, details }) => [action, actor_id, details])).toEqual([
      ['settings.change', server.admin.id, { logo: 'uploaded' }],
      ['settings.change', server.admin.id, { logo: 'removed' }],
    ])
  })
})

describe('an email', () => {
  it('has the logo above its content, attached to it, with the name of the organization as its text (ORG-18)', async () => {
    await upload(ONE_PIXEL_PNG)
    await server.admin.post('/api/settings/test_mail')
    const mail = mailServer.mails.at(-1)
    expect(mail?.html).toMatch(/<img src="cid:organization-logo" height="32" alt="Acme &amp; Sons"[\s\S]*Email works/)
    expect(mail?.attachments.map(({ contentId, mimeType }) => [contentId, mimeType])).toEqual([
      ['<organization-logo>', 'image/png'],
    ])
  })

  it('has neither a picture nor an empty place for one without a logo (ORG-18)', async () => {
    await server.admin.post('/api/settings/test_mail')
    const mail = mailServer.mails.at(-1)
    expect([mail?.attachments.length, mail?.html]).toEqual([0, expect.not.stringMatching(/<img|<!--/)])
  })

  it('has the name of the organization in the place of a missing logo, and at the end of its text (OPEN-657)', async () => {
    await server.admin.post('/api/settings/test_mail')
    const mail = mailServer.mails.at(-1)
    expect(mail?.html).toMatch(/<p class="quiet"[^>]*>Acme &amp; Sons<\/p>[\s\S]*Email works/)
    expect(mail?.text).toMatch(/\n\nAcme & Sons\s*$/)
  })
})
