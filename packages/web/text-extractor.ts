import type { ExtractorType } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { createSwcExtractor } from '@lingui/native-tools'
import { catalogue } from '@sightline/contract/errors.ts'
import { inputProblems } from '@sightline/contract/input-problems.ts'

/** The messages in the tables of the contract, which the server translates when it answers. */
const tables: Readonly<Record<string, readonly string[]>> = {
  'errors.ts': Object.values(catalogue).map(({ message }) => message),
  'input-problems.ts': Object.values(inputProblems),
}
const tableOf = (filename: string) => /\/packages\/contract\/src\/([\w-]+\.ts)$/.exec(filename)?.[1] ?? ''

/** Reads the messages of the errors that the server answers, which stand in tables. */
export const errorExtractor: ExtractorType = {
  match: (filename) => Object.hasOwn(tables, tableOf(filename)),
  extract(filename, _, onMessage) {
    // A message that is nothing but a reason has no words of its own.
    for (const message of tables[tableOf(filename)] ?? [])
      if (!/^\{\w+\}$/.test(message))
        onMessage({ id: generateMessageId(message), message, origin: [filename, 1], placeholders: {} })
  },
}

const extractor = createSwcExtractor()

/**
 * Reads the texts of macros, and those of calls `i18n._('English text', values)` in modules that Node runs without macros. Lingui
 * takes the text of such a call for an id; it gets the id that the macros would give it, so that both share a translation.
 */
export const textExtractor: ExtractorType = {
  match: extractor.match,
  extract: (filename, code, onMessage, context) =>
    extractor.extract(
      filename,
      code,
      (found) =>
        onMessage(
          found.message === undefined ? { ...found, id: generateMessageId(found.id, found.context), message: found.id } : found,
        ),
      context,
    ),
}
