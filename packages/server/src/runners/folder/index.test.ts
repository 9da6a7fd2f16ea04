import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import { workbook } from '../../testing/workbook.ts'
import { failureOf } from '../conformance/runs.ts'
import { CANCELLED } from '../runner.ts'
import folder from './index.ts'
import { useListedFolder } from './testing/listed-folder.ts'

const { scene, context, run, tables, put, ask, refusal, columnsOf } = useListedFolder()

async function putParquet(path: string, select: string): Promise<void> {
  mkdirSync(dirname(join(scene.root, path)), { recursive: true })
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`COPY (${select}) TO '${join(scene.root, path).replaceAll("'", "''")}' (FORMAT parquet)`)
  connection.closeSync()
  instance.closeSync()
}

describe('files of a folder', () => {
  it('are tables, whatever their format', async () => {
    await putParquet('orders.parquet', "SELECT 1 AS id, 12.50::DECIMAL(10,2) AS total, DATE '2024-02-29' AS day")
    put('people.csv', 'id,name\n1,Åse\n2,\n')
    put('packed.csv.gz', gzipSync('id;name\n7;Ada\n'))
    put('tabs.tsv', 'id\tname\n3\tGrace\n')
    put('log.jsonl', '{"id": 1, "tags": ["a"]}\n{"id": 2}\n')
    put(
      'book.xlsx',
      await workbook({
        Budget: [
          ['city', 'amount'],
          ['Oslo', 12],
        ],
        'Next year': [['plan'], ['grow']],
      }),
    )

    expect(await ask('SELECT * FROM orders')).toEqual([[1, '12.50', '2024-02-29']])
    expect(await ask('SELECT * FROM people')).toEqual([
      [1n, 'Åse'],
      [2n, null],
    ])
    expect(await ask('SELECT * FROM packed')).toEqual([[7n, 'Ada']])
    expect(await ask('SELECT name FROM tabs')).toEqual([['Grace']])
    expect(await ask('SELECT id, tags FROM log')).toEqual([
      [1n, '["a"]'],
      [2n, null],
    ])
    expect(await ask('SELECT b.amount, n.plan FROM book b, "book/Next year" n')).toEqual([[12n, 'grow']])
    expect(await columnsOf('orders')).toEqual(['id INTEGER', 'total DECIMAL(10,2)', 'day DATE'])
    expect((await tables()).map(({ name }) => name)).toEqual([
      ...['book', 'book/Next year', 'log', 'orders', 'packed', 'people', 'tabs'],
    ])
  })

  it('keep their content: other encodings, numbers beyond 64 bits, short rows', async () => {
    put('western.csv', Buffer.from('id,name\n18446744073709551616,Åse\n2,Bo\n', 'latin1'))
    put('short.csv', 'a,b\n1,2\n3\n')
    expect(await ask('SELECT * FROM western')).toEqual([
      ['18446744073709551616', 'Åse'],
      ['2', 'Bo'],
    ])
    expect(await ask('SELECT * FROM short')).toEqual([
      [1n, 2n],
      [3n, null],
    ])
  })

  it('are named by their path, with the extension if two would share a name', async () => {
    put('2025/Umsätze "neu" & alt.csv', 'n\n1\n')
    put("2025/it's [1]*.csv", 'n\n2\n')
    put('sales.csv', 'n\n3\n')
    await putParquet('Sales.parquet', 'SELECT 4 AS n')
    put('v1.2.csv', 'n\n5\n')
    expect((await tables()).map(({ name }) => name)).toEqual([
      ...['2025/*', '2025/Umsätze "neu" & alt', "2025/it's [1]*", 'Sales_parquet', 'sales_csv', 'v1_2'],
    ])
    expect(await ask('SELECT n FROM "2025/Umsätze ""neu"" & alt" UNION ALL SELECT n FROM "2025/it\'s [1]*"')).toEqual([
      [1n],
      [2n],
    ])
    expect(await ask('SELECT a.n, b.n, c.n FROM "sales.csv" a, SALES_parquet b, "v1.2.csv" c')).toEqual([[3n, 4, 5n]])
    expect(await ask('SELECT n FROM v1_2')).toEqual([[5n]])
  })

  it('are one table together if a folder has several of one format, including those below', async () => {
    await putParquet('sales/2024.parquet', "SELECT 1 AS id, 'a' AS shop")
    await putParquet('sales/2025.parquet', 'SELECT 2::BIGINT AS id, 0.5 AS share')
    await putParquet('sales/old/2023.parquet', "SELECT 0 AS id, 'z' AS shop")
    expect(await ask('SELECT id, shop, share FROM "sales/*.parquet" ORDER BY id')).toEqual([
      [1n, 'a', null],
      [2n, null, '0.5'],
    ])
    expect(await ask('SELECT count(*) FROM "sales/**/*.parquet"')).toEqual([[3n]])
    expect(await ask('SELECT count(*) FROM "sales/*"')).toEqual([[2n]])
    put('sales/old/2023.csv', 'id\n0\n')
    // A folder with several formats is a table only by extension.
    expect(await refusal('SELECT * FROM "sales/**/*"')).toMatch(/does not exist/)
    expect(await ask('SELECT count(*) FROM "sales/old/*.csv"')).toEqual([[1n]])
    expect(await columnsOf('sales/old/*')).toBeUndefined()
    expect(await columnsOf('sales/*')).toEqual(['id ', 'shop VARCHAR', 'share DECIMAL(2,1)'])
  })

  it('have a column for each partition folder if all have the same ones', async () => {
    await putParquet('sales/year=2024/month=08/a.parquet', 'SELECT 1 AS id')
    await putParquet('sales/year=2025/month=01/a.parquet', 'SELECT 2 AS id')
    await putParquet('sales/year=2025/month=02/a.parquet', 'SELECT 3 AS id')
    put('log/city=New%20York/a.csv.gz', gzipSync('id\n1\n'))
    put('log/city=Åsgård/a.csv', Buffer.from('name\nÅse\n', 'latin1'))
    expect(await ask('SELECT id, year, month FROM "sales/**/*" WHERE year = 2025 ORDER BY id')).toEqual([
      [2, 2025n, '01'],
      [3, 2025n, '02'],
    ])
    expect(await ask('SELECT * FROM "sales/year=2024/month=08/a"')).toEqual([[1, '08', 2024n]])
    expect(await ask('SELECT id, name, city FROM "log/**/*" ORDER BY city')).toEqual([
      [1n, null, 'New York'],
      [null, 'Åse', 'Åsgård'],
    ])
    expect((await columnsOf('sales/**/*'))?.sort()).toEqual(['id INTEGER', 'month VARCHAR', 'year BIGINT'])
    await putParquet('sales/all.parquet', 'SELECT 4 AS id')
    expect(await ask('SELECT * FROM "sales/**/*" ORDER BY id')).toEqual([[1], [2], [3], [4]])
  })

  it('have sheets whose names may contain dots, which become underscores', async () => {
    put('book.xlsx', await workbook({ First: [['a'], [1]], 'v1.2': [['plan'], ['grow']] }))
    expect((await tables()).map(({ name }) => name)).toEqual(['book', 'book/v1_2'])
    expect(await ask('SELECT plan FROM "book/v1_2"')).toEqual([['grow']])
    expect(await ask('SELECT plan FROM "book/v1.2"')).toEqual([['grow']])
  })

  it('are reported if they cannot be combined', async () => {
    await putParquet('mixed/a.parquet', 'SELECT 1 AS id')
    await putParquet('mixed/b.parquet', 'SELECT [1] AS id')
    expect(await refusal('SELECT * FROM "mixed/*.parquet"')).toMatch(/column "id"/)
  })

  it('are reported if they cannot be read, without hiding others', async () => {
    put('broken.parquet', 'PAR1 is how it begins')
    put('cut.csv.gz', gzipSync('a,b\n'.repeat(1000)).subarray(0, 20))
    put('people.csv', 'id\n1\n')
    const message = await refusal('SELECT * FROM broken')
    expect(message).toMatch(/^The table "broken" cannot be read: /)
    expect(message).not.toContain(scene.root)
    expect(await refusal('SELECT * FROM cut')).toMatch(/^The table "cut" cannot be read: /)
    expect(await columnsOf('broken')).toEqual([])
    expect(await columnsOf('people')).toEqual(['id BIGINT'])
    expect(await ask('SELECT * FROM people')).toEqual([[1n]])
  })

  it('are found in every kind of statement', async () => {
    put('sales.csv', 'shop,year,total\na,2024,1\na,2025,2\n')
    expect(await ask('PIVOT sales ON year USING sum(total)')).toEqual([['a', '1', '2']])
    expect(await ask('SELECT 1; SELECT total FROM "sales" LIMIT 1')).toEqual([[1n]])
    expect(await ask("WITH s AS (FROM 'sales.csv') SELECT count(*) FROM s")).toEqual([[2n]])
    expect((await ask('DESCRIBE sales')).map(([name]) => name)).toEqual(['shop', 'year', 'total'])
  })

  it('are listed with their columns, again each time, even 10,000 of them (DS-28)', async () => {
    await putParquet('d0/f0.parquet', "SELECT 1 AS id, 'a' AS name")
    for (let at = 1; at < 10_000; at++) {
      mkdirSync(join(scene.root, `d${at % 50}`), { recursive: true })
      copyFileSync(join(scene.root, 'd0/f0.parquet'), join(scene.root, `d${at % 50}/f${at}.parquet`))
    }
    const listed = await tables()
    expect(listed.filter(({ columns }) => columns.length === 2)).toHaveLength(10_050)
    expect(await ask('SELECT count(*) FROM "d7/*"')).toEqual([[200n]])
    put('new.csv', 'id\n9\n')
    expect(await ask('SELECT * FROM new')).toEqual([[9n]])
  })
})

