import { isEmailAddress } from '@sightline/contract/users.ts'
import { sendTestMail } from '../features/settings/test-mail.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import type { Command } from './command.ts'

export const testMail: Command = {
  name: 'test-mail',
  takes: ['<address>'],
  options: {},
  help: ['Sends a mail that says it is a test, and tells what the mail server said.'],
  async run({ services, given: [address = ''] }) {
    if (!isEmailAddress(address)) throw new Error(`${address} is not an email address.`)
    const mailer = openMailer(services.config)
    const problem = await sendTestMail(mailer, address).finally(() => mailer.close())
    if (problem !== null) throw new Error(problem)
    return `The mail server took a test mail for ${address}.`
  },
}
