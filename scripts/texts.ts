// Writes the texts of the web app into the catalogues of `packages/web/locales`, to be translated there. With `--check`, which is a
// part of `npm run lint`, it changes nothing and fails if a catalogue does not have exactly the texts of the code, each with a
// translation. Each number needs all forms of its language.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { languages } from '@sightline/contract/languages.ts'
import { withoutPluralForms } from './plural-forms.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const translated = languages.filter((language) => language !== 'en')
const commands = values.check
  ? [
      ['check', 'sync', '--clean'],
      ['check', 'missing'],
    ]
  : [['extract', '--clean']]
const options = ['--config', 'packages/web/lingui.config.ts', '--workers', '1']
const failed = commands.filter((command) => spawnSync('lingui', [...command, ...options], { stdio: 'inherit' }).status !== 0)

const problems = translated.flatMap((language) =>
  withoutPluralForms(readFileSync(`packages/web/locales/${language}.po`, 'utf8'), language).map(
    (text) => `${language}: not all forms of the number in "${text}"`,
  ),
)
if (values.check) for (const line of problems) console.error(line)

process.exitCode = failed.length === 0 && (!values.check || problems.length === 0) ? 0 : 1
