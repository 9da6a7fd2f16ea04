import { z } from 'zod/mini'
import { columnName, maybeNumber, part } from '../stored-options.ts'

const limits = part({ min: maybeNumber, max: maybeNumber })

/** The stored options of a word cloud, as named in the API. */
export const WordCloudOptions = z.looseObject({
  /** The column of words; without a frequency column its texts are split into words. */
  column: columnName,
  frequenciesColumn: columnName,
  wordLengthLimit: limits,
  wordCountLimit: limits,
})
export type WordCloudOptions = z.infer<typeof WordCloudOptions>
