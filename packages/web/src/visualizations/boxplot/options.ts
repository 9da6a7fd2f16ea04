import { z } from 'zod/mini'
import { text } from '../stored-options.ts'

/** The stored options of a box plot, as named in the API. */
export const BoxplotOptions = z.looseObject({ xAxisLabel: text(''), yAxisLabel: text('') })
export type BoxplotOptions = z.infer<typeof BoxplotOptions>
