// Calls every operation of the server with valid and hostile input, and fails on a 5xx response or on none.
// `npm run fuzz -- --seed 7 --requests 5000 --database postgres://…`; `--only 123` makes that one call of the run again.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'
import { printed, summaryOf, tableOf } from './report.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    requests: { type: 'string', default: '100000' },
    database: { type: 'string' },
    only: { type: 'string' },
  },
})
const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed)
const requests = Number(values.requests)
const only = values.only === undefined ? null : Number(values.only)
if (![seed, requests, only ?? 0].every(Number.isSafeInteger)) throw new Error('Seed, requests and only are whole numbers.')
/** Number of calls between two lines of progress. */
const PROGRESS = 5000

// Exit through `process.exit` so that its exit handler stops the server as well.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

console.log(`Seed ${seed}, ${requests} requests.`)
const started = Date.now()
const report = await fuzz({
  seed,
  requests,
  databaseUrl: values.database ?? null,
  only,
  onFailure: (failure) => console.log(printed(failure)),
  onProgress: (made) => {
    if (made % PROGRESS === 0) console.log(`${made} calls, ${Math.round((Date.now() - started) / 1000)} s`)
  },
})
console.log(`\n${tableOf(report)}\n`)
console.log(`${report.failures.length} failures, ${report.worlds} worlds, peak memory ${report.peakMemory} MB, seed ${seed}`)
if (report.failures.length > 0) console.log(summaryOf(report))
process.exit(report.failures.length === 0 ? 0 : 1)
