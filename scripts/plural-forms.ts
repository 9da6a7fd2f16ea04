import { IntlMessageFormat } from 'intl-messageformat'
import { parsePo } from 'pofile-ts'

type Elements = ReturnType<IntlMessageFormat['getAst']>

/**
 * The translations of a catalogue that lack a form of a number, such as that of two things in Arabic.
 * @param catalogue a PO file of gettext
 * @param language tag of BCP 47
 */
export function withoutPluralForms(catalogue: string, language: string): string[] {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  // With two forms, translators see from the text whether there can be one thing only.
  if (needed.length <= 2) return []
  return parsePo(catalogue)
    .items.map(({ msgstr: [text = ''] }) => text)
    .filter((text) => text.includes('plural,'))
    .filter((text) =>
      pluralsIn(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst()).some(
        (forms) => !needed.every((form) => forms.includes(form)),
      ),
    )
}

/** The forms of each plural in a message, also of those within others. */
const pluralsIn = (elements: Elements): string[][] =>
  elements.flatMap((element) => {
    if (!('options' in element)) return []
    const within = Object.values(element.options).flatMap(({ value }) => pluralsIn(value))
    return 'pluralType' in element ? [Object.keys(element.options), ...within] : within
  })
