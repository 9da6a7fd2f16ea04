import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { expect, expectAccessible, setTheme, test } from '../page.ts'
import { activeUser, PASSWORD } from '../people.ts'
import { expectToast } from '../toasts.ts'

// Needs its own server, since the organization comes to require a second factor.
test.use({ settings: { SIGHTLINE_SAMPLE_DATA: '0' } })

/** The code of an authenticator app for the step of a time. */
function codeAt(secret: string, time: number): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  return String((mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** A device in the browser that verifies its user without asking. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const enterPassword = async (page: Page, email: string) => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const confirmPassword = async (page: Page, action: string) => {
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
}
const isSignedIn = (page: Page) => expect(page.getByRole('button', { name: /^Profile of/ })).toBeVisible()

test('people sign in with an authenticator app, a recovery code, a passkey, and after a reset set up what is required (OPEN-309, OPEN-310, OPEN-311)', async ({
  adminPage,
  adminCall,
  browser,
  baseURL,
}) => {
  test.slow()
  const ada = await activeUser(adminCall, browser, 'Ada Careful')
  // Passkeys belong to a host name; an IP address has none.
  const context = await browser.newContext({ baseURL: (baseURL ?? '').replace('127.0.0.1', 'localhost') })
  const page = await context.newPage()
  await addAuthenticator(page)
  const signOut = async () => {
    await context.clearCookies({ name: 'session' })
    await page.goto('/login')
  }
  await page.goto('/login')
  await enterPassword(page, ada.email)
  await isSignedIn(page)

  await test.step('sets up an app', async () => {
    await page.goto('/users/me')
    await page.getByRole('button', { name: 'Set Up an Authenticator App' }).click()
    await confirmPassword(page, 'Continue')
    await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
    await expectAccessible(page)
  })
  const secret = await page.getByRole('textbox', { name: 'Key for the authenticator app' }).inputValue()
  await page.getByLabel('Code of the app').fill(codeAt(secret, Date.now()))
  await page.getByRole('button', { name: 'Confirm' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I Have Saved Them' }).click()

  await test.step('adds a passkey', async () => {
    await page.getByRole('button', { name: 'Add a Passkey' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Laptop 💻')
    await confirmPassword(page, 'Add')
    await expect(page.getByRole('region', { name: 'Second Factor' })).toContainText('Laptop 💻')
    await page.getByRole('button', { name: 'Rename Laptop 💻' }).click()
    await page.getByLabel('Name of the passkey').fill('Work laptop')
    await page.getByRole('region', { name: 'Second Factor' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Second Factor' })).toContainText('Work laptop')
    await expectAccessible(page)
  })

  await test.step('signs in with a code of the app, not with a wrong one', async () => {
    await signOut()
    await enterPassword(page, ada.email)
    const code = page.getByLabel('Code of your authenticator app')
    await code.fill('000000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('This code is wrong, too old or already used.')
    await expectAccessible(page)
    await setTheme(page, 'dark')
    await expectAccessible(page)
    await setTheme(page, 'light')
    // The next code is accepted as well, and is not the one of the set-up, even if both happen within half a minute.
    await code.fill(codeAt(secret, Date.now() + 30_000))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isSignedIn(page)
  })

  await test.step('signs in with a recovery code', async () => {
    await signOut()
    await enterPassword(page, ada.email)
    await page.getByLabel('Code of your authenticator app').fill(recovery)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await isSignedIn(page)
  })

  await test.step('signs in with the passkey as second step, and alone', async () => {
    await signOut()
    await enterPassword(page, ada.email)
    await page.getByRole('button', { name: 'Use a Passkey' }).click()
    await isSignedIn(page)
    await signOut()
    await page.getByRole('button', { name: 'Sign in with a Passkey' }).click()
    await isSignedIn(page)
  })

  await test.step('loses everything, is reset by an admin, and sets up what the organization requires', async () => {
    await adminCall(api.settings.save, { body: { require_second_factor: true } })
    await adminPage.goto(`/users/${ada.id}`)
    await adminPage.getByRole('button', { name: 'Reset Second Factor' }).click()
    await adminPage.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click()
    await expectToast(adminPage, 'The second factor is removed.')
    await signOut()
    await enterPassword(page, ada.email)
    await expect(page.getByText('Your organization requires a second factor.')).toBeVisible()
    await expectAccessible(page)
    const fresh = await page.getByRole('textbox', { name: 'Key for the authenticator app' }).inputValue()
    await page.getByLabel('Code of the app').fill(codeAt(fresh, Date.now()))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'I Have Saved Them' }).click()
    await isSignedIn(page)
  })
  await context.close()
})
