import { expect, it } from 'vitest'
import { withoutPluralForms } from './plural-forms.ts'

const translated = (text: string) => `msgid "English"\nmsgstr "${text}"\n`
const forms = (text: string) => `zero {${text}} one {${text}} two {${text}} few {${text}} many {${text}} other {${text}}`

it('a translation has all the forms of a number that its language has (OPEN-526)', () => {
  const german = '{n, plural, one {# Zeile} other {# Zeilen}}'
  expect(withoutPluralForms(translated(german), 'de')).toEqual([])
  expect(withoutPluralForms(translated(german), 'ar')).toEqual([german])
  expect(withoutPluralForms(translated(`{n, plural, ${forms('# صف')}}`), 'ar')).toEqual([])
})

it('a plural within another one is looked at, too (OPEN-526)', () => {
  const nested = `{n, plural, ${forms('{m, plural, one {a} other {b}}')}}`
  expect(withoutPluralForms(translated(nested), 'ar')).toEqual([nested])
})
