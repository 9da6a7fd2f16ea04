import type { User } from '@sightline/contract/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let ada: Person
beforeAll(async () => {
  server = await startTestServer({ hasWorker: false })
  ada = await server.person({ name: 'Ada' })
})
afterAll(() => server.close())

/** The smallest PNG there is: one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(200)])
const WEBP = Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WEBPVP8 ')])

const upload = async (bytes: Buffer | string, by: Person = ada, id = ada.id, type = 'application/octet-stream') => {
  const response = await by.fetch(`/api/users/${id}/image`, {
    method: 'POST',
    body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
    headers: { 'content-type': type },
  })
  return { status: response.status, body: (await response.json()) as User & { message: string } }
}

describe('the avatar of a user', () => {
  it('is uploaded, served with the detected type, and removed', async () => {
    const { status, body } = await upload(PNG)
    expect(status).toBe(200)
    expect(body.profile_image_url).toMatch(new RegExp(`^/api/users/${ada.id}/image/[0-9a-f]{16}$`))
    expect((await ada.get<User>(`/api/users/${ada.id}`)).body.profile_image_url).toBe(body.profile_image_url)
    expect((await ada.get<{ user: User }>('/api/session')).body.user.profile_image_url).toBe(body.profile_image_url)

    const bob = await server.person({ name: 'Bob' })
    const shown = await bob.fetch(body.profile_image_url)
    expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect((await server.anonymous.get(body.profile_image_url)).status).toBe(404)

    const gone = await ada.delete<User>(`/api/users/${ada.id}/image`)
    expect(gone.body.profile_image_url).toBe('/static/images/avatar.svg')
    expect((await bob.get(body.profile_image_url)).status).toBe(404)
  })

  it('gets a new URL when it changes, and the old one is gone', async () => {
    const first = (await upload(JPEG)).body.profile_image_url
    const second = (await upload(WEBP)).body.profile_image_url
    expect(second).not.toBe(first)
    expect((await ada.fetch(second)).headers.get('content-type')).toBe('image/webp')
    expect((await ada.get(first)).status).toBe(404)
  })

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a'],
    ['nothing', ''],
    ['sound in the same wrapping', 'RIFF    WAVEfmt '],
  ])('is refused if it is %s, whatever its content type', async (_, bytes) => {
    expect(await upload(bytes, ada, ada.id, 'image/png')).toMatchObject({ status: 400, body: { code: 'picture_invalid' } })
  })

  it('is refused if it is larger than 1 MB', async () => {
    const big = Buffer.concat([PNG, Buffer.alloc(1024 * 1024)])
    expect(await upload(big)).toMatchObject({ status: 413, body: { message: 'The picture must not be larger than 1 MB.' } })
  })

  it('can be changed by the user and by admins only', async () => {
    const bob = await server.person({ name: 'Bob' })
    expect((await upload(PNG, bob)).status).toBe(403)
    expect((await bob.delete(`/api/users/${ada.id}/image`)).status).toBe(403)
    expect((await upload(PNG, server.admin)).status).toBe(200)
    expect((await upload(PNG, server.admin, 99_999_999)).status).toBe(404)
  })

  it('is not found at invalid URLs', async () => {
    for (const hash of ['0000000000000000', '..%2f..', 'ABCDEF', '0']) {
      expect((await ada.get(`/api/users/${ada.id}/image/${hash}`)).status, hash).toBe(404)
    }
  })
})

describe('gravatar.com', () => {
  it('is not used unless it is enabled', async () => {
    const bob = await server.person({ name: 'Bob' })
    expect((await bob.get<User>(`/api/users/${bob.id}`)).body.profile_image_url).toBe('/static/images/avatar.svg')
  })

  it('has the avatar of users without an upload, except disabled ones', async () => {
    const asking = await startTestServer({ hasWorker: false, config: { gravatar: true } })
    try {
      const admin = asking.admin
      const { body } = await admin.get<User>(`/api/users/${admin.id}`)
      // The MD5 of admin@example.com.
      const address = 'https://www.gravatar.com/avatar/e64c7d89f26bd1972efa854d13d7dd61?s=40&d=identicon'
      expect(body.profile_image_url).toBe(address)
      expect((await admin.get<{ user: User }>('/api/session')).body.user.profile_image_url).toBe(address)
      const bob = await asking.person({ name: 'Bob' })
      const disabled = await admin.post<User>(`/api/users/${bob.id}/disable`)
      expect(disabled.body.profile_image_url).toBe('/static/images/avatar.svg')
    } finally {
      await asking.close()
    }
  })
})
