import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PreparedStatements, withPreparedStatements } from './embedded-statements.ts'

let pglite: PGlite
let client: PreparedStatements['client']
let changes: PreparedStatements['changes']
beforeAll(async () => {
  pglite = await PGlite.create()
  await pglite.exec('create table things (id int primary key, name text, sizes int[], facts jsonb)')
  ;({ client, changes } = withPreparedStatements(pglite))
})
afterAll(() => pglite.close())

const preparedTexts = async () =>
  (await pglite.query<{ statement: string }>(`select statement from pg_prepared_statements where name like 'kept_%'`)).rows.map(
    ({ statement }) => statement,
  )

describe('a statement', () => {
  it('accepts and returns values of every type like the engine itself', async () => {
    const insert = 'insert into things values ($1, $2, $3, $4) returning *'
    const [one, two] = [
      [1, "it's", [1, 2], { a: [null] }],
      [2, null, null, null],
    ]
    expect((await client.query(insert, one)).rows).toEqual([{ id: 1, name: "it's", sizes: [1, 2], facts: { a: [null] } }])
    expect(await client.query(insert, two, { rowMode: 'array' })).toMatchObject({
      rows: [[2, null, null, null]],
      affectedRows: 1,
    })
    const asked = 'select id, name, sizes from things where id = any($1) order by id'
    expect((await client.query(asked, [[1, 2]])).rows).toEqual((await pglite.query(asked, [[1, 2]])).rows)
  })

  it('is prepared once', async () => {
    const text = 'select name from things where id = $1'
    for (const id of [1, 2, 1]) await client.query(text, [id])
    expect((await preparedTexts()).filter((statement) => statement === text)).toEqual([text])
  })

  it('reports its error, after which the next one runs', async () => {
    for (const [text, params, code] of [
      ['select nothing from things', [], '42703'],
      ['insert into things (id) values ($1)', [1], '23505'],
      ['select $1::int', ['one'], '22P02'],
    ] as const) {
      await expect(client.query(text, [...params])).rejects.toMatchObject({ code })
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    }
  })

  it('is prepared again after its table has changed', async () => {
    await client.query('create table changing (a int)')
    const text = 'select * from changing'
    await client.query(text)
    await client.query('alter table changing add column b int')
    await expect(client.query(text)).rejects.toMatchObject({ code: '0A000' })
    expect((await client.query(text)).fields.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  it('is dropped if there are too many', async () => {
    for (let count = 0; count < 150; count++) await client.query(`select ${count} as many`)
    expect((await preparedTexts()).filter((text) => text.includes('many'))).toHaveLength(100)
  })
})

describe('the count of changes', () => {
  const grows = async (work: () => Promise<unknown>) => {
    const before = changes(['things'])
    await work().catch(() => null)
    return changes(['things']) > before
  }

  it('grows with every statement that may change data, in whatever form', async () => {
    for (const text of [
      'insert into things (id) values (20)',
      "  UPDATE things set name = 'x' where id = 20",
      'with gone as (delete from things where id = 20 returning id) select id from gone',
      'create table more (id int)',
      'truncate more',
      'select id into copied from things',
    ])
      expect([text, await grows(() => client.query(text))]).toEqual([text, true])
  })

  it('grows once more at the end of a transaction, from which on others see its changes', async () => {
    let inside = 0
    await client.transaction(async (transaction) => {
      await transaction.query('insert into things (id) values (21)')
      inside = changes(['things'])
    })
    expect(changes(['things'])).toBe(inside + 1)
  })

  it('grows at the end of a transaction only for the tables that it may have changed (OPEN-531)', async () => {
    const before = [changes(['things']), changes(['others'])]
    await client.transaction(async (transaction) => {
      await transaction.query('insert into "things" (id) values (22)')
      await transaction.query('select id from things')
    })
    expect([changes(['things']), changes(['others'])]).toEqual([(before[0] ?? 0) + 2, before[1]])
  })

  it('stays with statements that only read, or change no row', async () => {
    for (const text of [
      'update things set id = 0 where id < 0',
      'insert into things (id) select 0 where false',
      'select updated_at from (select now() as updated_at) as t',
      'with t as (select 1) select * from t',
    ])
      expect([text, await grows(() => client.query(text))]).toEqual([text, false])
  })
})

describe('a transaction', () => {
  it('is atomic and isolated', async () => {
    const inside = client.transaction(async (transaction) => {
      await transaction.query('insert into things (id) values ($1)', [10])
      const { rows } = await transaction.query('select id from things where id = $1', [10])
      throw new Error(`gone with ${rows.length}`)
    })
    const outside = client.query('select id from things where id = $1', [10])
    await expect(inside).rejects.toThrow('gone with 1')
    expect((await outside).rows).toEqual([])
  })
})
