import type { Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import { ADMIN } from '../admin.ts'
import { linkIn, test } from '../mail.ts'
import { expect, expectAccessible, setTheme } from '../page.ts'

test.use({
  settingsBesideMail: {
    SIGHTLINE_SAMPLE_DATA: '0',
    SIGHTLINE_OIDC_ISSUER: 'http://127.0.0.1:9',
    SIGHTLINE_OIDC_CLIENT_ID: 'sightline',
    SIGHTLINE_OIDC_CLIENT_SECRET: 'secret',
    SIGHTLINE_OIDC_NAME: 'Meridian SSO',
  },
})

const passwordField = (page: Page) => page.getByLabel('New password', { exact: true })

test('the sign-in page offers email, password and other methods, and shows why sign-in failed (OPEN-66)', async ({
  quietPage: page,
}) => {
  await page.goto('/login?next=%2Fqueries')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Remember me')).toBeVisible()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password.')
  await page.getByRole('link', { name: 'Continue with Meridian SSO' }).click()
  await expect(page.getByRole('alert')).toHaveText('The sign-in service did not answer. Please try again in a moment.')
  await expect(page).toHaveURL('/login?next=%2Fqueries&error=sign_in_unavailable')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/queries')
})

test('a user who forgot the password gets an email, sets a new password, and is signed in (OPEN-68)', async ({
  quietPage: page,
  mail,
  adminCall,
}) => {
  const email = 'fred@example.com'
  await adminCall(api.users.create, { body: { name: 'Forgetful Fred', email } })
  await page.request.post(await linkIn(mail, email, 'invite'), { data: { password: 'an old sentence' } })
  await page.context().clearCookies()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill('fred@')
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('This field must be a valid email.')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByRole('status')).toContainText('we have sent it a password reset link')
  await expectAccessible(page)

  const link = await linkIn(mail, email, 'reset')
  await page.goto(link)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByRole('checkbox', { name: 'Replace my API key' })).toBeChecked()
  await page.screenshot({ path: 'test-results/screens/reset-password.png', animations: 'disabled' })
  await passwordField(page).fill('12345')
  await page.getByRole('button', { name: 'Set Password and Sign In' }).click()
  await expect(page.getByText('This field is too short.')).toBeVisible()
  await expectAccessible(page)
  await passwordField(page).fill('password1')
  await page.getByRole('button', { name: 'Set Password and Sign In' }).click()
  await expect(page.getByRole('alert')).toHaveText('This password is one of the most common ones. Please choose another.')
  await passwordField(page).fill('a new sentence')
  await page.getByRole('button', { name: 'Set Password and Sign In' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner')).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText(
    'This link has already been used or replaced by a newer one. Please ask for a new one.',
  )
  await expectAccessible(page)
})

test('a user accepts an invitation by setting a password (OPEN-68)', async ({ quietPage: page, mail, adminCall }) => {
  await adminCall(api.users.create, { body: { name: 'Ada Lovelace', email: 'ada@example.com' } })
  const link = await linkIn(mail, 'ada@example.com', 'invite')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: /^Welcome to / })).toBeVisible()
  await expectAccessible(page)
  await passwordField(page).fill('a good sentence')
  await passwordField(page).press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText(
    'This invitation has already been accepted. Please try resetting your password instead.',
  )
})

test('a user with a new email address gets a verification link, which can be sent again (HOME-07, HOME-08)', async ({
  quietPage: page,
  mail,
  adminCall,
}) => {
  const email = 'vera@example.com'
  const { id } = await adminCall(api.users.create, { body: { name: 'Vera Rubin', email: 'v@example.com' } })
  await page.request.post(await linkIn(mail, 'v@example.com', 'invite'), { data: { password: 'a good sentence' } })
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''
  await page.request.post(`/api/users/${id}`, {
    data: { email, old_password: 'a good sentence' },
    headers: { 'X-CSRF-TOKEN': token },
  })
  const first = await linkIn(mail, email, 'verify')

  await page.goto('/')
  await page.getByRole('button', { name: 'Resend Email' }).click()
  await expect(page.getByText('Please check your email inbox in order to verify your email address.')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => linkIn(mail, email, 'verify')).not.toBe(first)
  await page.goto(await linkIn(mail, email, 'verify'))
  await expect(page.getByRole('status')).toHaveText(`Is ${email} your email address?`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Verify Email Address' }).click()
  await expect(page.getByRole('status')).toHaveText(`${email} is verified.`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Meridian Air' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend Email' })).toBeHidden()
})

test('an invalid link shows an error (OPEN-68)', async ({ quietPage: page }) => {
  await page.goto(`/invite/${'x'.repeat(40)}`)
  await expect(page.getByRole('alert')).toHaveText('Your invite link is invalid. Bad signature. Please double-check the token.')
  await page.goto(`/verify/${'x'.repeat(40)}`)
  await expect(page.getByRole('alert')).toHaveText('Your verification link is invalid. Please ask for a new one.')
})

test('the page offers only the other methods if passwords are off (OPEN-72)', async ({ quietPage: page, adminCall }) => {
  await adminCall(api.settings.save, { body: { auth_password_login_enabled: false } })
  try {
    await page.goto('/login')
    await expect(page.getByRole('link', { name: 'Continue with Meridian SSO' })).toBeVisible()
    await expect(page.getByLabel('Email')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeHidden()
    await expectAccessible(page)
    await page.goto('/forgot')
    await expect(page.getByText('Password login is not enabled for your organization.')).toBeVisible()
  } finally {
    await adminCall(api.settings.save, { body: { auth_password_login_enabled: true } })
  }
})

test('the pages before sign-in are accessible in both themes', async ({ quietPage: page }) => {
  const pages = [
    ['sign-in', '/login?error=1', 'Forgot password?'],
    ['sign-in-ldap', '/ldap/login', 'User name or email'],
    ['forgot', '/forgot', 'Send Link'],
    ['link-broken', `/reset/${'x'.repeat(40)}`, 'Bad signature'],
  ] as const
  for (const [name, path, ready] of pages) {
    await page.goto(path)
    await expect(page.getByText(ready).first()).toBeVisible()
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      await page.screenshot({ path: `test-results/screens/${name}-${theme}.png`, animations: 'disabled' })
      await expectAccessible(page)
    }
  }
})
