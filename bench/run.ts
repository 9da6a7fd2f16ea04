// `npm run bench` runs everything, `npm run bench -- postgres browser` only those parts. Results go to bench/results as JSON.
// `npm run bench -- servers` is run only when it is named: it needs Go and Java, and fetches as `npm run test:servers` does.
// `npm run bench -- lighthouse --page home --form phone` measures one page in one form.
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { benchAlerts } from './alerts.ts'
import { benchBoundTexts } from './bound-texts.ts'
import { benchBrowser } from './browser.ts'
import { benchCharts } from './charts.ts'
import { benchDashboards } from './dashboards.ts'
import { benchEngine } from './engine.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMariadb } from './mariadb.ts'
import { benchMarks } from './marks.ts'
import type { Row } from './measure.ts'
import { benchObjectStorage } from './object-storage.ts'
import { benchPeople } from './people.ts'
import { benchPostgres } from './postgres.ts'
import { type Product, startProduct } from './product.ts'
import { benchProfiles } from './profiles.ts'
import { benchQueryResults } from './query-results.ts'
import { benchResults } from './results.ts'
import { benchScale } from './scale.ts'
import { benchSchedules } from './schedules.ts'
import { benchServers } from './servers.ts'
import { simulate } from './simulate.ts'
import { benchSources } from './sources.ts'
import { benchStart } from './start.ts'
import { benchStatus } from './status.ts'
import { benchTracing } from './tracing.ts'
import { benchVisualizations } from './visualizations.ts'
import { benchWorkspace } from './workspace.ts'

const withProduct = (bench: (product: Product) => Promise<Row[]>) => async () => {
  const product = await startProduct()
  try {
    return await bench(product)
  } finally {
    await product.stop()
  }
}

const { values: part, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { page: { type: 'string' }, form: { type: 'string' } },
})

const parts: Record<string, () => Promise<Row[]>> = {
  start: benchStart,
  engine: withProduct(benchEngine),
  postgres: withProduct(benchPostgres),
  results: withProduct(benchResults),
  profiles: withProduct(benchProfiles),
  'query-results': withProduct(benchQueryResults),
  mariadb: withProduct(benchMariadb),
  'bound-texts': withProduct(benchBoundTexts),
  sources: benchSources,
  servers: benchServers,
  schedules: withProduct(benchSchedules),
  'object-storage': benchObjectStorage,
  people: benchPeople,
  alerts: benchAlerts,
  status: benchStatus,
  tracing: benchTracing,
  scale: benchScale,
  simulate,
  browser: withProduct(benchBrowser),
  lighthouse: () => benchLighthouse(part),
  workspace: withProduct(benchWorkspace),
  dashboards: withProduct(benchDashboards),
  charts: withProduct(benchCharts),
  marks: withProduct(benchMarks),
  visualizations: withProduct(benchVisualizations),
}

const ONLY_WHEN_NAMED = new Set(['servers'])

const rows: Row[] = []
for (const [name, bench] of Object.entries(parts)) {
  if (wanted.length > 0 ? !wanted.includes(name) : ONLY_WHEN_NAMED.has(name)) continue
  console.log(`measuring ${name} …`)
  rows.push(...(await bench()))
}

console.table(
  rows.map(({ name, value, unit, against, goal }) => ({
    measure: name,
    value: `${value.toFixed(2)} ${unit}`,
    goal: goal === null ? '' : `≤ ${goal} ${unit}`,
    against: against ?? '',
    ok: goal === null ? '' : value <= goal ? 'yes' : 'NO',
  })),
)
mkdirSync('bench/results', { recursive: true })
const file = `bench/results/${new Date().toISOString().replaceAll(':', '-')}.json`
writeFileSync(file, `${JSON.stringify(rows, null, 2)}\n`)
console.log(`Figures: ${file}`)
process.exit(0)
