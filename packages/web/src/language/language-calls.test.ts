import { i18n as ofDomain } from '@sightline/domain/language/i18n.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { withMessageIds } from '../../language-calls.ts'
import { i18n } from './i18n.ts'

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

/** The value of an expression of a module in the browser, where it runs with the texts of the page. */
const inBrowser = (code: string) => new Function('i18n', `return ${withMessageIds(`${code}`, 'x.ts')}`)(i18n)

const ROWS = "i18n._('{count, plural, one {# row} other {# rows}}', { count: 1000 })"

describe('a text of a module that Node runs without macros, in a browser', () => {
  it('is the same as on the server in English (OPEN-518)', () => {
    const onServer = ofDomain._('{count, plural, one {# row} other {# rows}}', { count: 1000 })
    expect([inBrowser(ROWS), onServer]).toEqual(['1,000 rows', '1,000 rows'])
  })

  it('has the id of a text of a macro, and another one with a context (OPEN-518)', () => {
    const code = withMessageIds("[i18n._('Share'), i18n._('Share', {}, { context: 'a part of a whole' })]", 'x.ts')
    const [own, other] = [...code.matchAll(/id:"([^"]+)"/g)].map(([, id = '']) => id)
    i18n.loadAndActivate({ locale: 'de', messages: { [own ?? '']: ['Teilen'], [other ?? '']: ['Anteil'] } })
    expect(inBrowser("[i18n._('Share'), i18n._('Share', {}, { context: 'a part of a whole' })]")).toEqual(['Teilen', 'Anteil'])
  })

  it('is refused by the build if it is no plain string (OPEN-518)', () => {
    expect(() => withMessageIds('i18n._(name)', 'x.ts')).toThrow('The message of a call of i18n._ is no plain string.')
  })
})
