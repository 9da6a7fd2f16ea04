import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@sightline/contract/languages.ts'
import { acceptedLanguage } from '@sightline/domain/languages.ts'
import { z } from 'zod'
import type { Viewer } from '../context.ts'

/** The scripts with the texts of the languages, by language, relative to the base of the site. English has none: its texts are in the code. */
const LanguageScripts = z.record(z.string(), z.string())

/** The language of a page: that of a user who has chosen one, else that of the browser; null for that of the organization. */
export const pageLanguage = (viewer: Viewer, acceptLanguage: string | undefined): Language | null =>
  (viewer.kind === 'user' ? viewer.language : null) ?? acceptedLanguage(acceptLanguage)

/**
 * The language of an answer: that of the page which has asked. Programs with an API key, and those that accept no language, get English,
 * because clients of Redash compare texts.
 * @returns null for the language of the organization
 */
export const answerLanguage = (viewer: Viewer, hasKey: boolean, acceptLanguage: string | undefined): Language | null =>
  hasKey || acceptLanguage === undefined ? 'en' : pageLanguage(viewer, acceptLanguage)

/** The parts of an HTML page that depend on its language. */
export interface LanguageParts {
  /** For the attribute `lang` of `<html>`. */
  language: string
  /** The element that loads the texts, which runs before all modules; '' for English. */
  script: string
}

const ENGLISH: LanguageParts = { language: 'en', script: '' }

/**
 * Reads the list of languages that the build of the web app has written.
 * @param dist folder of the built web app
 * @returns a function from a language to its parts of the page; a language without texts is shown in English
 */
export function languageParts(dist: string): (language: string) => LanguageParts {
  const file = join(dist, 'languages.json')
  const scripts = existsSync(file) ? LanguageScripts.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
  return (language) => {
    const script = scripts[language]
    return script === undefined ? ENGLISH : { language, script: `<script defer src="./${script}"></script>` }
  }
}
