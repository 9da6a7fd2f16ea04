import { isEmailAddress } from '@sightline/contract/users.ts'
import * as settings from '../features/settings/service.ts'
import { sendTestMail } from '../features/settings/test-mail.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { type Command, OPERATOR } from './command.ts'
import { createAdmin, listUsers, promote, resetPassword } from './people.ts'
import { forgetSecrets, rotateKey } from './secret-key.ts'
import { exportAll, importAll } from './transfer.ts'

const enablePasswordLogin: Command = {
  name: 'enable-password-login',
  takes: [],
  options: {},
  help: ['Lets people sign in with passwords again, when the other ways in have failed.'],
  async run({ services }) {
    await settings.enablePasswordLogin(services, OPERATOR)
    return 'Signing in with a password is switched on.'
  },
}

const testMail: Command = {
  name: 'test-mail',
  takes: ['<address>'],
  options: {},
  help: ['Sends a mail that says it is a test, and tells what the mail server said.'],
  async run({ services, given: [address = ''] }) {
    if (!isEmailAddress(address)) throw new Error(`${address} is not an email address.`)
    const mailer = openMailer(services.config, () => settings.mailLogo(services))
    const problem = await sendTestMail(mailer, address).finally(() => mailer.close())
    if (problem !== null) throw new Error(problem)
    return `The mail server took a test mail for ${address}.`
  },
}

/** All commands, in the order of `--help`. */
export const commands: readonly Command[] = [
  createAdmin,
  promote,
  resetPassword,
  listUsers,
  enablePasswordLogin,
  testMail,
  rotateKey,
  forgetSecrets,
  exportAll,
  importAll,
]
