import type { Schema } from './operations.ts'
import type { Random } from './random.ts'

/** Ids of existing records, by the name of the field or path parameter that takes them. */
export type KnownIds = Readonly<Record<string, readonly (number | string)[]>>

const DEPTH = 6

/** Values for fields whose schema is looser than the server's checks. All URLs stay on this machine. */
const byName: Record<string, readonly unknown[]> = {
  query: ['select 1 as answer', 'select 1 as a, 2 as b union all select 3, 4', "select '{{ name }}' as name", 'select', ''],
  name: ['Orders', 'New name', 'Größe "ß" <b>', 'x'],
  type: ['CHART', 'TABLE', 'COUNTER', 'PIVOT', 'duckdb', 'results', 'url', 'slack', 'json', 'csv'],
  url: ['http://127.0.0.1:9/', 'http://localhost:9/x'],
  host: ['127.0.0.1'],
  email: ['somebody@example.com', 'admin@example.com'],
  access_type: ['modify', 'view'],
  object_type: ['query', 'dashboard'],
  // A longer wait for a run would look like a hang.
  wait: [0, 1, 500, 2000],
  max_age: [-1, 0, 60],
  page: ['1', '2', '0'],
  page_size: ['5', '25', '251'],
  order: ['name', '-created_at', 'created_by,name', 'x'],
  columns: ['0', '0,1', '99'],
  column: [0, 1, 99],
  sort: ['0', '-1'],
  filters: ['[]', '[{"column":0,"values":["1"]}]', '{'],
  ask: ['{"sets":[[0]],"measures":[{"kind":"count","column":null}]}', '{"sets":[]}'],
  schedule: [null, '08:00', { interval: 3600 }, { interval: 60, time: null, until: null, day_of_week: null }],
  parameters: [
    [],
    [{ name: 'name', type: 'text', value: 'x' }],
    [{ name: 'choice', type: 'enum', enumOptions: 'a\nb', value: 'a' }],
    { name: 'x' },
  ],
  layout: [[], [{ i: 1 }]],
  dbpath: [':memory:'],
  from: ['2026-05-31', '2026-05-31T08:00:00Z'],
  to: ['2026-05-31'],
}

/** Returns a value that matches a schema, at least roughly. @param name name of the field or path parameter */
export function validValue(random: Random, schema: Schema, name: string, ids: KnownIds, depth = 0): unknown {
  const known = ids[name]
  if (known && known.length > 0 && random.chance(0.85)) return random.pick(known)
  const usual = byName[name]
  if (usual && random.chance(0.8)) return random.pick(usual)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return validValue(random, random.pick(choices), name, ids, depth)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => validValue(random, part, name, ids, depth + 1)))
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  switch (type) {
    case 'string':
      return text(random, schema)
    case 'integer':
      return random.int(Math.max(schema.minimum ?? -5, -1000), Math.min(schema.maximum ?? 200, 5000))
    case 'number':
      return random.int(-1000, 1000) / 8
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    case 'array':
      return depth > DEPTH
        ? []
        : Array.from({ length: random.int(0, 3) }, () => validValue(random, schema.items ?? {}, name, ids, depth + 1))
    case 'object':
      return validObject(random, schema, ids, depth)
    default:
      return random.pick([1, 'x', null, true, {}, []])
  }
}

function validObject(random: Random, schema: Schema, ids: KnownIds, depth: number): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  const made: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(properties)) {
    const isWanted = required.includes(name) || (depth <= DEPTH && random.chance(0.5))
    if (isWanted) made[name] = validValue(random, part, name, ids, depth + 1)
  }
  if (typeof additionalProperties === 'object' && depth <= DEPTH && random.chance(0.5))
    made[random.pick(['x', 'name', 'region'])] = validValue(random, additionalProperties, '', ids, depth + 1)
  return made
}

const WORDS = ['a', 'answer', 'Orders', '2026-05-31', '12', 'x y', 'ä', '']

function text(random: Random, { minLength = 0, maxLength = 100 }: Schema): string {
  return random.pick(WORDS).padEnd(minLength, 'x').slice(0, maxLength)
}
