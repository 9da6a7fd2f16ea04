import { z } from 'zod'

/** The languages of the texts of the product, by their tags of BCP 47. English is the source of the others. */
export const languages = ['en', 'de', 'ja', 'ar'] as const

export const Language = z.enum(languages)
export type Language = z.infer<typeof Language>
