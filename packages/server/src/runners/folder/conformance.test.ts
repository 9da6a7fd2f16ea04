import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { duckdbFacts, refusedFiles } from '../conformance/embedded.ts'
import { describeConformance } from '../conformance.ts'
import folder from './index.ts'

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sightline-folder-conformance-'))
  writeFileSync(join(root, 'orders.csv'), 'total,id\n1.5,1\n')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describeConformance(folder, {
  ...duckdbFacts,
  options: () => ({ path: root }),
  surroundings: () => ({ tempDir: mkdtempSync(join(root, '.run-')), sourceFolders: [root] }),
  refused: refusedFiles(() => ({ options: { path: join(root, 'nowhere') }, message: /^There is no folder "nowhere"\.$/ })),
  failing: { text: 'SELECT colour FROM orders', message: /Referenced column "colour" not found/, at: 'colour' },
  writing: { text: 'SELECT 1; CREATE TABLE mine (id INTEGER)', message: /is only read/ },
  // `index.test.ts` has a test with 10,000 files.
  schema: { tables: { orders: ['total', 'id'] } },
})
