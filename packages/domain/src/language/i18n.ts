import { IntlMessageFormat } from 'intl-messageformat'
import { RecentlyUsed } from '../recently-used.ts'
import { isolated } from './isolated.ts'

/** Values for the placeholders of a message. */
export type MessageValues = Record<string, string | number>

/** A message in the language of its reader. */
export interface Translation {
  /** A tag of BCP 47, for the plural rules and the numbers. */
  language: string
  text: string
}

/** Finds the translation of an English message for the reader; undefined leaves it in English. */
export type FindTranslation = (message: string, context?: string) => Translation | undefined

/** The language of the reader of what this process writes at the moment, and its texts. */
export interface ReaderTexts {
  /** A tag of BCP 47. */
  language(): string
  find: FindTranslation
}

let reader: ReaderTexts = { language: () => 'en', find: () => undefined }

/**
 * Sets who reads the texts of this process. The server does it; without it every message is English.
 * @returns what was set before
 */
export function writeFor(next: ReaderTexts): ReaderTexts {
  const before = reader
  reader = next
  return before
}

/**
 * The translation of a message that stands in a table of the contract, without placeholders; English if there is none. Only for the
 * server: the module that browsers get in place of this one does not have it.
 */
export const inReaderLanguage = (message: string): string => reader.find(message)?.text ?? message

/** Numbers stay numbers, because plural rules depend on them. */
const isolatedValues = (values: MessageValues, language: string): MessageValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value, language) : value]),
  )

/** Parsed messages of all languages. The limit is above the number of messages that one process shows. */
const parsed = new RecentlyUsed<string, IntlMessageFormat>(5000)

/**
 * The texts of modules that Node runs as they are, without the macros of the web app. `scripts/texts.ts` puts each message that is
 * written in a call of `i18n._` into the catalogues, so it is a plain string there. Browsers get the module `language/i18n.ts` of the
 * web app in place of this one, with compiled messages (`web/language-calls.ts`).
 */
export const i18n = {
  /** The language of the reader, for `Intl`: a tag of BCP 47. */
  get locale(): string {
    return reader.language()
  },

  /**
   * The text of a message for its reader. Ask for it when it is shown: the next reader may have another language.
   * @param message in English, in the format ICU MessageFormat
   * @param values of the placeholders; plain numbers are shown as they are, `#` with thousands separators
   * @param options `context` tells translators which of several meanings a text has; it is a plain string too
   */
  _(message: string, values?: MessageValues, { context }: { context?: string } = {}): string {
    const { text, language } = reader.find(message, context) ?? { text: message, language: 'en' }
    // Most messages have no placeholder, and an apostrophe or brace is the only character with a meaning.
    if (!/['{]/.test(text)) return text
    const key = `${language}:${text}`
    let format = parsed.get(key)
    if (format === undefined) {
      format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
      parsed.set(key, format)
    }
    return String(format.format(values && isolatedValues(values, language)))
  },
}
