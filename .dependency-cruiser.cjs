// The doors of docs/house.md, section 2, as rules. The plan and the building stay one.
const S = 'packages/server/src'
const W = 'packages/web/src'
const test = String.raw`\.(test|api\.test|service\.test)\.tsx?$`
/** Files of a feature with SQL: `store.ts`, `finish.store.ts`, also in subfolders. */
const store = String.raw`.*store\.ts$`
const storeOrTables = String.raw`.*(store|tables)\.ts$`
/** Rooms of runners/ that are no types: what several types share. */
const sharedByTypes =
  'sql|values|http|postgres-wire|mysql-wire|tds|ssh|aws|google|embedded-duckdb|embedded-sqlite|file-tables|elasticsearch-wire|trino-wire|cassandra-wire'

/**
 * The features of the server. Each imports only those before it, tables of any feature aside, so no two features need each other.
 * A feature that must react to a later one lets that one hand in a function, as alerts do (`onResultToCheck`).
 */
const features = [
  ...['audit', 'events', 'favorites', 'settings', 'users', 'data-sources', 'queries', 'executions', 'visualizations'],
  ...['dashboards', 'acl', 'destinations', 'alerts', 'subscriptions', 'clean-up', 'groups', 'session', 'snippets', 'status'],
  ...['transfer', 'setup'],
]

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule(
      'no-circles',
      'Two files that need each other are one thing in two places.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    ),
    rule(
      'contract-knows-nobody',
      'What crosses the wire depends on zod alone.',
      { path: '^packages/contract/src' },
      { path: ['^packages/(domain|server|web)', '^(e2e|bench|fuzz)'] },
    ),
    rule('contract-is-pure', 'The contract runs anywhere.', { path: '^packages/contract/src' }, { dependencyTypes: ['core'] }),
    rule(
      'domain-is-pure',
      'Rules are functions: no I/O, no React, no drawing library.',
      { path: '^packages/domain/src', pathNot: test },
      { path: ['^packages/(server|web)', 'node_modules/(react|echarts|@mantine|fastify|pg|drizzle-orm)'] },
    ),
    rule(
      'domain-has-no-node',
      'Domain code runs in the browser too.',
      { path: '^packages/domain/src', pathNot: test },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'server-and-web-meet-in-the-contract',
      'The two sides share the contract and the domain, nothing else.',
      { path: '^packages/server' },
      { path: '^packages/web/src' },
    ),
    rule(
      'web-and-server-meet-in-the-contract',
      'The two sides share the contract and the domain, nothing else.',
      { path: '^packages/web' },
      { path: '^packages/server' },
    ),
    rule(
      'platform-knows-no-feature',
      'How we talk to the world does not know what we say.',
      { path: `^${S}/platform`, pathNot: test },
      { path: `^${S}/(features|runners|destinations)` },
    ),
    rule(
      'routes-answer-only',
      'A route maps an endpoint to a function; decisions are in the service.',
      { path: `^${S}/features/.*routes\\.ts$` },
      { path: [`^${S}/features/[^/]+/${storeOrTables}`, 'node_modules/drizzle-orm', `^${S}/platform/db`] },
    ),
    rule(
      'services-know-no-sql',
      'SQL lives in stores.',
      { path: `^${S}/features/`, pathNot: [test, `^${S}/features/[^/]+/${storeOrTables}`] },
      { path: ['node_modules/(drizzle-orm|fastify|pg)/'] },
    ),
    rule(
      'stores-know-no-service',
      'A store returns rows and knows nothing of viewers.',
      { path: `^${S}/features/[^/]+/${storeOrTables}` },
      { path: [`^${S}/features/[^/]+/(service|routes|jobs)\\.ts$`, `^${S}/platform/http`] },
    ),
    rule(
      'foreign-stores-stay-closed',
      "Another feature's store is reached through its service.",
      { path: `^${S}/features/([^/]+)/`, pathNot: [test, `^${S}/features/setup/`] },
      { path: `^${S}/features/[^/]+/${store}`, pathNot: `^${S}/features/$1/` },
    ),
    ...features.map((name, at) =>
      rule(
        `no-circles-of-features-${name}`,
        'A feature imports only those before it in the list above.',
        { path: `^${S}/features/${name}/`, pathNot: test },
        { path: `^${S}/features/(?!(?:${features.slice(0, at + 1).join('|')})/)`, pathNot: String.raw`tables\.ts$` },
      ),
    ),
    rule(
      'every-feature-has-its-place',
      'A new feature is added to the list above.',
      { path: `^${S}/features/(?!(?:${features.join('|')})/)`, pathNot: test },
      { path: `^${S}/features/(?:${features.join('|')})/` },
    ),
    rule(
      'runners-know-no-feature',
      'A runner knows its engine, not our database or our features.',
      { path: `^${S}/runners`, pathNot: test },
      { path: `^${S}/(features|platform/(db|http|queue|events|crypto))` },
    ),
    rule(
      'runner-types-are-apart',
      'What several types share lives in rooms of its own.',
      { path: `^${S}/runners/([^/]+)/`, pathNot: test },
      { path: `^${S}/runners/(?!(?:${sharedByTypes})/)[^/]+/`, pathNot: `^${S}/runners/$1/` },
    ),
    rule(
      'destinations-send-through-their-transport',
      'A destination reaches the network only by the transport that it is given.',
      { path: `^${S}/destinations`, pathNot: test },
      { path: [`^${S}/(features|runners|platform/(db|http|queue|events|crypto|egress))`, '^(node:)?(https?|net|tls)$'] },
    ),
    rule(
      'executor-knows-no-feature',
      'The executor runs tasks; it has no database.',
      { path: `^${S}/executor` },
      { path: `^${S}/(features|platform/(db|http|queue|events|crypto))` },
    ),
    rule(
      'commands-speak-through-services',
      'What operators do goes the way that the product goes.',
      { path: `^${S}/cli(/|\\.ts$)`, pathNot: test },
      { path: [`^${S}/features/[^/]+/(store|tables|routes)\\.ts$`, 'node_modules/(drizzle-orm|fastify)'] },
    ),
    rule(
      'ui-knows-no-endpoint',
      'Controls know looks and behaviour only.',
      { path: `^${W}/ui` },
      { path: `^${W}/(features|api|results|editor|visualizations|app)` },
    ),
    rule(
      'visualizations-know-no-feature',
      'A drawing gets its data handed in.',
      { path: `^${W}/visualizations` },
      { path: `^${W}/(features|api|results|editor)|node_modules/@tanstack/react-router` },
    ),
    rule(
      'visualization-types-are-apart',
      'Types do not know each other; what several share of showing columns lives in columns/.',
      { path: `^${W}/visualizations/([^/]+)/` },
      { path: `^${W}/visualizations/[^/]+/`, pathNot: [`^${W}/visualizations/$1/`, `^${W}/visualizations/columns/`] },
    ),
    rule(
      'pictures-need-no-page',
      'Charts are drawn on the server too: by what knows neither pages nor the DOM.',
      { path: `^${W}/pictures` },
      { path: [`^${W}/(features|api|app|results|editor|grid)`, 'node_modules/(react|@mantine)'] },
    ),
    rule('pictures-are-the-servers', 'Pages draw on the page.', { path: `^${W}/(?!pictures/)` }, { path: `^${W}/pictures` }),
    rule(
      'features-share-only-their-api',
      "Another feature's components move to ui/ before they are shared.",
      { path: `^${W}/features/([^/]+)/` },
      { path: `^${W}/features/[^/]+/`, pathNot: [`^${W}/features/$1/`, '/api\\.ts$'] },
    ),
    rule(
      'app-uses-features-by-their-api',
      'Pages are loaded by the router. The shell itself opens the help drawer and the dialog for a new dashboard, from any page.',
      { path: `^${W}/app`, pathNot: test },
      { path: `^${W}/features`, pathNot: ['/api\\.ts$', '/help/HelpDrawer\\.tsx$', '/dashboards/CreateDialog\\.tsx$'] },
    ),
    rule(
      'results-know-only-the-data-of-visualizations',
      'Results are loaded for visualizations, and rendered by them.',
      { path: `^${W}/results`, pathNot: test },
      { path: `^${W}/visualizations`, pathNot: '/(result-data|use-result-data|visualization)\\.ts$' },
    ),
    rule(
      'results-editor-grid-are-apart',
      'One hard thing each, behind a small door.',
      { path: `^${W}/(results|editor|grid)` },
      { path: `^${W}/features` },
    ),
    rule(
      'outside-looks-from-outside',
      'Journeys and measures use the product, not its insides.',
      { path: '^(e2e|bench|fuzz)' },
      { path: ['^packages/web/src', `^${S}/(features|platform|executor)`] },
    ),
    rule(
      'no-test-code-in-the-product',
      'The product never imports its tests.',
      { path: '^packages/[^/]+/src', pathNot: [test, `^${S}/(testing|runners/conformance[./]|runners/[^/]+/testing/)`] },
      { path: [test, `^${S}/(testing|runners/conformance[./]|runners/[^/]+/testing/)`] },
    ),
    rule('every-import-resolves', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.module\\.css$', '\\.css$', '/dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
  },
}
