import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { Language } from '@sightline/contract/languages.ts'
import type { DefaultTheme } from '@sightline/contract/settings.ts'
import { textDirection } from '@sightline/domain/languages.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../context.ts'
import { inLanguage } from '../language/reader.ts'
import { pathOf } from './caller.ts'
import { withDefaultTheme } from './default-theme.ts'
import { AppError } from './errors.ts'
import { type Brand, firstPaint } from './first-paint.ts'
import { type FirstTexts, firstTextsHtml } from './first-texts.ts'
import { FOR_GOOD } from './headers.ts'
import { MANIFEST_PATH, namedManifest, withTitle } from './named-pages.ts'
import { languageParts, pageLanguage } from './page-language.ts'
import { NO_PRELOADS, type PagePreloads, pagePreloads } from './page-preloads.ts'
import type { HttpServer } from './server.ts'
import { localPath, loginFor, pathWithin } from './site.ts'

/** Pages that work without a session. */
const PUBLIC = /^\/(login|ldap\/login|setup|forgot|reset\/.+|invite\/.+|verify\/.+|unsubscribe\/.+|public\/dashboards\/.+)$/
/** Embeds with an API key show by themselves that it is wrong: a frame is no place to sign in. */
const EMBED_WITH_KEY = /^\/embed\/query\/[^?]+\?(.*&)?api_key=[^&]/
const PUBLIC_DASHBOARD = /^\/public\/dashboards\//
/** Paths of files and API calls: never a page. */
const NOT_A_PAGE = /^\/(api|assets|static)(\/|$)/
const YEAR = `public, ${FOR_GOOD}`

export interface WebAppOptions {
  /** Folder of the built web app. */
  dist: string
  /** Whether the first admin exists. */
  isSetUp: () => Promise<boolean>
  /** The status of a page for visitors without a session. */
  statusOf: (path: string) => Promise<number>
  /** The theme of people who have not chosen one; `auto` is that of their device. */
  defaultTheme: () => Promise<DefaultTheme>
  /** The language of pages for people who have chosen none, if their browsers ask for none that we have. */
  defaultLanguage: () => Promise<Language>
  /** The name and logo of the organization. */
  brand: () => Promise<Brand>
  /** The texts that a page begins with, as far as the viewer may see them; null for none. */
  textsOf: (viewer: Viewer, path: string) => Promise<FirstTexts | null>
}

