import type { ExtractorType } from '@lingui/conf'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { createSwcExtractor } from '@lingui/native-tools'
import { catalogue } from '@sightline/contract/errors.ts'

const ERRORS = '/packages/contract/src/errors.ts'

/** Reads the messages of the errors that the server answers, which stand in a table. */
export const errorExtractor: ExtractorType = {
  match: (filename) => filename.endsWith(ERRORS),
  extract(filename, _, onMessage) {
    // A message that is nothing but a reason has no words of its own.
    for (const { message } of Object.values(catalogue))
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
