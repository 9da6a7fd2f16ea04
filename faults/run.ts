// Injects random faults into a running installation of several processes and checks that nothing was lost.
// `npm run faults -- --faults 1000 --seed 7`; the seed chooses the faults, the machine their exact moments. With `--bucket`, results are
// in an object storage.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { injectFaults } from './faults.ts'
import { printed, tableOf } from './report.ts'

const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    gap: { type: 'string', default: '1000' },
    bucket: { type: 'boolean', default: false },
  },
})
const seed = values.seed === undefined ? randomInt(1_000_000) : Number(values.seed)
const faults = Number(values.faults)
const gap = Number(values.gap)
if (![seed, faults, gap].every(Number.isSafeInteger)) throw new Error('Faults, seed and gap are whole numbers.')

// Exit through `process.exit` so that exit handlers stop the servers as well.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

console.log(`Seed ${seed}, ${faults} faults.`)
const started = Date.now()
const report = await injectFaults({
  ...{ faults, seed, gap, isInBucket: values.bucket },
  onProgress: (text) => console.log(`${Math.round((Date.now() - started) / 1000)} s  ${text}`),
})
console.log(`\n${tableOf(report)}\n\n${printed(report)}`)
process.exit(report.violations.length === 0 ? 0 : 1)