/** Serves the built web app: its files by name, and its one HTML page for every other URL that a signed-in user opens. */
export async function addWebApp(
  http: HttpServer,
  { dist, isSetUp, statusOf, defaultTheme, defaultLanguage, brand, textsOf }: WebAppOptions,
): Promise<void> {
  const { fastify, site, callerOf } = http
  const files = filesIn(dist)
  // The build has written compressed copies beside the files.
  await fastify.register(fastifyStatic, { root: dist, serve: false, preCompressed: true })
  const preloadsFor = pagePreloads(dist)
  const partsFor = languageParts(dist)
  const manifest = namedManifest(join(dist, MANIFEST_PATH))
  const page = existsSync(join(dist, 'index.html')) ? pageFrom(join(dist, 'index.html'), site.basePath) : null

  // Before the body is read, which is not used.
  fastify.addHook('onRequest', async (request) => {
    if (request.is404 && !isReading(request)) throw await failureFor(request, pathOf(request.url))
  })

  fastify.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url)
    if (path === MANIFEST_PATH && manifest !== null) return sendManifest(request, reply, manifest)
    if (files.has(path)) return sendFile(request, reply, path)
    if (NOT_A_PAGE.test(path)) throw await failureFor(request, path)
    return sendPage(request, reply, path)
  })

  /** Anonymous callers cannot find out which paths exist. */
  async function failureFor(request: FastifyRequest, path: string): Promise<AppError> {
    if (path.startsWith('/api/') && (await callerOf(request)).viewer.kind === 'nobody') return new AppError('unauthenticated')
    return new AppError(http.hasPath(path) ? 'method_not_allowed' : 'not_found')
  }

  function sendFile(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
    request.isFile = true
    // Names below /assets carry a hash of their content.
    const cacheControl = path.startsWith('/assets/') ? YEAR : 'public, max-age=3600'
    return reply.header('cache-control', cacheControl).sendFile(path.slice(1), { cacheControl: false })
  }

  async function sendManifest(request: FastifyRequest, reply: FastifyReply, manifest: (name: string) => string) {
    request.isFile = true
    const { name } = await brand()
    return reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8').send(manifest(name))
  }

  async function sendPage(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
    const go = (location: string) => reply.redirect(site.basePath + location)
    const { viewer, session } = await callerOf(request)
    const language = pageLanguage(viewer, request.headers['accept-language']) ?? (await defaultLanguage())
    const showPage = (status: number, preloads: PagePreloads, shown = '') =>
      sendHtml(reply.code(status), language, preloads, shown)
    if (!(await isSetUp())) return path === '/setup' ? showPage(200, NO_PRELOADS) : go('setup')
    if (path === '/setup') return go('')
    if (path === '/login' && viewer.kind === 'user') return reply.redirect(afterSignIn(request))
    if (viewer.kind === 'nobody' && !PUBLIC.test(path) && !EMBED_WITH_KEY.test(request.url)) {
      // API clients read the response and could not use an HTML page.
      if (request.headers['x-requested-with'] === 'XMLHttpRequest') throw new AppError('unauthenticated')
      return reply.redirect(loginFor(site, request.url))
    }
    // The page shows "not found" to people; the status says it to programs.
    if (viewer.kind !== 'token' && PUBLIC_DASHBOARD.test(path)) return showPage(404, NO_PRELOADS)
    const identity = await brand()
    const header = inLanguage(language, () => firstPaint(request.url, viewer, identity))
    const isByKey = viewer.kind === 'user' && session === null
    const texts = header === '' || isByKey || !isPhone(request) ? null : await textsOf(viewer, path)
    if (texts === null) return showPage(await statusOf(path), preloadsFor(path), header)
    // No cache that several people share may keep it.
    reply.header('cache-control', 'private, no-cache')
    return showPage(200, preloadsFor(path), header + firstTextsHtml(texts))
  }

  function afterSignIn(request: FastifyRequest): string {
    const { next } = request.query as Record<string, unknown>
    return pathWithin(site, localPath(typeof next === 'string' ? next : undefined, site.basePath))
  }

  async function sendHtml(
    reply: FastifyReply,
    language: string,
    { calls, files, data }: PagePreloads,
    shown: string,
  ): Promise<FastifyReply> {
    if (page === null) {
      return reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built. Run: npm run build\n')
    }
    const [theme, { name }] = await Promise.all([defaultTheme(), brand()])
    const parts = partsFor(language)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('vary', 'accept-language, cookie, user-agent')
        // The `<base>` element has to come before the URLs that are relative to it.
        .send(
          withDefaultTheme(withTitle(page, name), theme)
            .replace('lang="en"', `lang="${parts.language}" dir="${textDirection(parts.language)}"`)
            .replace(/<base [^>]*>/, (base) => base + calls + parts.script)
            .replace('</head>', () => `${files}${data}</head>`)
            .replace('</body>', () => `${shown}</body>`),
        )
    )
  }
}

/** Phones, and tablets that call themselves one: other devices have run the scripts before anybody could read the texts. */
const isPhone = ({ headers }: FastifyRequest) => /Mobi/.test(headers['user-agent'] ?? '')

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Paths of the files in a folder, except the HTML page itself. */
function filesIn(dist: string): ReadonlySet<string> {
  if (!existsSync(dist)) return new Set()
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name !== 'index.html' && statSync(join(dist, name)).isFile())
  return new Set(files.map((name) => `/${name.split(sep).join('/')}`))
}

/** The HTML page with URLs relative to the site's root. */
const pageFrom = (file: string, basePath: string) =>
  readFileSync(file, 'utf8').replace(/<base href="[^"]*"/, `<base href="${basePath}"`)
