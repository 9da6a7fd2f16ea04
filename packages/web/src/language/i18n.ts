import { type CompiledMessage, I18n, type Messages } from '@lingui/core'

/** What the script of a language sets before any module runs. English has no such script: its texts are in the code. */
interface LoadedLanguage {
  language: string
  messages: Messages
}

declare global {
  var sightlineLanguage: LoadedLanguage | undefined
}

type Values = Record<string, unknown>

/** Lingui reads `\u0041` and `\x41` in a finished text as characters, even in values, where they are what somebody has typed. */
const asTyped = (value: unknown) =>
  typeof value === 'string' ? value.replace(/\\(?=u[\da-f]{4}|x[\da-f]{2})/gi, '\\x5c') : value

class Texts extends I18n {
  /** The text of a message in the language of the page. The macros `t`, `plural` and `Trans` become calls of it. */
  override _(...[descriptor, values, options]: Parameters<I18n['_']>): string {
    const typed = (given: Values | undefined) =>
      given && Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asTyped(value)]))
    return typeof descriptor === 'string'
      ? super._(descriptor, typed(values), options)
      : super._({ ...descriptor, values: typed(descriptor.values) })
  }
}

/** The texts of the page. The language is known here already, so a constant of a module can be a text. */
export const i18n = new Texts({})

// The build has compiled every message that has placeholders, so a message that is still a text is shown as it is.
if (import.meta.env?.PROD) i18n.setMessagesCompiler((text): CompiledMessage => text)

const { language, messages } = globalThis.sightlineLanguage ?? { language: 'en', messages: {} }
i18n.loadAndActivate({ locale: language, messages })
