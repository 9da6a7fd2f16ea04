import * as settings from '../features/settings/service.ts'
import { type Command, OPERATOR } from './command.ts'
import { forgetSecrets } from './forget-secrets.ts'
import { createAdmin, listUsers, promote, resetPassword } from './people.ts'
import { rotateKey } from './rotate-key.ts'
import { testMail } from './test-mail.ts'
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

/** Every command, in the order of `--help`. */
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
