import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '@sightline/contract/languages.ts'
import { writeFor } from '@sightline/domain/language/i18n.ts'
import { translationOf } from './translations.ts'

/** The language of the reader of an answer, a mail or a message that is being written. */
const reader = new AsyncLocalStorage<Language>()

/** The language of the reader, for what another thread writes. */
export const readerLanguage = (): Language => reader.getStore() ?? 'en'

// Nobody has another language than English before this module is loaded.
writeFor({ language: readerLanguage, find: (message, context) => translationOf(readerLanguage(), message, context) })

/** Runs a function whose texts, and those of everything that it calls and awaits, are in a language. */
export const inLanguage = <Result>(language: Language, write: () => Result): Result => reader.run(language, write)
