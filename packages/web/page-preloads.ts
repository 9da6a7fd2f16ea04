import type { Plugin, Rolldown } from 'vite'

/** A page whose files and calls the server names to the browser before any script has run. */
interface Page {
  /** Matches the path of its URL; its groups are `$1` and so on in the calls. */
  path: string
  /** The modules that draw it, below this folder. */
  modules: string[]
  /** Modules that draw what is seen last: a phone loads them when it has painted the rest. */
  lastModules?: string[]
  /** Calls that it begins with, relative to the base of the site. */
  calls: string[]
  /**
   * Calls for what it shows, which its scripts would make later: fetched after the scripts, because a browser without HTTP/2 has only
   * six requests at a time.
   */
  data: string[]
}

/** Nearly every dashboard has a chart. */
const CHART = 'src/visualizations/chart/Renderer.tsx'

/** Only pages that people open by their URL and that should appear at once. */
const pages: Page[] = [
  {
    path: '^/$',
    modules: ['src/features/home/HomePage.tsx'],
    calls: ['api/session'],
    data: [
      'api/organization/status',
      'api/home',
      'api/dashboards/favorites?page_size=20&order=-starred_at',
      'api/dashboards/recent',
      'api/queries/favorites?page_size=20&order=-starred_at',
      'api/queries/recent',
      'api/queries?page_size=5&order=-executed_at&health=failing_or_stale',
      // Not the alerts: many users may not list them.
    ],
  },
  { path: '^/login$', modules: ['src/features/session/LoginPage.tsx'], calls: ['api/config'], data: [] },
  {
    path: '^/queries(/favorites|/archive|/my)?$',
    modules: ['src/features/queries/list/QueriesPage.tsx'],
    calls: ['api/session'],
    data: ['api/queries/tags'],
  },
  {
    path: '^/dashboards(/favorites)?$',
    modules: ['src/features/dashboards/list/DashboardsPage.tsx'],
    calls: ['api/session'],
    data: ['api/dashboards/tags'],
  },
  {
    path: '^/queries/([1-9]\\d*)$',
    modules: ['src/features/queries/page/index.tsx', 'src/features/queries/page/ResultPane.tsx'],
    calls: ['api/session', 'api/queries/$1'],
    data: ['api/data_sources'],
  },
  {
    path: '^/queries/([1-9]\\d*)/source$',
    modules: ['src/features/queries/page/index.tsx'],
    lastModules: ['src/features/queries/page/ResultPane.tsx'],
    calls: ['api/session', 'api/queries/$1'],
    data: ['api/data_sources'],
  },
  {
    path: '^/public/dashboards/[^/]+$',
    modules: ['src/features/dashboards/public/PublicDashboardPage.tsx'],
    lastModules: [CHART],
    // Its calls carry the key of the page.
    calls: [],
    data: [],
  },
  {
    path: '^/dashboard/([^/]+)$',
    modules: ['src/features/dashboards/page/load-order.tsx', 'src/features/dashboards/page/DashboardPage.tsx'],
    lastModules: [CHART],
    calls: ['api/session', 'api/dashboards/$1', 'api/dashboards/$1/first_results'],
    data: [],
  },
]

/** Records at build time the files that these pages need besides those of every page, for the server to name in the HTML. */
export const pagePreloads: Plugin = {
  name: 'page-preloads',
  apply: 'build',
  // After chunks that contain only styles have been removed.
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const known = filesOfEveryPage(bundle)
      const noted = pages.map(({ path, modules, lastModules = [], calls, data }) => {
        const files = [...filesFor(modules, bundle)].filter((file) => !known.has(file))
        const first = new Set([...known, ...files])
        const lastFiles = [...filesFor(lastModules, bundle)].filter((file) => !first.has(file))
        return { path, calls, data, files, lastFiles }
      })
      this.emitFile({ type: 'asset', fileName: 'page-preloads.json', source: JSON.stringify(noted) })
    },
  },
}

/** The files that the pages above begin with: those of every page, and those that draw them. */
export const firstFiles = (bundle: Rolldown.OutputBundle): Set<string> =>
  new Set([...filesOfEveryPage(bundle), ...pages.flatMap(({ modules }) => [...filesFor(modules, bundle)])])

const filesOfEveryPage = (bundle: Rolldown.OutputBundle) =>
  new Set(
    chunksIn(bundle)
      .filter(({ isEntry }) => isEntry)
      .flatMap((entry) => [...filesOf(entry, bundle)]),
  )

/** The files of these modules, with all that they import. */
export const filesFor = (modules: readonly string[], bundle: Rolldown.OutputBundle): Set<string> =>
  new Set(modules.flatMap((module) => [...filesOf(chunkOf(module, chunksIn(bundle)), bundle)]))

const chunksIn = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((file) => file.type === 'chunk')

function chunkOf(module: string, chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk {
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
  if (chunk === undefined) throw new Error(`No file was made of ${module}.`)
  return chunk
}

/** A chunk and all that it imports statically, scripts and styles. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): Set<string> {
  const found = new Set<string>()
  const visit = (one: Rolldown.OutputChunk) => {
    if (found.has(one.fileName)) return
    found.add(one.fileName)
    for (const style of one.viteMetadata?.importedCss ?? []) found.add(style)
    for (const name of one.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') visit(imported)
    }
  }
  visit(chunk)
  return found
}