describe('access to a folder', () => {
  it('is limited to folders that the operator has listed', async () => {
    put('inside/a.csv', 'id\n1\n')
    const outside = mkdtempSync(join(scene.world, 'other-'))
    symlinkSync(outside, join(scene.root, 'way-out'))
    for (const [path, listed] of [
      [outside, [scene.root]],
      [join(scene.root, '..'), [scene.root]],
      [join(scene.root, 'way-out'), [scene.root]],
      [`${scene.root}-2`, [scene.root]],
      [scene.root, []],
    ] as const) {
      const changes = { config: { path }, sourceFolders: listed }
      expect(await refusal('SELECT 1', changes)).toMatch(/is not among those that may be read here/)
      expect((await failureOf(Promise.resolve(folder.testConnection?.({ ...context(), ...changes })))).message).toMatch(
        /SIGHTLINE_SOURCE_FOLDERS/,
      )
    }
    expect(await rowsOf(await run('SELECT id FROM a', { config: { path: join(scene.root, 'inside') } }))).toEqual([[1n]])
    expect(await refusal('SELECT 1', { config: { path: join(scene.root, 'none') } })).toBe('There is no folder "none".')
  })

  it('does not follow links that lead out, to files or to folders', async () => {
    const outside = mkdtempSync(join(scene.world, 'secrets-'))
    writeFileSync(join(outside, 'salaries.csv'), 'salary\n1\n')
    put('real.csv', 'id\n1\n')
    symlinkSync(join(outside, 'salaries.csv'), join(scene.root, 'salaries.csv'))
    symlinkSync(outside, join(scene.root, 'folder'))
    symlinkSync(join(scene.root, 'real.csv'), join(scene.root, 'same.csv'))
    expect((await tables()).map(({ name }) => name)).toEqual(['*', 'real', 'same'])
    expect(await refusal('SELECT * FROM salaries')).toMatch(/does not exist/)
    expect(await ask('SELECT * FROM same')).toEqual([[1n]])
  })

  it('is limited to the files of the tables that a query names', async () => {
    put('named.csv', 'id\n1\n')
    put('other.csv', 'id\n2\n')
    const outside = join(mkdtempSync(join(scene.world, 'secrets-')), 'salaries.csv')
    writeFileSync(outside, 'salary\n1\n')
    for (const path of [outside, join(scene.root, 'other.csv'), '/etc/passwd'])
      expect(await refusal(`SELECT * FROM named, read_csv('${path}')`)).toMatch(/Permission Error/)
    expect(await refusal(`SELECT * FROM named; COPY named TO '${join(scene.root, 'new.csv')}'`)).toMatch(/Permission Error/)
    expect(await refusal("SELECT * FROM read_text('../../etc/passwd')")).toMatch(/Permission Error/)
  })
})

describe('a run on a folder', () => {
  it('is cancelled before it begins', async () => {
    put('a.csv', 'id\n1\n')
    expect(await refusal('SELECT * FROM a', { signal: AbortSignal.abort() })).toBe(CANCELLED)
  })

  it('accepts only absolute paths and buckets in its form', () => {
    const { error } = folder.config.safeParse({ path: 'reports' })
    expect(error?.issues[0]?.message).toBe('this is no absolute path, and no address such as s3://bucket/folder/.')
    expect(folder.config.safeParse({ path: 's3://acme-lake/exports' }).success).toBe(true)
  })
})
