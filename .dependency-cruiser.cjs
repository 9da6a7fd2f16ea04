// The doors of docs/house.md, section 2, as rules. The plan and the building stay one.
const S = 'packages/server/src'
const W = 'packages/web/src'
const test = String.raw`\.(test|api\.test|service\.test)\.tsx?$`
/** Files of a feature with SQL: `store.ts`, `finish.store.ts`, also in subfolders. */
const storeOrTables = String.raw`.*(store|tables)\.ts$`
/** Rooms of runners/ that are no types: what several types share. */
const sharedByTypes =
  'sql|values|http|postgres-wire|mysql-wire|tds|ssh|aws|google|embedded-duckdb|embedded-sqlite|file-tables|elasticsearch-wire|trino-wire|cassandra-wire|hive-wire'

/** Files of a feature that others may import; its service re-exports by name what they need from its other files. */
const entries = [
  `^${S}/features/[^/]+/(service|tables|present)\\.ts$`,
  // Results are a room of executions with a service of their own.
  `^${S}/features/executions/results/service\\.ts$`,
]

/**
 * The features, lowest first. A feature imports only features before it. One that must react to a later one lets that one hand in a
 * function, as alerts do (`onResultToCheck`).
 */
const layers = [
  'object-names',
  'audit',
  'settings',
  'users',
  'api-keys',
  'second-factor',
  'favorites',
  'snippets',
  'events',
  'destinations',
  'data-sources',
  'groups',
  'queries',
  'visualizations',
  'executions',
  'dashboards',
  'comments',
  'session',
  'scim',
  'acl',
  'alerts',
  'exports',
  'subscriptions',
  'search',
  'home',
  'clean-up',
  'status',
  'transfer',
  'setup',
]

/** Files that import from higher layers: stores that join the tables of what is built on their records. */
const importsFromAbove = {
  'users/off-boarding.store.ts': {
    features: ['events', 'queries', 'executions', 'dashboards', 'alerts', 'subscriptions'],
    reason: 'It lists what stops when a user is disabled.',
  },
  'object-names/store.ts': {
    features: ['alerts', 'dashboards', 'data-sources', 'destinations', 'queries', 'snippets', 'users', 'visualizations'],
    reason: 'It names the objects that logs record by type and id.',
  },
  'events/store.ts': { features: ['queries', 'dashboards'], reason: 'It names the most viewed objects.' },
  'destinations/store.ts': { features: ['alerts', 'subscriptions'], reason: 'It lists what is sent to a destination.' },
  'data-sources/store.ts': {
    features: ['queries', 'visualizations', 'executions', 'dashboards'],
    reason: 'It counts what depends on a data source, and finds the result files to delete with it.',
  },
  'data-sources/schema.store.ts': {
    features: ['queries', 'executions'],
    reason: 'The schema of Query Results is made of queries and the columns of their results.',
  },
  'queries/store.ts': {
    features: ['visualizations', 'executions', 'acl'],
    reason: 'A query is read and stored in one statement with its visualizations, latest result and editors.',
  },
  'queries/history.store.ts': { features: ['executions'], reason: 'It lists the past runs of a query.' },
  'queries/own-runs.store.ts': { features: ['executions'], reason: 'It lists the past runs of a user.' },
  'queries/dependents.store.ts': {
    features: ['visualizations', 'dashboards', 'alerts'],
    reason: 'It removes what shows a query in the transaction that archives it.',
  },
  'visualizations/store.ts': { features: ['dashboards'], reason: 'A visualization on a dashboard cannot be deleted.' },
  'dashboards/store.ts': { features: ['acl'], reason: 'A dashboard is read in one statement with its editors.' },
  'executions/schedules/store.ts': {
    features: ['alerts'],
    reason: 'Results and the checks that they cause are stored together.',
  },
  'executions/worker/finish.store.ts': {
    features: ['alerts'],
    reason: 'Results and the checks that they cause are stored together.',
  },
}

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const inFeatures = (names) => `^${S}/features/(${names.join('|')})/`

/** The rules of one layer: one for its files, and one for each that imports from above. */
function featureLayer(feature, index) {
  const name = `layer-of-${feature}`
  const above = inFeatures(layers.slice(index + 1))
  const exceptions = Object.entries(importsFromAbove).filter(([file]) => file.startsWith(`${feature}/`))
  const files = exceptions.map(([file]) => `^${S}/features/${file}$`)
  return [
    rule(
      name,
      'A feature imports only features before it.',
      { path: inFeatures([feature]), pathNot: [test, ...files] },
      { path: above },
    ),
    ...exceptions.map(([file, { features, reason }]) =>
      rule(name, reason, { path: `^${S}/features/${file}$` }, { path: above, pathNot: inFeatures(features) }),
    ),
  ]
}

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
      { path: ['^packages/(domain|server|web)', '^(e2e|bench|fuzz|faults)'] },
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
      'features-are-used-by-their-entry',
      'A feature uses another one through its service, tables and presenters; its service re-exports what else is needed.',
      { path: `^${S}/features/([^/]+)/`, pathNot: [test, `^${S}/features/setup/service\\.ts$`] },
      { path: `^${S}/features/[^/]+/`, pathNot: [`^${S}/features/$1/`, ...entries] },
    ),
    rule(
      'the-first-admin-has-no-service',
      'Set-up stores the first admin and the built-in groups, when there is no one yet who could be authorized.',
      { path: `^${S}/features/setup/service\\.ts$` },
      { path: `^${S}/features/[^/]+/`, pathNot: [`^${S}/features/setup/`, ...entries, `^${S}/features/users/store\\.ts$`] },
    ),
    ...layers.flatMap(featureLayer),
    rule(
      'features-have-a-layer',
      'A new feature is added to `layers`.',
      { path: `^${S}/features/(?!(?:${layers.join('|')})/)[^/]+/` },
      { path: '.' },
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
      // Fixtures of tests use conformance/, which `no-test-code-in-the-product` keeps out of the product.
      { path: `^${S}/runners/(?!(?:${sharedByTypes}|conformance)/)[^/]+/`, pathNot: `^${S}/runners/$1/` },
    ),
    rule(
      'destinations-send-through-their-transport',
      'A destination reaches the network only by the transport that it is given.',
      { path: `^${S}/destinations`, pathNot: test },
      { path: [`^${S}/(features|runners|platform/(db|http|queue|events|crypto|egress))`, '^(node:)?(https?|net|tls)$'] },
    ),
    rule(
      'plug-ins-know-no-feature',
      'Plug-ins become types like those of the product.',
      { path: `^${S}/plugins`, pathNot: test },
      { path: `^${S}/(features|platform/(db|http|queue|events|crypto)|(runners|destinations)/(?!${sharedByTypes})[^/]+/)` },
    ),
    rule(
      'the-contract-of-plug-ins-is-alone',
      'A release publishes the file as it is.',
      { path: '^packages/contract/src/plug-in\\.ts$' },
      { path: '.' },
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
      'Types do not know each other; what several share of showing columns lives in columns/, of drawing with ECharts in echarts/.',
      { path: `^${W}/visualizations/([^/]+)/` },
      { path: `^${W}/visualizations/[^/]+/`, pathNot: [`^${W}/visualizations/$1/`, `^${W}/visualizations/(columns|echarts)/`] },
    ),
    rule(
      'language-knows-no-page',
      'Everything in the web app has texts.',
      { path: `^${W}/language` },
      { path: `^${W}/(?!language)` },
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
      { path: '^(e2e|bench|fuzz|faults)' },
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
