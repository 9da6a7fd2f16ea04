import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { enumSource, functionSource, joinSource, schemaSource } from './completion.ts'
import { functionsOf } from './functions.ts'

const tables = [{ name: 'airports', columns: [{ name: 'longitude', type: 'DOUBLE' }] }]

/** The suggestions at the end of a text. */
async function suggestedAt(text: string, isAskedFor = false): Promise<string[]> {
  const context = new CompletionContext(EditorState.create({ doc: text }), text.length, isAskedFor)
  const result = await schemaSource(tables, 'duckdb')(context)
  return result?.options.map(({ label }) => label) ?? []
}

describe('tables and columns', () => {
  it('are suggested for the typed text (EDIT-28)', async () => {
    expect(await suggestedAt('SELECT long')).toEqual(['longitude'])
    expect(await suggestedAt('SELECT * FROM air')).toEqual(['airports'])
  })

  it('are not suggested automatically for a new name, which Enter would replace', async () => {
    expect(await suggestedAt('SELECT 1 AS on')).toEqual([])
    expect(await suggestedAt('SELECT 1 as\n on')).toEqual([])
    expect(await suggestedAt('SELECT 1 AS on', true)).toEqual(['longitude'])
    expect(await suggestedAt('SELECT has, on')).toEqual(['longitude'])
  })
})

describe('tables that the query defines', () => {
  const suggested = async (text: string, dialect = 'postgresql') => {
    const at = text.indexOf('|')
    const context = new CompletionContext(EditorState.create({ doc: text.replace('|', '') }), at, true)
    return (await schemaSource(shop, dialect)(context))?.options.map(({ label }) => label) ?? []
  }
  const shop = [
    { name: 'crm.customers', columns: ['id', 'name', 'country'].map((name) => ({ name, type: 'text' })) },
    { name: 'sales.orders', columns: ['id', 'customer_id', 'total'].map((name) => ({ name, type: 'int' })) },
  ]

  it('are suggested with their columns (EDIT-37)', async () => {
    const revenue =
      "with revenue as (select customer_id, date_trunc('month', at) as month, sum(total) net from sales.orders group by 1)"
    expect(await suggested(`${revenue} select r.| from revenue r`)).toEqual(['customer_id', 'month', 'net'])
    expect((await suggested(`${revenue} select * from |`))[0]).toBe('revenue')
    expect(await suggested(`${revenue}, best as (select r.*, 1 as place from revenue r) select best.| from best`)).toEqual([
      'customer_id',
      'month',
      'net',
      'place',
    ])
    expect(await suggested('with days(day, n) as (values (1, 2)) select d.| from days d')).toEqual(['day', 'n'])
    expect(await suggested('select c.| from (select * from crm.customers) as c')).toEqual(['id', 'name', 'country'])
    expect(await suggested('select c.| from (select distinct country land from crm.customers) c')).toEqual(['land'])
  })

  it('are read without the strings, comments and parameters of their text (EDIT-37)', async () => {
    const text = "with a as (select x, ')' as y /* ) */ from t {{#c}} where z = {{ c }} {{/c}}) select a.| from a"
    expect(await suggested(text, 'mysql')).toEqual(['x', 'y'])
  })

  it('leave only tables after FROM and JOIN, except within a function (EDIT-38)', async () => {
    expect(await suggested('select total from sales.orders join |')).toEqual(['crm.customers', 'sales.orders'])
    expect(await suggested('select extract(year from |) from sales.orders')).toContain('total')
  })

  it('are joined by keys and by equal names (EDIT-39)', async () => {
    const joined = async (text: string) => {
      const context = new CompletionContext(EditorState.create({ doc: text }), text.length, false)
      return (await joinSource(shop, 'postgresql')(context))?.options.map(({ label }) => label) ?? []
    }
    expect(await joined('select * from sales.orders o join crm.customers c on ')).toEqual(['o.customer_id = c.id'])
    expect(await joined('select * from crm.customers c join sales.orders on o')).toEqual(['c.id = orders.customer_id'])
    const best = 'with best as (select customer_id from sales.orders) select * from best b'
    expect(await joined(`${best} join sales.orders o on `)).toEqual(['b.customer_id = o.customer_id'])
    expect(await joined('select * from sales.orders o join crm.customers c using ')).toEqual([])
  })
})

