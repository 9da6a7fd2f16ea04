import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { type Connection, type RedisContext, withConnection } from './server.ts'

/** Maximum number of keys to scan, and of patterns to list. */
const MAX_KEYS = 20_000
const MAX_PATTERNS = 500

export async function testConnection(context: RedisContext): Promise<void> {
  await withConnection(context, ({ send }) => send('PING'))
}

/** Lists keys by their prefix, such as `user:*`: for hashes with the fields of one example, for others with their type. */
export function readSchema(context: RedisContext): Promise<SchemaTable[]> {
  return withConnection(context, async (connection) => {
    const examples = await keysByPattern(connection)
    const patterns = [...examples].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, MAX_PATTERNS)
    const tables: SchemaTable[] = []
    for (const [name, key] of patterns) tables.push({ name, columns: await columnsOf(connection, key) })
    return tables
  })
}

/** One example key per pattern. */
async function keysByPattern({ send }: Connection): Promise<Map<string, string>> {
  const examples = new Map<string, string>()
  let seen = 0
  for (let cursor = '0'; ; ) {
    const [next, keys] = (await send('SCAN', cursor, 'COUNT', '1000')) as [string, string[]]
    for (const key of keys) examples.set(key.replace(/:.*$/s, ':*'), key)
    seen += keys.length
    cursor = String(next)
    if (cursor === '0' || seen >= MAX_KEYS) return examples
  }
}

async function columnsOf({ send }: Connection, key: string): Promise<SchemaTable['columns']> {
  const type = String(await send('TYPE', key))
  if (type !== 'hash') return [{ name: 'value', type }]
  const fields = (await send('HKEYS', key)) as string[]
  return fields.sort().map((name) => ({ name, type: 'string' }))
}
