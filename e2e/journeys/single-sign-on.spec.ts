import type { Page } from '@playwright/test'
import { groups } from '@sightline/contract/groups.ts'
import { settings as organization } from '@sightline/contract/settings.ts'
import { freePort } from '../../packages/server/src/testing/free-port.ts'
import { type LdapServer, startLdapServer } from '../../packages/server/src/testing/ldap-server.ts'
import { type OpenIdServer, startOpenIdServer } from '../../packages/server/src/testing/oidc-server.ts'
import { type SamlServer, startSamlServer } from '../../packages/server/src/testing/saml-server.ts'
import { ADMIN } from '../admin.ts'
import { test as base, expect, expectAccessible } from '../page.ts'

interface Services {
  /** OpenID Connect provider, and the port of the server registered with it. */
  openId: { provider: OpenIdServer; port: string }
  saml: SamlServer
  directory: LdapServer
}

/** Starts Sightline with real identity providers on other origins. */
const test = base.extend<object, Services>({
  openId: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture that needs no other says so in this way
    async ({}, use) => {
      const port = String(await freePort())
      const provider = await startOpenIdServer([`http://127.0.0.1:${port}/oidc/callback`], 'localhost')
      await use({ provider, port })
      await provider.close()
    },
    { scope: 'worker' },
  ],
  saml: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const server = await startSamlServer('localhost')
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  directory: [
    // biome-ignore lint/correctness/noEmptyPattern: see above
    async ({}, use) => {
      const server = await startLdapServer()
      await server.add({ uid: 'grace', cn: 'Grace Hopper', mail: 'grace@example.com', password: 'compiler' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ openId: { provider, port }, directory }, use) =>
      use({
        PORT: port,
        SIGHTLINE_SAMPLE_DATA: '0',
        SIGHTLINE_OIDC_ISSUER: provider.issuer,
        SIGHTLINE_OIDC_CLIENT_ID: provider.clientId,
        SIGHTLINE_OIDC_CLIENT_SECRET: provider.clientSecret,
        SIGHTLINE_OIDC_NAME: 'Meridian SSO',
        // Ada signed in with OpenID Connect before and must get the same account here.
        SIGHTLINE_SAML_TRUST_EMAIL: '1',
        SIGHTLINE_LDAP_URL: directory.url,
        SIGHTLINE_LDAP_SEARCH_BASE: directory.searchBase,
        SIGHTLINE_LDAP_BIND_DN: directory.bind.dn,
        SIGHTLINE_LDAP_BIND_PASSWORD: directory.bind.password,
      }),
    { scope: 'worker' },
  ],
})

async function expectSignedInAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Edit Profile' }).click()
  await expect(page.getByLabel('Name')).toHaveValue(name)
}

test('OpenID Connect redirects to the provider and back to the requested page, signed in (OPEN-66)', async ({
  quietPage: page,
}) => {
  await page.goto('/login?next=%2Fqueries%3Fq%3Ddelays')
  await page.getByRole('link', { name: 'Continue with Meridian SSO' }).click()
  await expect(page).toHaveURL('/queries?q=delays')
  await expectSignedInAs(page, 'Ada Lovelace')
})

test('an admin maps a group of the provider, and sees who joined it by signing in (OPEN-302)', async ({
  adminPage: page,
  adminCall,
  browser,
  product,
  openId: { provider },
}) => {
  const group = await adminCall(groups.create, { body: { name: 'Analytical Engine' } })
  await page.goto('/settings/organization')
  await page.getByRole('textbox', { name: 'OpenID Connect claim with the groups' }).fill('groups')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Settings changes saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Add Mapping' }).click()
  const mapping = page.getByRole('group', { name: 'Mapping 1' })
  await page.getByRole('button', { name: 'Save Mappings' }).click()
  await expect(mapping.getByText('Enter the name or id that the provider sends.')).toBeVisible()
  await expect(mapping.getByText('Choose a group.')).toBeVisible()
  await expectAccessible(page)
  await mapping.getByRole('textbox', { name: 'Group of the provider' }).fill('Engines, London')
  await mapping.getByRole('combobox', { name: 'Group in Sightline' }).click()
  await page.getByRole('option', { name: 'Analytical Engine' }).click()
  await page.getByRole('button', { name: 'Save Mappings' }).click()
  await expect(page.getByText('Group mappings saved.')).toBeVisible()

  provider.account = { ...provider.account, groups: ['Engines, London'] }
  // A browser of its own, so that the admin stays signed in.
  const visitor = await browser.newPage({ baseURL: product.url })
  await visitor.goto('/oidc/login')
  await expect(visitor.getByRole('button', { name: /^Profile of/ })).toBeVisible()
  await visitor.context().close()
  await page.goto(`/groups/${group.id}`)
  const row = page.getByRole('row', { name: /Ada Lovelace/ })
  await row.locator('[tabindex]', { hasText: 'By sign-in' }).focus()
  await expect(page.getByRole('tooltip')).toContainText('The last sign-in with OpenID Connect gave this membership.')
  await expectAccessible(page)
})

test('SAML redirects to the provider, which posts its response and returns the user (OPEN-66, OPEN-72)', async ({
  quietPage: page,
  adminCall,
  saml,
}) => {
  await adminCall(organization.save, {
    body: { auth_saml_enabled: true, auth_saml_metadata_url: saml.metadataUrl },
  })
  await page.goto('/login?next=%2Falerts')
  await page.getByRole('link', { name: /SAML/ }).click()
  await expect(page).toHaveURL('/alerts')
  await expectSignedInAs(page, 'Ada Lovelace')
})

test('a user signs in with LDAP on its own page, which shows an error for a wrong password (OPEN-66)', async ({
  quietPage: page,
}) => {
  await page.goto('/login?next=%2Fdashboards')
  await page.getByRole('link', { name: /LDAP/ }).click()
  await page.getByLabel('Email').fill('grace@example.com')
  await page.getByLabel('Password', { exact: true }).fill('cobol')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.')
  await page.getByLabel('Password', { exact: true }).fill('compiler')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboards')
  await expectSignedInAs(page, 'Grace Hopper')
})

test('a provider response that did not start in this browser signs no one in', async ({ quietPage: page, openId, browser }) => {
  const elsewhere = await browser.newContext()
  const begun = await elsewhere.request.get(`http://127.0.0.1:${openId.port}/oidc/login`, { maxRedirects: 0 })
  const answer = await openId.provider.signIn(begun.headers().location ?? '')
  await elsewhere.close()
  await page.goto(answer.href)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectSignedInAs(page, 'mara')
})
