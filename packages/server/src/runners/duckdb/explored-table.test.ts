import { folders, inDatabase, useShopDatabase } from '../../testing/duckdb-shop.ts'
import { COUNTED, insertedValues, REGION } from '../conformance/explored-rows.ts'
import { describeExploredTable } from '../conformance/explored-table.ts'
import duckdb from './index.ts'

useShopDatabase()
const name = `"${REGION.replaceAll('"', '""')}"`

describeExploredTable({
  runner: duckdb,
  options: () => ({ dbpath: folders.shop }),
  create: () =>
    inDatabase(folders.shop, [
      "SET TimeZone = 'UTC'",
      `CREATE TABLE explored (day DATE, "at" TIMESTAMP, seen TIMESTAMPTZ, ${name} VARCHAR, amount DECIMAL(9, 2), ratio DOUBLE, "${COUNTED}" INTEGER)`,
      `INSERT INTO explored VALUES ${insertedValues(['day', 'at', 'seen', 'region', 'amount', 'ratio', 'n'])}`,
      `INSERT INTO explored (${name}, ratio) VALUES ('no number', 'NaN')`,
    ]),
  hasInstants: true,
  hasMedian: true,
})