describe('keys and values of the schema', () => {
  const pets = {
    name: 'pets',
    columns: [
      { name: 'keeper', type: 'int' },
      { name: 'people_id', type: 'int' },
      { name: 'mood', type: 'mood', values: ['sad', "it's ok"] },
      { name: 'size', type: "Nullable(Enum8('small' = 1, 'big' = 2))" },
    ],
    foreign_keys: [{ columns: ['keeper'], table: 'people', references: ['number'] }],
  }
  const visits = {
    name: 'visits',
    columns: ['pet_kind', 'pet_name', 'payer'].map((name) => ({ name, type: 'text' })),
    foreign_keys: [
      { columns: ['payer'], table: 'people', references: ['number'] },
      { columns: ['pet_kind', 'pet_name'], table: 'pets', references: ['kind', 'name'] },
    ],
  }
  const people = { name: 'people', columns: ['id', 'number'].map((name) => ({ name, type: 'int' })) }
  const ask = async (source: typeof joinSource, text: string) => {
    const at = text.indexOf('|')
    const doc = text.replace('|', '')
    const context = new CompletionContext(EditorState.create({ doc }), at, false)
    const result = await source([pets, people, visits], 'postgresql')(context)
    return result === null ? null : { from: doc.slice(result.from, at), found: result.options.map(({ label }) => label) }
  }

  it('join by the foreign keys, where the schema knows them (EDIT-44)', async () => {
    const keys = ['p.keeper = o.number']
    expect((await ask(joinSource, 'select * from pets p join people o on |'))?.found).toEqual(keys)
    expect((await ask(joinSource, 'select * from people o join pets p on |'))?.found).toEqual(['o.number = p.keeper'])
  })

  it('join by all columns of a composite foreign key (OPEN-160)', async () => {
    const keys = ['v.pet_kind = p.kind AND v.pet_name = p.name']
    expect((await ask(joinSource, 'select * from visits v join pets p on |'))?.found).toEqual(keys)
    expect((await ask(joinSource, 'select * from pets p join visits v on |'))?.found).toEqual([
      'p.kind = v.pet_kind AND p.name = v.pet_name',
    ])
  })

  it('offer the values of an enum after a comparison, in quotes (EDIT-45)', async () => {
    const moods = ["'sad'", "'it''s ok'"]
    expect(await ask(enumSource, 'select * from pets where mood = |')).toEqual({ from: '', found: moods })
    expect(await ask(enumSource, "select * from pets p where p.mood <> 's|'")).toEqual({ from: "'s", found: moods })
    expect(await ask(enumSource, "select * from pets where size not in ('small', |)")).toEqual({
      from: '',
      found: ["'small'", "'big'"],
    })
    for (const other of ['keeper = |', 'unknown = |', 'mood > |', 'lower(mood|'])
      expect(await ask(enumSource, `select * from pets where ${other}`)).toBeNull()
  })
})

describe('functions', () => {
  const suggested = async (text: string, dialect = 'postgresql', isAskedFor = false) => {
    const context = new CompletionContext(EditorState.create({ doc: text }), text.length, isAskedFor)
    return (await functionSource(dialect)(context))?.options.map(({ label, detail }) => `${label}${detail}`) ?? []
  }

  it('are suggested with their arguments, by dialect (EDIT-40)', async () => {
    expect(await suggested('select date_t')).toEqual(['date_trunc(field, source, zone)'])
    expect(await suggested('select date_t', 'bigquery')).toEqual(['date_trunc(date, part)'])
    expect(await suggested('select date_t', 'mysql')).toEqual([])
    expect(await suggested('select ROW_N', 'unknown')).toEqual(['ROW_NUMBER()'])
    expect(await suggested('select tostartofm', 'clickhouse')).toEqual(['toStartOfMonth(date)'])
    for (const dialect of [
      'postgresql',
      'mysql',
      'sqlite',
      'duckdb',
      'clickhouse',
      'bigquery',
      'snowflake',
      'trino',
      'transactsql',
    ])
      expect(functionsOf(dialect).length, dialect).toBeGreaterThan(functionsOf('').length + 15)
  })

  it('are not suggested for a name that is written out, a new name, a table or a column of a table (EDIT-40)', async () => {
    expect(await suggested('group by month', 'duckdb')).toEqual(['monthname(date)'])
    expect(await suggested('select 1 as rou')).toEqual([])
    expect(await suggested('select * from rou')).toEqual([])
    expect(await suggested('select o.rou')).toEqual([])
    expect(await suggested('select r')).toEqual([])
    expect(await suggested('select round', 'postgresql', true)).toEqual(['round(number, digits)'])
  })
})
