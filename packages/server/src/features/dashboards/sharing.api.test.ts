import type { Dashboard, PublicDashboard } from '@sightline/contract/dashboards.ts'
import { JobStatus } from '@sightline/contract/executions.ts'
import { describe, expect, it } from 'vitest'
import { buildDataSource, buildGroup, buildQuery } from '../../testing/builders.ts'
import { ADMIN } from '../../testing/server.ts'
import { REGION, useSharedDashboard } from '../../testing/shared-dashboard.ts'

const world = useSharedDashboard()
const { add, share, tokenOfShared, visitor, publicAddress, setOption } = world

describe('sharing a dashboard', () => {
  it('returns its public URL with a token of 40 random characters (API-60, SHARE-03, OPEN-107)', async () => {
    const { status, body } = await share()
    expect(status).toBe(200)
    expect(body.api_key).toMatch(/^\w{40}$/)
    expect(body.public_url).toBe(`${world.server.url}/public/dashboards/${body.api_key}`)
    const seen = (await world.bob.get<Dashboard>(`/api/dashboards/${world.dashboard.slug}`)).body
    expect(seen).toMatchObject({ public_url: body.public_url, api_key: body.api_key })
    expect((await share()).body).toEqual(body)
  })

  it('ends for good, and starts again with a new token (SHARE-04, SHARE-16, API-61, OPEN-107)', async () => {
    const token = await tokenOfShared()
    expect((await world.server.anonymous.get(publicAddress(token))).status).toBe(200)

    expect(await world.ada.delete(`/api/dashboards/${world.dashboard.id}/share`)).toMatchObject({ status: 200, body: null })

    expect((await world.server.anonymous.get(publicAddress(token))).status).toBe(404)
    expect(
      (await visitor(token).post(`/api/queries/${world.open.id}/results`, { parameters: { region: 'north' } })).status,
    ).toBe(404)
    expect((await world.ada.get(`/api/dashboards/${world.dashboard.slug}`)).body).not.toHaveProperty('public_url')
    const next = await tokenOfShared()
    expect(next).not.toBe(token)
    expect((await world.server.anonymous.get(publicAddress(token))).status).toBe(404)
    expect((await world.server.anonymous.get(publicAddress(next))).status).toBe(200)
  })

  it('is allowed to owner and admins (PERM-26, OPEN-105)', async () => {
    await world.ada.post(`/api/dashboards/${world.dashboard.id}/acl`, { access_type: 'modify', user_id: world.bob.id })
    expect(await share(world.bob)).toMatchObject({ status: 403, body: { code: 'not_owner' } })
    expect((await share(world.server.admin)).status).toBe(200)
    expect((await world.bob.delete(`/api/dashboards/${world.dashboard.id}/share`)).status).toBe(403)
    expect((await world.server.admin.delete(`/api/dashboards/${world.dashboard.id}/share`)).status).toBe(200)
  })

  it('is refused while a query has a text parameter (SHARE-08, OPEN-106)', async () => {
    const unsafe = await buildQuery(world.ada, {
      query: "select '{{name}}' as name",
      options: { parameters: [{ name: 'name', type: 'text', value: 'x' }] },
      data_source_id: world.source,
    })
    const { id } = await add(unsafe)
    expect(await share()).toMatchObject({
      status: 400,
      body: {
        message:
          'For your security, sharing is currently not supported for dashboards containing queries with text parameters. Consider changing the text parameters in your query to a different type.',
      },
    })
    await world.ada.delete(`/api/widgets/${id}`)
    const token = await tokenOfShared()
    // An unsafe query that is added later shows an error instead of its data.
    await add(unsafe)
    expect((await world.server.anonymous.get<PublicDashboard>(publicAddress(token))).body.widgets).toHaveLength(3)
    expect(await visitor(token).post(`/api/queries/${unsafe.id}/results`, { parameters: { name: 'y' } })).toMatchObject({
      status: 403,
      body: { job: { status: JobStatus.failed, error: expect.stringContaining('shared dashboard') } },
    })
  })

  it('is refused while a text that is passed as a value stands where none can be (SHARE-08)', async () => {
    const options = { parameters: [{ name: 'name', type: 'text', value: 'x', passAsValue: true }] }
    const query = await buildQuery(world.ada, { query: 'select count(*) from {{name}}', options, data_source_id: world.source })
    await add(query)
    expect(await share()).toMatchObject({ status: 400, body: { code: 'sharing_unsafe' } })
    await world.ada.post(`/api/queries/${query.id}`, { query: "select '{{name}}' as name" })
    expect((await share()).status).toBe(200)
  })

  it('is refused to users who may not see all of its results', async () => {
    const insiders = await buildGroup(world.server)
    const closed = (await buildDataSource(world.server, { groups: { [insiders]: false } })).id
    const secret = await buildQuery(world.server.admin, { query: 'select 1', data_source_id: closed })
    const [table] = secret.visualizations
    await world.server.admin.post('/api/widgets', { dashboard_id: world.dashboard.id, visualization_id: table?.id })
    expect(await share()).toMatchObject({ status: 403, body: { code: 'sharing_restricted' } })
    expect((await share(world.server.admin)).status).toBe(200)
  })

  it('can be disabled for the installation (SHARE-02, OPEN-122)', async () => {
    const token = await tokenOfShared()
    await setOption({ disable_public_urls: true })
    expect(await share()).toMatchObject({ status: 403, body: { code: 'sharing_off' } })
    expect(await world.server.anonymous.get(publicAddress(token))).toMatchObject({
      status: 400,
      body: { message: 'Public URLs are disabled.' },
    })
    expect((await visitor(token).get(`/api/queries/${world.open.id}`)).status).toBe(403)
    expect((await world.ada.get(`/api/dashboards/${world.dashboard.slug}`)).body).not.toHaveProperty('public_url')
    expect((await world.ada.get('/api/session')).body).toMatchObject({ client_config: { disablePublicUrls: true } })
    await setOption({})
    expect((await world.server.anonymous.get(publicAddress(token))).status).toBe(200)
  })
})

