import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileHints } from './compile-hints.ts'
import { compiledMessages } from './compiled-messages.ts'
import { compressedFiles } from './compressed-files.ts'
import { contractWithoutSchemas } from './contract-without-schemas.ts'
import { languageCalls } from './language-calls.ts'
import { languageFiles } from './language-files.ts'
import { pagePreloads } from './page-preloads.ts'
import { texts } from './texts.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

/** Where the server listens while both sides are developed. */
const server = process.env.SIGHTLINE_DEV_SERVER ?? 'http://127.0.0.1:5000'

/** Has the browser fetch the font of all texts along with the scripts, so that no text changes its width after the first paint. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /inter-latin-opsz-normal.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
          injectTo: 'head',
        })),
  },
}

/** The chunk `react` below. */
const LIBRARIES = /<link rel="modulepreload" crossorigin href="([^"]*\/react-[^"]+)">/
const FIRST_SCRIPT = /<script type="module" crossorigin src="([^"]+)"><\/script>/
/** For files that a phone fetches after the first paint: the same as in the server's `page-preloads.ts`. */
const AFTER_PAINT_ON_PHONES = 'media="(min-width: 801px)" data-after-paint'

/**
 * Lets `public/start.js` import the first script after the first paint, whose styles, font and calls browsers fetch before the
 * scripts; a phone fetches the scripts after it, too.
 */
const startAfterPaint: Plugin = {
  name: 'start-after-paint',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [element, main] = FIRST_SCRIPT.exec(html) ?? []
      const [, libraries] = LIBRARIES.exec(html) ?? []
      if (element === undefined || libraries === undefined) throw new Error('The page has no first scripts.')
      return html
        .replace(element, `<link rel="modulepreload" crossorigin href="${main}">`)
        .replaceAll('rel="modulepreload"', `rel="modulepreload" fetchpriority="low" ${AFTER_PAINT_ON_PHONES}`)
        .replace('</body>', `  <script src="./start.js" data-libraries="${libraries}" data-main="${main}"></script>\n  </body>`)
    },
  },
}

export default defineConfig({
  root: import.meta.dirname,
  // URLs in the built page are relative to its <base>, so that the product also works below a path.
  base: './',
  plugins: [
    texts(),
    languageCalls,
    compiledMessages,
    react(),
    contractWithoutSchemas,
    preloadFont,
    startAfterPaint,
    pagePreloads,
    compileHints,
    languageFiles(server),
    thirdPartyNotices,
    compressedFiles,
  ],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    // The server's content security policy refuses scripts from `data:` URLs, which Vite would make of small files.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // The modules that every page loads are one file: eighty small ones compress worse, and each of them costs headers and, even
        // if cached, a moment of the browser. The same goes for icons, and for what many pages have in common.
        codeSplitting: {
          groups: [
            // Apart from `first`, so that both load in parallel: it is a third of what every page begins with, and changes least.
            {
              name: 'react',
              test: /\/node_modules\/(react|react-dom|scheduler)\/|\/web\/src\/app\/create-root\.ts$/,
              tags: ['$initial'],
              priority: 3,
            },
            { name: 'first', tags: ['$initial'], priority: 2 },
            // The pages that most people open first, with all that they need: few files, each worth its request. The check of URLs would
            // otherwise be in `markdown`, which dashboards load later.
            {
              name: 'lists',
              test: /\/(web\/src\/features\/(queries\/list\/QueriesPage|dashboards\/list\/DashboardsPage)\.tsx|domain\/src\/allowed-urls\.ts)$/,
              priority: 2,
            },
            // The home page needs most of the lists, and they nothing of it.
            { name: 'home', test: /\/web\/src\/features\/home\/HomePage\.tsx$/, priority: 1.5 },
            { name: 'icons', test: /@tabler\/icons-react/, priority: 1 },
            // Large libraries that many pages share, but not the lists, which most people open first.
            // Apart from the parser of Markdown and before it, because tables need it too.
            { name: 'sanitizing', test: /\/node_modules\/dompurify\/|\/web\/src\/ui\/safe-urls\./, priority: 2 },
            { name: 'markdown', test: /\/node_modules\/marked\/|\/web\/src\/ui\/Markdown\.tsx/, priority: 2 },
            // The lists show no visualization and parse no stored options.
            { name: 'schemas', test: /\/node_modules\/zod\/|\/web\/src\/visualizations\/stored-options\./, priority: 2 },
            // Shortcuts are as small as a function, and would be merged with the pickers of dates; the pages with shortcuts have numbers.
            { name: 'numbers', test: /\/(react-number-format|components\/NumberInput|use-hotkeys)\//, priority: 2 },
            { name: 'often', test: /^(?!.*\/web\/src\/visualizations\/)/, minShareCount: 20, priority: 1 },
            // Modules that the same pages need share a chunk.
            { name: 'controls', test: /@mantine\//, entriesAware: true, entriesAwareMergeThreshold: 4000, priority: 1 },
            {
              name: 'parts',
              test: /\/(web\/src\/(ui\/|app\/|features\/[\w-]+\/api)|domain\/src\/(parameters\/record|format)\b)/,
              minShareCount: 6,
            },
            // The code that runs queries, which the pages of queries and dashboards begin with, and the code that draws results with what
            // can be done with their marks, each with its dependencies: in few files, because a phone takes as long for a small one as
            // for 20 KB more in another.
            {
              name: 'runs',
              test: /\/(domain\/src\/(semaphore|parameters\/previous)|web\/src\/(results\/(dropdowns|follow-run|result-filters|job-client)|visualizations\/ImageItems|features\/(acl|data-sources|events|subscriptions)\/api|app\/query-link|ui\/(after-paint|loaded-part|EditInPlace|TagsControl|use-elapsed|parameters\/ParametersBar|permissions\/PermissionsDialog|data-table\/MatchCount)))\.tsx?$/,
            },
            {
              name: 'drawings',
              test: /\/web\/src\/(visualizations\/(registry|VisualizationView|renders-immediately|MarkCard|ZoomItem|html-text)|results\/ResultZone|app\/(use-formats|MarkActions|open-as-query)|ui\/(ChoiceList|filters\/FiltersBar|parameters\/SetParameterMenu))\.tsx?$/,
            },
            {
              name: 'dashboards',
              test: /\/web\/src\/(grid\/|features\/dashboards\/(values\/|widget-placement\.ts|page\/(runs\.ts|load-order\.tsx)))/,
            },
            // The code that only the page of a query and its dialogs need.
            { name: 'query', test: /\/web\/src\/features\/queries\/page\/index\.tsx$/ },
            // The same for dashboards.
            { name: 'board', test: /\/web\/src\/features\/dashboards\/page\/DashboardPage\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '^/(api|login|logout|setup|ping|static)(/|\\?|$)': {
        target: server,
        // The pages of sign-in and set-up are part of the web app; only what they send goes to the server.
        bypass: ({ method, url = '', headers }) => {
          // Maps and the frames of custom charts and plug-ins are files of the web app.
          if (/^\/static\/(maps\/|(custom-chart|plug-in-frame)\.html)/.test(url)) return url
          const isPage = method === 'GET' && headers.accept?.includes('text/html') && !/^\/(logout|api)/.test(url)
          return isPage ? '/index.html' : undefined
        },
      },
    },
  },
})
