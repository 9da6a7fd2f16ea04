import { isEmailAddress } from '@sightline/contract/users.ts'
import * as settings from '../features/settings/service.ts'
import { sendTestMail } from '../features/settings/test-mail.ts'
import { openMailer } from '../platform/mail/mailer.ts'
import { backup } from './backup.ts'
import { checkPlugIn } from './check-plug-in.ts'
import { type Command, OPERATOR, type ServiceCommand } from './command.ts'
import { moveFiles } from './move-files.ts'
import { moveTo } from './move-to.ts'
import { createAdmin, listUsers, promote, resetPassword, resetSecondFactor } from './people.ts'
import { restore } from './restore.ts'
import { forgetSecrets, rotateKey } from './secret-key.ts'
import { exportAll, importAll } from './transfer.ts'

const enablePasswordLogin: ServiceCommand = {
  name: 'enable-password-login',
  takes: [],
  options: {},
  help: ['Lets people sign in with passwords again, when the other ways in have failed.'],
  async run({ services }) {
    await settings.enablePasswordLogin(services, OPERATOR)
    return 'Signing in with a password is switched on.'
  },
}

const testMail: ServiceCommand = {
  name: 'test-mail',
  takes: ['<address>'],
  options: {},
  help: ['Sends a mail that says it is a test, and tells what the mail server said.'],
  async run({ services, given: [address = ''] }) {
    if (!isEmailAddress(address)) throw new Error(`${address} is not an email address.`)
    const mailer = openMailer(services.config, () => settings.mailBrand(services))
    const problem = await sendTestMail(mailer, address).finally(() => mailer.close())
    if (problem !== null) throw new Error(problem)
    return `The mail server took a test mail for ${address}.`
  },
}

const migrate: ServiceCommand = {
  name: 'migrate',
  takes: [],
  options: {},
  help: [
    'Brings the tables of the metadata database up to date, as a start does, and ends. For use before several processes start.',
  ],
  // The tables are brought up to date when the database is opened.
  run: async () => 'The database is up to date.',
}

/** All commands, in the order of `--help`. */
export const commands: readonly Command[] = [
  createAdmin,
  promote,
  resetPassword,
  resetSecondFactor,
  listUsers,
  enablePasswordLogin,
  testMail,
  migrate,
  rotateKey,
  forgetSecrets,
  exportAll,
  importAll,
  backup,
  restore,
  moveTo,
  moveFiles,
  checkPlugIn,
]
