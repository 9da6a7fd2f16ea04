import { I18n, type MessageDescriptor, type MessageOptions, type Messages } from '@lingui/core'
import { isolated } from '@sightline/domain/language/isolated.ts'

/** The messages that the script of a language sets before any module runs. English has no such script: its texts are in the code. */
interface LoadedLanguage {
  language: string
  messages: Messages
}

declare global {
  var sightlineLanguage: LoadedLanguage | undefined
}

type Values = Record<string, unknown>

/**
 * A value as it was typed, in its own direction. Lingui reads `\u0041` and `\x41` in a finished text as characters, even in values.
 */
const asTyped = (value: unknown) =>
  typeof value === 'string' ? isolated(value, language).replace(/\\(?=u[\da-f]{4}|x[\da-f]{2})/gi, '\\x5c') : value

const allAsTyped = (values: Values | undefined) =>
  values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asTyped(value)]))

class Texts extends I18n {
  override _(descriptor: MessageDescriptor, values?: Values): string
  override _(id: string, values?: Values, options?: MessageOptions): string
  /** The text of a message in the language of the page. The macros `t`, `plural` and `Trans` become calls of it. */
  override _(message: MessageDescriptor | string, values?: Values, options?: MessageOptions): string {
    return typeof message === 'string'
      ? super._(message, allAsTyped(values), options)
      : super._({ ...message, values: allAsTyped(message.values ?? values) })
  }
}

const { language, messages } = globalThis.sightlineLanguage ?? { language: 'en', messages: {} }

/** The texts of the page. The language is known here already, so a constant of a module can be a text. */
export const i18n = new Texts({})

// The build has compiled every message that has placeholders, so a message that is still a text is shown as it is.
if (import.meta.env?.PROD) i18n.setMessagesCompiler((text) => [text])

i18n.loadAndActivate({ locale: language, messages })

/** The language of the page: a tag of BCP 47. */
export const pageLanguage = language
