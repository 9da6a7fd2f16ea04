import type { Language } from '@sightline/contract/languages.ts'
import { parsePo } from 'pofile-ts'
import { memoized } from '../memoized.ts'
import type { Translation } from './i18n.ts'

/** Between the context of a message and the message, as in the binary catalogues of gettext. */
const SEPARATOR = '\u0004'

const keyOf = (message: string, context: string | null | undefined) => (context ? `${context}${SEPARATOR}${message}` : message)

/**
 * Makes a function that finds translations in catalogues.
 * @param read returns the catalogue of a language, a PO file of gettext. It is read when somebody first asks for a text in that language.
 * @returns a function from a message, with the context that tells one of several meanings, to its translation; undefined for a message
 * without one
 */
export function translationsFrom(read: (language: Language) => string) {
  const catalogueOf = memoized(
    (language: Language): ReadonlyMap<string, string> =>
      new Map(parsePo(read(language)).items.map(({ msgid, msgctxt, msgstr: [text = ''] }) => [keyOf(msgid, msgctxt), text])),
  )
  return (language: Language, message: string, context?: string): Translation | undefined => {
    const text = language === 'en' ? undefined : catalogueOf(language).get(keyOf(message, context))
    return text === undefined || text === '' ? undefined : { language, text }
  }
}
