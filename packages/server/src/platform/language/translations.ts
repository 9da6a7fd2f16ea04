import { readFileSync } from 'node:fs'
import { translationsFrom } from '@sightline/domain/language/catalogue.ts'

/** The translation of an English message; undefined for one without a translation. */
export const translationOf = translationsFrom((language) =>
  readFileSync(new URL(`../../../../web/locales/${language}.po`, import.meta.url), 'utf8'),
)
