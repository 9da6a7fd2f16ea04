import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll } from 'vitest'
import { COUNTED, insertedValues, REGION } from '../conformance/explored-rows.ts'
import { describeExploredTable } from '../conformance/explored-table.ts'
import sqlite from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-sqlite-explored-'))
const dbpath = join(folder, 'explored.db')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describeExploredTable({
  runner: sqlite,
  options: () => ({ dbpath }),
  create: async () => {
    const database = new DatabaseSync(dbpath)
    const name = `"${REGION.replaceAll('"', '""')}"`
    database.exec(
      `CREATE TABLE explored (day DATE, at TEXT, ${name} TEXT, amount NUMERIC, ratio REAL, "${COUNTED}" INTEGER);
       INSERT INTO explored VALUES ${insertedValues(['day', 'at', 'region', 'amount', 'ratio', 'n'])}`,
    )
    database.close()
  },
  hasInstants: false,
  hasMedian: false,
})
