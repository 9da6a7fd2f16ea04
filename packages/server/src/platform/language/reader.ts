import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '@sightline/contract/languages.ts'
import { translateWith } from '@sightline/domain/language/i18n.ts'
import { translationOf } from './translations.ts'

/** The language of the reader of an answer, a mail or a message that is being written. */
const reader = new AsyncLocalStorage<Language>()

// Nobody has another language than English before this module is loaded.
translateWith((message, context) => {
  const language = reader.getStore()
  return language === undefined ? undefined : translationOf(language, message, context)
})

/** The language of the reader, for what another thread writes. */
export const readerLanguage = (): Language => reader.getStore() ?? 'en'

/** Runs a function whose texts, and those of everything that it calls and awaits, are in a language. */
export const inLanguage = <Result>(language: Language, write: () => Result): Result => reader.run(language, write)
