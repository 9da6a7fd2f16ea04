import { z } from 'zod/mini'
import { columnName, maybeNumber, part } from '../stored-options.ts'

const limits = part({ min: maybeNumber, max: maybeNumber })

/** The stored options of a word cloud, by the names of the wire. */
export const WordCloudOptions = z.looseObject({
  /** Words; texts of several words where nothing says how often each occurs. */
  column: columnName,
  frequenciesColumn: columnName,
  wordLengthLimit: limits,
  wordCountLimit: limits,
})
export type WordCloudOptions = z.infer<typeof WordCloudOptions>
