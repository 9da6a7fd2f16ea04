import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { linesOf } from '../http/body.ts'
import type { ErrandContext } from '../runner.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import type { Row } from '../values/rows.ts'
import type { ClickhouseOptions } from './options.ts'
import { ClickhouseServer } from './server.ts'
import { unescaped } from './values.ts'

const COLUMNS = `SELECT if(database = currentDatabase(), table, concat(database, '.', table)) AS table_name, name, type
  FROM system.columns
  WHERE database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA') FORMAT TabSeparated`

/** Tables of the source's database, and those of others with their database's name in front. */
export async function readSchema(context: Pick<ErrandContext<ClickhouseOptions>, 'config' | 'signal'>): Promise<SchemaTable[]> {
  const answer = await new ClickhouseServer(context).ask(COLUMNS)
  const rows: Row[] = []
  for await (const lines of linesOf(answer.body))
    for (const line of lines) if (line !== '') rows.push(line.split('\t').map(unescaped))
  return tablesOf(rows)
}
