import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { acceptedLanguage, textDirection } from '@sightline/domain/languages.ts'
import type { Plugin } from 'vite'

/** A language that nobody speaks: the English texts with marks, which show a text that is in no catalogue. */
export const PSEUDO_LANGUAGE = 'pseudo'

/** The path of the script of the language while the web app is developed. */
const DEVELOPED = '/language.js'

/**
 * Makes the script of a language: it keeps its messages for `src/language/i18n.ts`, which takes the English text of a message without
 * a translation.
 */
export async function languageScript(language: string): Promise<string> {
  const config = getConfig({ configPath: `${import.meta.dirname}/lingui.config.ts` })
  const [catalog] = await getCatalogs(config)
  const isPseudo = language === PSEUDO_LANGUAGE
  const entries = Object.entries((await catalog?.read(isPseudo ? 'de' : language)) ?? {})
  const messages = Object.fromEntries(
    entries.flatMap(([id, { message = '', translation = '', origin }]) => {
      const text = isPseudo ? message : translation
      return text === '' || isOfServerAlone(origin) ? [] : [[id, text]]
    }),
  )
  const { source, errors } = createCompiledCatalog(language, messages, {
    namespace: 'json',
    ...(isPseudo ? { pseudoLocale: language } : {}),
  })
  const [failed] = errors
  if (failed) throw new Error(`A text in "${language}" is no valid message: ${failed.source}`, { cause: failed.error })
  return `globalThis.sightlineLanguage={language:${JSON.stringify(language)},messages:${JSON.stringify(JSON.parse(source).messages)}}\n`
}

/** Whether only the server shows a text, so that browsers need not load it. */
const isOfServerAlone = (origin: readonly (readonly [file: string, ...unknown[]])[] = []) =>
  origin.length > 0 && origin.every(([file]) => /^\.\.\/(server|contract)\//.test(file))

/**
 * Writes one script for each language but English, and `languages.json` with their names for the server, which puts the one of the
 * reader into the page. While the web app is developed, it chooses as the server does.
 */
export const languageFiles = (server: string): Plugin => ({
  name: 'language-files',
  async generateBundle() {
    const { locales } = getConfig({ configPath: `${import.meta.dirname}/lingui.config.ts` })
    const files = await Promise.all(
      locales.map(async (language) => {
        const script = this.emitFile({ type: 'asset', name: `language-${language}.js`, source: await languageScript(language) })
        return [language, this.getFileName(script)]
      }),
    )
    this.emitFile({ type: 'asset', fileName: 'languages.json', source: JSON.stringify(Object.fromEntries(files)) })
  },
  configureServer({ middlewares }) {
    middlewares.use(DEVELOPED, async ({ headers }, response, next) => {
      try {
        const session = await fetch(`${server}/api/session`, { headers: { cookie: headers.cookie ?? '' } })
        const chosen: unknown = session.ok ? (await session.json()).client_config.language : null
        const language = typeof chosen === 'string' ? chosen : (acceptedLanguage(headers['accept-language']) ?? 'en')
        response.setHeader('content-type', 'text/javascript')
        const root = `Object.assign(document.documentElement,${JSON.stringify({ lang: language, dir: textDirection(language) })})\n`
        response.end(root + (language === 'en' ? '' : await languageScript(language)))
      } catch (error) {
        next(error)
      }
    })
  },
  transformIndexHtml: {
    order: 'pre',
    handler: (_, { server: developed }) =>
      developed ? [{ tag: 'script', attrs: { src: `.${DEVELOPED}`, 'vite-ignore': true }, injectTo: 'head-prepend' }] : [],
  },
})