describe('the public URL of a dashboard', () => {
  it('shows it without a session, and only what is needed to render it (API-57, SHARE-10, SHARE-18, PERM-09)', async () => {
    const token = await tokenOfShared()
    const { status, body } = await world.server.anonymous.get<PublicDashboard>(publicAddress(token))
    expect(status).toBe(200)
    const [drawn, text] = body.widgets
    expect(Object.keys(body).sort()).toEqual(
      ['created_at', 'dashboard_filters_enabled', 'layout', 'name', 'options', 'updated_at', 'widgets'].sort(),
    )
    expect(drawn?.visualization).toEqual({
      type: 'TABLE',
      name: 'Table',
      description: '',
      options: {},
      updated_at: expect.any(String),
      created_at: expect.any(String),
      query: { id: world.open.id, name: 'Orders', description: 'By region', options: { parameters: [REGION] } },
    })
    expect(text).toMatchObject({ text: '## Hello' })
    for (const hidden of ['select', world.open.api_key ?? '', world.ada.email, token])
      expect(JSON.stringify(body)).not.toContain(hidden)
  })

  it('opens with a session too, and is not found under an unknown token', async () => {
    const token = await tokenOfShared()
    expect((await world.bob.get(publicAddress(token))).status).toBe(200)
    for (const wrong of ['x'.repeat(40), 'x', token.slice(0, 39), `${token}x`, '%00', "'--"]) {
      expect((await world.server.anonymous.get(publicAddress(wrong))).status, wrong).toBe(404)
      expect((await world.bob.get(publicAddress(wrong))).status, wrong).toBe(404)
    }
  })

  it('is closed while the dashboard is archived', async () => {
    const token = await tokenOfShared()
    await world.ada.delete(`/api/dashboards/${world.dashboard.id}`)
    expect((await world.server.anonymous.get(publicAddress(token))).status).toBe(404)
    expect((await visitor(token).get(`/api/queries/${world.open.id}`)).status).toBe(404)
  })

  it('may be framed by other sites, unlike any other page (OPEN-71)', async () => {
    const token = await tokenOfShared()
    for (const address of [publicAddress(token), `/public/dashboards/${token}`]) {
      const { headers } = await world.server.anonymous.get(address)
      expect(headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(headers.get('x-frame-options')).toBeNull()
    }
    const { headers } = await world.ada.get(`/api/dashboards/${world.dashboard.slug}`)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('deny')
  })

  it('has a page as long as the dashboard is shared (SHARE-16)', async () => {
    const token = await tokenOfShared()
    const page = `/public/dashboards/${token}`
    expect((await world.server.anonymous.get(page)).status).toBe(200)
    await world.ada.delete(`/api/dashboards/${world.dashboard.id}/share`)
    const browser = await world.server.signIn(ADMIN.email, ADMIN.password)
    for (const who of [world.server.anonymous, browser]) expect((await who.get(page)).status).toBe(404)
    expect((await world.server.anonymous.get('/public/dashboards/no-such-token')).status).toBe(404)
  })

  it('makes its token the API key of the session (SES-16)', async () => {
    const token = await tokenOfShared()
    expect((await visitor(token).get('/api/session')).body).toMatchObject({ user: { permissions: [], apiKey: token } })
    expect((await world.server.anonymous.get(`/api/session?api_key=${token}`)).status).toBe(200)
  })
})
