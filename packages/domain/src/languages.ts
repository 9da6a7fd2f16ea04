import { type Language, languages } from '@sightline/contract/languages.ts'

/** The name of each language in the language itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch', ja: '日本語', ar: 'العربية' }

/** The direction of the texts of a language, for the attribute `dir` of `<html>`. @param language a tag of BCP 47 */
export const textDirection = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')

/**
 * Chooses the language of somebody who has chosen none.
 * @param accepted the header `Accept-Language` (RFC 9110, section 12.5.4), such as `de-AT,de;q=0.9,en;q=0.5`
 * @returns the first language that we have, in the order of their weights; null if there is none
 */
export function acceptedLanguage(accepted: string | undefined): Language | null {
  const wanted = (accepted ?? '').split(',').flatMap((part) => {
    const [tag = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
    const language = languages.find((one) => tag === one || tag.startsWith(`${one}-`))
    return language !== undefined && weight > 0 ? [{ language, weight }] : []
  })
  return wanted.sort((a, b) => b.weight - a.weight)[0]?.language ?? null
}
