import { readFileSync } from 'node:fs'
import type { Language } from '@sightline/contract/languages.ts'
import type { Translation } from '@sightline/domain/language/i18n.ts'
import { memoized } from '@sightline/domain/memoized.ts'
import { parsePo } from 'pofile-ts'

/** Between the context of a message and the message, as in the binary catalogues of gettext. */
const SEPARATOR = '\u0004'

const keyOf = (message: string, context: string | null | undefined) => (context ? `${context}${SEPARATOR}${message}` : message)

/** The catalogue of a language, by message. It is read when somebody first asks for a text in that language. */
const catalogueOf = memoized((language: Language): ReadonlyMap<string, string> => {
  const file = new URL(`../../../../web/locales/${language}.po`, import.meta.url)
  const { items } = parsePo(readFileSync(file, 'utf8'))
  return new Map(items.map(({ msgid, msgctxt, msgstr: [text = ''] }) => [keyOf(msgid, msgctxt), text]))
})

/**
 * Finds the translation of an English message; undefined for a message without one.
 * @param context tells one of several meanings of the message
 */
export function translationOf(language: Language, message: string, context?: string): Translation | undefined {
  const text = language === 'en' ? undefined : catalogueOf(language).get(keyOf(message, context))
  return text === undefined || text === '' ? undefined : { language, text }
}
