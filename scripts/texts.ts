// Writes the texts of the web app into the catalogues of `packages/web/locales`, to be translated there. With `--check`, which is a
// part of `npm run lint`, it changes nothing and fails if a catalogue does not have exactly the texts of the code, each with a
// translation.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const commands = values.check
  ? [
      ['check', 'sync', '--clean'],
      ['check', 'missing'],
    ]
  : [['extract', '--clean']]
const options = ['--config', 'packages/web/lingui.config.ts', '--workers', '1']
const failed = commands.filter((command) => spawnSync('lingui', [...command, ...options], { stdio: 'inherit' }).status !== 0)
process.exitCode = failed.length === 0 ? 0 : 1
