import type { Browser, Page } from '@playwright/test'
import { api } from '@sightline/contract/api.ts'
import type { ReplyOf } from '@sightline/contract/endpoint.ts'
import { type AdminCall, expect } from './page.ts'

/** The password of every user created here. */
export const PASSWORD = 'a sentence works well'

export type Invited = ReplyOf<typeof api.users.create>

let made = 0

/** Creates a user whose invitation is pending. */
export const pendingUser = (call: AdminCall, name: string): Promise<Invited> =>
  call(api.users.create, { body: { name, email: `person-${++made}@example.com` } })

/** Creates a user who has accepted the invitation. */
export async function activeUser(call: AdminCall, browser: Browser | null, name: string): Promise<Invited> {
  const user = await pendingUser(call, name)
  const { origin, pathname } = new URL(user.invite_link ?? '')
  const visitor = await browser?.newContext()
  const reply = await visitor?.request.post(origin + pathname, { data: { password: PASSWORD } })
  expect(reply?.ok(), 'the invitation is accepted').toBe(true)
  await visitor?.close()
  return user
}

/** Opens a page in a new browser context, signed in as a user. */
export async function pageOf(browser: Browser, url: string, { email }: Pick<Invited, 'email'>): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  const reply = await context.request.post('/login', { data: { email, password: PASSWORD } })
  expect(reply.ok(), `${email} signs in`).toBe(true)
  return context.newPage()
}
