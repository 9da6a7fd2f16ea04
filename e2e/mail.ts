import { type MailServer, startMailServer } from '../packages/server/src/testing/mail-server.ts'
import { test as base, expect } from './page.ts'

/** `test` for journeys whose server sends emails to a local SMTP server that stores them. */
export const test = base.extend<object, { mail: MailServer; settingsBesideMail: Record<string, string> }>({
  settingsBesideMail: [{}, { scope: 'worker', option: true }],
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture that needs no other says so in this way
    async ({}, use) => {
      const mail = await startMailServer()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ mail, settingsBesideMail }, use) =>
      use({ SIGHTLINE_MAIL_URL: mail.url, SIGHTLINE_MAIL_FROM: 'sightline@example.com', ...settingsBesideMail }),
    { scope: 'worker' },
  ],
})

/** Returns the link of a kind in the latest email to a recipient. */
export async function linkIn(mail: MailServer, email: string, kind: string): Promise<string> {
  const link = () => {
    const found = mail.mails.filter(({ to }) => to?.some(({ address }) => address === email)).at(-1)
    return new RegExp(`http://\\S+/${kind}/[\\w.-]{40,}`).exec(found?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(link).not.toBe('')
  return link()
}
