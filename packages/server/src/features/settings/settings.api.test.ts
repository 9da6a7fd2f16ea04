import type { ClientConfig, Session } from '@sightline/contract/session.ts'
import { defaultSettings, type ShownSettings } from '@sightline/contract/settings.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import type { TestClient } from '../../testing/client.ts'
import { ADMIN, startTestServer, type TestServer } from '../../testing/server.ts'
import { buildWebAppFolder } from '../../testing/web-app.ts'
import { auditEntries } from '../audit/tables.ts'
import { organizations } from './tables.ts'

const ADDRESS = '/api/settings/organization'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ hasWorker: false, webApp: buildWebAppFolder() })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.services.db.update(organizations).set({ name: 'Sightline', settings: {} })
  await server.services.db.delete(auditEntries)
})

const read = async (client: TestClient = server.admin) => (await client.get<{ settings: ShownSettings }>(ADDRESS)).body.settings
const save = (changes: unknown) => server.admin.post<{ settings: ShownSettings; message?: string }>(ADDRESS, changes)
const clientConfig = async () => (await server.admin.get<{ client_config: ClientConfig }>('/api/session')).body.client_config

describe('the settings of the organization', () => {
  it('are returned as one object, with defaults (API-96)', async () => {
    const { beacon_consent: _, ...settings } = defaultSettings
    const others = { ...settings, org_name: 'Sightline' }
    expect(await server.admin.get(ADDRESS)).toMatchObject({ status: 200, body: { settings: others } })
    expect(await read()).toEqual(others)
  })

  it('can be saved partially, and are returned as a whole (API-97, ORG-15)', async () => {
    const before = await read()
    const reply = await save({ date_format: 'DD/MM/YYYY', multi_byte_search_enabled: true })
    expect(reply).toMatchObject({ status: 200 })
    expect(reply.body.settings).toEqual({ ...before, date_format: 'DD/MM/YYYY', multi_byte_search_enabled: true })
    expect(await read()).toEqual(reply.body.settings)
  })

  it('can be saved all at once, each as it was sent', async () => {
    const all: ShownSettings = {
      org_name: 'Analytical Engines',
      beacon_consent: false,
      auth_password_login_enabled: true,
      auth_google_apps_domains: ['example.com', 'example.org'],
      auth_saml_enabled: true,
      auth_saml_type: 'static',
      auth_saml_entity_id: 'https://idp.example.com/entity',
      auth_saml_metadata_url: 'https://idp.example.com/metadata.xml',
      auth_saml_nameid_format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      auth_saml_sso_url: 'https://idp.example.com/sso',
      auth_saml_x509_cert: 'MIIB',
      auth_saml_sp_settings: '{"entityid": "sightline"}',
      auth_oidc_groups_claim: 'groups',
      auth_saml_groups_attribute: 'memberOf',
      auth_ldap_groups_attribute: 'memberOf',
      auth_jwt_login_enabled: true,
      auth_jwt_auth_issuer: 'https://issuer.example.com',
      auth_jwt_auth_public_certs_url: 'https://issuer.example.com/certs',
      auth_jwt_auth_audience: 'sightline',
      auth_jwt_auth_cookie_name: 'jwt',
      auth_jwt_auth_header_name: 'x-jwt',
      auth_jwt_auth_algorithms: ['RS256'],
      date_format: 'MM/DD/YY',
      time_format: 'HH:mm:ss',
      integer_format: '0',
      float_format: '0.000',
      thousands_separator: "'",
      decimal_separator: ',',
      null_value: '–',
      time_zone: 'Europe/Berlin',
      week_start: 'Monday',
      default_theme: 'dark',
      language: 'de',
      chart_colors: ['#111111', '#222222', '#333333'],
      multi_byte_search_enabled: true,
      feature_show_permissions_control: true,
      send_email_on_failed_scheduled_queries: true,
      hide_plotly_mode_bar: true,
      disable_public_urls: true,
      share_new_data_sources: false,
      require_second_factor: true,
      max_api_key_days: 90,
    }
    expect((await save(all)).body.settings).toEqual(all)
    expect(await read()).toEqual(all)
  })

  it('are only for admins (ORG-01)', async () => {
    const analyst = await server.person()
    for (const reply of [await analyst.get(ADDRESS), await analyst.post(ADDRESS, { date_format: 'DD/MM/YY' })]) {
      expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect(await read()).toMatchObject({ date_format: 'YYYY-MM-DD' })
  })

  it('are refused with one sentence if a name is unknown or a value is wrong, and nothing is saved (OPEN-114, ORG-21)', async () => {
    const before = await read()
    const wrong: [unknown, RegExp][] = [
      [{ colour: 'blue', date_format: 'DD/MM/YY' }, /colour/],
      [{ id: 7 }, /id/],
      [{ slug: 'other' }, /slug/],
      [{ org_name: '  ' }, /"org_name".* must not be blank/],
      [{ org_name: 'x'.repeat(256) }, /"org_name".* at most 255 characters/],
      [{ org_name: null }, /"org_name"/],
      [{ date_format: { $ne: '' } }, /"date_format"/],
      [{ date_format: '<b>' }, /"date_format"/],
      [{ date_format: '' }, /"date_format"/],
      [{ time_zone: 'Mars/Base' }, /time zone/],
      [{ thousands_separator: '.' }, /must differ from the decimal separator/],
      [{ week_start: 'monday' }, /"week_start"/],
      [{ default_theme: 'blue' }, /"default_theme"/],
      [{ chart_colors: ['#3E5EDB', '#D74E3D'] }, /3 to 12 different colors/],
      [{ chart_colors: ['red', 'green', 'blue'] }, /3 to 12 different colors/],
      [{ chart_colors: ['#111111', '#111111', '#222222'] }, /3 to 12 different colors/],
      [{ multi_byte_search_enabled: 'yes' }, /"multi_byte_search_enabled"/],
      [{ beacon_consent: 'true' }, /"beacon_consent"/],
      [{ auth_google_apps_domains: 'example.com' }, /"auth_google_apps_domains"/],
      [{ auth_google_apps_domains: ['example.com', 'https://example.com'] }, /a domain/],
      [{ auth_saml_metadata_url: 'javascript:alert(1)' }, /http/],
      [{ auth_saml_metadata_url: 'file:///etc/passwd' }, /http/],
      [{ auth_saml_type: 'magic' }, /"auth_saml_type"/],
      [{ auth_saml_sp_settings: 'entityid' }, /JSON object/],
      [{ null_value: 'x'.repeat(10_000) }, /"null_value"/],
      [[], /./],
      ['date_format', /./],
      [null, /./],
    ]
    for (const [sent, sentence] of wrong) {
      const { status, body } = await save(sent)
      expect([sent, status]).toEqual([sent, 400])
      expect(body.message).toMatch(sentence)
    }
    expect(await read()).toEqual(before)
  })

  it('store domains as a list, in lower case and without duplicates (ORG-11)', async () => {
    const { body } = await save({ auth_google_apps_domains: ['Example.COM', ' example.com ', 'sub.example.org'] })
    expect(body.settings.auth_google_apps_domains).toEqual(['example.com', 'sub.example.org'])
  })

  it('store the options of SAML (ORG-12)', async () => {
    const saml = {
      auth_saml_enabled: true,
      auth_saml_metadata_url: 'https://idp.example.com/metadata.xml',
      auth_saml_entity_id: 'sightline',
      auth_saml_nameid_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    }
    await save(saml)
    expect(await read()).toMatchObject(saml)
  })
})

describe('signing in with a password', () => {
  it('stays enabled while there is no other sign-in method (ORG-10)', async () => {
    expect((await save({ auth_password_login_enabled: false })).body.settings).toMatchObject({
      auth_password_login_enabled: true,
    })
    expect((await server.anonymous.post('/login', ADMIN)).status).toBe(200)
  })

  const saml = { auth_saml_enabled: true, auth_saml_metadata_url: 'https://idp.example.com/metadata.xml' }

  it('can be disabled once SAML is enabled, and is re-enabled with SAML disabled (ORG-09, ORG-10)', async () => {
    const reply = await save({ ...saml, auth_password_login_enabled: false })
    expect(reply.body.settings).toMatchObject({ auth_saml_enabled: true, auth_password_login_enabled: false })
    expect(await server.anonymous.post('/login', ADMIN)).toMatchObject({
      status: 403,
      body: { code: 'password_login_disabled' },
    })

    expect((await save({ auth_saml_enabled: false })).body.settings).toMatchObject({ auth_password_login_enabled: true })
    expect(await read()).toMatchObject({ auth_saml_enabled: false, auth_password_login_enabled: true })
    expect((await server.anonymous.post('/login', ADMIN)).status).toBe(200)
  })

  it.each([
    ['metadata', { auth_saml_type: '' }],
    ['its two fixed values', { auth_saml_type: 'static', auth_saml_sso_url: 'https://idp.example.com/sso' }],
  ] as const)('still opens a session while SAML lacks %s, so that nobody locks everybody out', async (_, lacking) => {
    const wanted = { ...lacking, auth_saml_enabled: true, auth_saml_metadata_url: '', auth_saml_x509_cert: '' }
    await save({ ...wanted, auth_password_login_enabled: false })
    expect((await server.anonymous.post('/login', ADMIN)).status).toBe(200)
    expect((await server.anonymous.get('/api/config')).body).toMatchObject({
      client_config: { passwordLoginEnabled: true, signInWays: [] },
    })
  })
})

describe('the name of the organization', () => {
  it('is changed with the settings, also alone, and recorded with the name before (OPEN-656)', async () => {
    const { body } = await save({ org_name: ' Analytical Engines ' })
    expect(body.settings).toEqual({ ...(await read()), org_name: 'Analytical Engines' })
    const [entry] = await server.services.db.select().from(auditEntries)
    expect(entry).toMatchObject({
      action: 'settings.change',
      details: { changes: [{ name: 'org_name', from: 'Sightline', to: 'Analytical Engines' }] },
    })
    await save({ date_format: 'DD/MM/YY' })
    expect(await read()).toMatchObject({ org_name: 'Analytical Engines', date_format: 'DD/MM/YY' })
    const stored = await server.services.db.select({ settings: organizations.settings }).from(organizations)
    expect(stored[0]?.settings).not.toHaveProperty('org_name')
  })

  it('is at once that of the session, of the pages before sign-in and of the installed app (OPEN-656, OPEN-657)', async () => {
    await save({ org_name: 'Ada & Sons' })
    expect(await clientConfig()).toMatchObject({ orgName: 'Ada & Sons' })
    const { client_config } = (await server.anonymous.get<{ client_config: ClientConfig }>('/api/config')).body
    expect(client_config.orgName).toBe('Ada & Sons')
    const page = await (await server.anonymous.fetch('/login')).text()
    expect(page).toContain('<title>Ada &amp; Sons</title>')
    expect(page).toContain('<h1>Sign in to Ada &amp; Sons</h1>')
    const manifest = await server.anonymous.fetch('/app.webmanifest')
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json')
    expect(await manifest.json()).toMatchObject({ name: 'Ada & Sons', short_name: 'Ada & Sons', start_url: './' })
  })
})

describe('the effect of the settings', () => {
  it('sends the chosen date and time formats to the browser (ORG-04)', async () => {
    await save({ date_format: 'DD.MM.YYYY', time_format: 'HH:mm:ss' })
    expect(await clientConfig()).toMatchObject({ dateFormat: 'DD.MM.YYYY', dateTimeFormat: 'DD.MM.YYYY HH:mm:ss' })
  })

  it('sends the formats of numbers and missing values to the browser', async () => {
    await save({ integer_format: '0', float_format: '0.0', thousands_separator: '.', decimal_separator: ',', null_value: '–' })
    expect(await clientConfig()).toMatchObject({
      integerFormat: '0',
      floatFormat: '0.0',
      thousandsSeparator: '.',
      decimalSeparator: ',',
      nullValue: '–',
    })
  })

  it('sends the first day of the week to the browser (PARAM-71)', async () => {
    expect(await clientConfig()).toMatchObject({ weekStart: 'Sunday' })
    for (const week_start of ['Monday', 'browser']) {
      await save({ week_start })
      expect(await clientConfig()).toMatchObject({ weekStart: week_start })
    }
  })

  it('writes the default theme into every page, with or without a session (ORG-20)', async () => {
    const themes = async () => {
      const pages = [
        await server.anonymous.fetch('/login'),
        await server.admin.fetch('/queries'),
        await server.admin.fetch('/api/docs'),
      ]
      return Promise.all(pages.map(async (page) => /<html data-default-theme="(\w+)"/.exec(await page.text())?.[1]))
    }
    expect(await themes()).toEqual(['auto', 'auto', 'auto'])
    await save({ default_theme: 'dark' })
    expect(await themes()).toEqual(['dark', 'dark', 'dark'])
  })

  it('writes the language of the reader and the script with its texts into every page (OPEN-461)', async () => {
    const start = async (caller: Pick<typeof server.admin, 'fetch'>, path: string) => {
      const response = await caller.fetch(path, { headers: { 'accept-language': 'de-CH, en;q=0.5' } })
      return (await response.text()).slice(0, 300)
    }
    const german = /<html [^>]*lang="de"[\s\S]*<script defer src="\.\/assets\/language-de-[\w-]+\.js">/
    expect(await start(server.anonymous, '/login')).toMatch(german)
    expect(await start(server.admin, '/queries')).toMatch(german)
    const { id } = (await server.admin.get<Session>('/api/session')).body.user as { id: number }
    await server.admin.post(`/api/users/${id}`, { language: 'en' })
    const english = await start(server.admin, '/queries')
    expect(english).toContain('lang="en"')
    expect(english).not.toContain('language-')
    await server.admin.post(`/api/users/${id}`, { language: null })
  })

  it('sends the colors of charts to the browser, also without a session (ORG-19)', async () => {
    expect(await clientConfig()).toMatchObject({ chartColors: [] })
    await save({ chart_colors: ['#aa0000', '#00AA00', '#0000AA'] })
    expect(await clientConfig()).toMatchObject({ chartColors: ['#AA0000', '#00AA00', '#0000AA'] })
    const { client_config } = (await server.anonymous.get<{ client_config: ClientConfig }>('/api/config')).body
    expect(client_config.chartColors).toEqual(['#AA0000', '#00AA00', '#0000AA'])
  })

  it('sends the time zone to the browser', async () => {
    expect(await clientConfig()).toMatchObject({ timeZone: 'UTC' })
    await save({ time_zone: 'Australia/Lord_Howe' })
    expect(await clientConfig()).toMatchObject({ timeZone: 'Australia/Lord_Howe' })
    await save({ time_zone: 'browser' })
    expect(await clientConfig()).toMatchObject({ timeZone: 'browser' })
  })

  it('enables the permissions control in the browser (ORG-05)', async () => {
    expect(await clientConfig()).toMatchObject({ showPermissionsControl: false })
    await save({ feature_show_permissions_control: true })
    expect(await clientConfig()).toMatchObject({ showPermissionsControl: true })
  })

  it('makes searches find parts of words (ORG-07)', async () => {
    const source = await buildDataSource(server)
    const { id } = await buildQuery(server.admin, { name: 'Quarterly sales', data_source_id: source.id })
    const found = async () => {
      const { body } = await server.admin.get<{ results: { id: number }[] }>('/api/queries?q=arterly')
      return body.results.map((query) => query.id)
    }
    expect(await found()).toEqual([])
    await save({ multi_byte_search_enabled: true })
    expect(await found()).toEqual([id])
  })

  it('asks admins about the beacon until they answer (ORG-08, HOME-16)', async () => {
    expect(await clientConfig()).toMatchObject({ showBeaconConsentMessage: true })
    expect((await save({ beacon_consent: false })).body.settings).toMatchObject({ beacon_consent: false })
    expect(await clientConfig()).not.toHaveProperty('showBeaconConsentMessage')
    expect((await save({ beacon_consent: true })).body.settings).toMatchObject({ beacon_consent: true })
  })

  it('can disable public URLs', async () => {
    const { body } = await server.admin.post<{ id: number }>('/api/dashboards', { name: 'Numbers' })
    await save({ disable_public_urls: true })
    expect(await clientConfig()).toMatchObject({ disablePublicUrls: true })
    expect(await server.admin.post(`/api/dashboards/${body.id}/share`)).toMatchObject({
      status: 403,
      body: { code: 'sharing_off' },
    })
  })
})

it('tries to send a test mail for an admin, and reports why it failed', async () => {
  const { status, body } = await server.admin.post('/api/settings/test_mail')
  expect(status).toBe(200)
  expect(body).toEqual({ ok: false, message: expect.stringContaining('SIGHTLINE_MAIL_URL') })
})

describe('a change of the settings', () => {
  const entries = () => server.services.db.select().from(auditEntries).orderBy(auditEntries.id)

  it('is recorded once with the values before and after', async () => {
    await save({ date_format: 'DD/MM/YY' })
    await save({ date_format: 'DD/MM/YY' })
    expect(await entries()).toMatchObject([
      {
        action: 'settings.change',
        actor_id: server.admin.id,
        object_type: 'settings',
        details: { changes: [{ name: 'date_format', from: 'YYYY-MM-DD', to: 'DD/MM/YY' }] },
        ip: expect.stringMatching(/127\.0\.0\.1/),
      },
    ])
  })

  it('does not record the SAML options that may hold secrets', async () => {
    await save({ auth_saml_sp_settings: '{"key": "hush"}' })
    expect(await entries()).toMatchObject([{ details: { changes: [{ name: 'auth_saml_sp_settings' }] } }])
    expect(JSON.stringify(await entries())).not.toContain('hush')
  })

  it('is refused to another site with the cookies of an admin', async () => {
    const browser = await server.signIn(ADMIN.email, ADMIN.password)
    const forged = await browser.fetch(ADDRESS, {
      method: 'POST',
      headers: { 'x-csrf-token': 'guessed', 'content-type': 'text/plain' },
      body: '{"disable_public_urls": true}',
    })
    expect(forged.status).toBe(400)
    expect(await read()).toMatchObject({ disable_public_urls: false })
  })

  it('does not lose a concurrent change', async () => {
    await Promise.all([save({ null_value: '-' }), save({ date_format: 'MM/DD/YY' }), save({ time_format: 'HH:mm:ss' })])
    expect(await read()).toMatchObject({ null_value: '-', date_format: 'MM/DD/YY', time_format: 'HH:mm:ss' })
  })
})
