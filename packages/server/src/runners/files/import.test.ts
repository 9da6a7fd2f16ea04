import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { zip } from '../../platform/results/zip.ts'
import { configurationSchema } from '../../platform/type-options.ts'
import { never } from '../../testing/never.ts'
import { type ReadValue, rowsOf } from '../../testing/rows-of.ts'
import { importFile } from './import.ts'
import files from './index.ts'

let folder = ''
let count = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-files-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Imports a file with this content, under a random path that says nothing about its format. */
async function imported(name: string, content: string | Uint8Array) {
  const tempDir = join(folder, `import-${++count}`)
  mkdirSync(tempDir)
  const path = join(tempDir, 'upload')
  writeFileSync(path, content)
  const targetPath = join(folder, `${count}.duckdb`)
  const tables = await importFile({ path, name, targetPath, tempDir, signal: never })
  return { tables, targetPath, tempDir }
}

const UPLOAD = '6f1c1c6e-5f5e-4b8e-9b1a-3e7d0b1c2d3e'
const optionsOf = (...paths: string[]) =>
  files.config.parse({ files: paths.map((path) => ({ upload: UPLOAD, name: 'some file', path })) })
const run = (text: string, ...paths: string[]) =>
  files.run(text, { config: optionsOf(...paths), signal: never, tempDir: folder })
const ask = async (text: string, ...paths: string[]): Promise<ReadValue[][]> => rowsOf(await run(text, ...paths))

async function rowsOfImport(name: string, content: string | Uint8Array) {
  const { tables, targetPath } = await imported(name, content)
  const [table] = tables
  return { table, rows: await ask(`SELECT * FROM "${table?.name}"`, targetPath) }
}

const columnsOf = (table: { columns: { name: string; type: string }[] } | undefined) =>
  table?.columns.map(({ name, type }) => `${name} ${type}`)

describe('importing a CSV file', () => {
  it('creates a table with typed columns', async () => {
    const { table, rows } = await rowsOfImport(
      'Monthly Sales.csv',
      'day,shop,sold,price\n2024-02-29,Köln,3,1.5\n2024-03-01,"a, b",,2\n',
    )
    expect(table).toMatchObject({ name: 'monthly_sales', rows: 2 })
    expect(columnsOf(table)).toEqual(['day DATE', 'shop VARCHAR', 'sold BIGINT', 'price DOUBLE'])
    expect(rows).toEqual([
      ['2024-02-29', 'Köln', 3n, 1.5],
      ['2024-03-01', 'a, b', null, 2],
    ])
  })

  it.each([
    ['tabs', 'x.tsv', 'a\tb\n1\t2\n'],
    ['semicolons', 'x.csv', 'a;b\n1;2\n'],
    ['Windows line ends', 'x.csv', 'a,b\r\n1,2\r\n'],
    ['a byte order mark', 'x.csv', '\ufeffa,b\n1,2\n'],
    ['UTF-16', 'x.csv', Buffer.from('\ufeffa,b\n1,2\n', 'utf16le')],
    ['gzip', 'x.csv.gz', gzipSync('a,b\n1,2\n')],
  ])('reads %s', async (_, name, content) => {
    const { table, rows } = await rowsOfImport(name, content)
    expect(table?.name).toBe('x')
    expect(columnsOf(table)).toEqual(['a BIGINT', 'b BIGINT'])
    expect(rows).toEqual([[1n, 2n]])
  })

  it('reads bytes that are not UTF-8 as Windows-1252', async () => {
    const { rows } = await rowsOfImport(
      'x.csv',
      Buffer.from([...Buffer.from('city\nK'), 0xf6, ...Buffer.from('ln\n'), 0x80, 0x0a]),
    )
    expect(rows).toEqual([['Köln'], ['€']])
  })

  it('pads short rows with nulls and keeps the additional values of long ones', async () => {
    const { table, rows } = await rowsOfImport('x.csv', 'a,b\n1,2\n3\n4,5,6\n')
    expect(columnsOf(table)).toEqual(['a BIGINT', 'b BIGINT', 'column2 BIGINT'])
    expect(rows).toEqual([
      [1n, 2n, null],
      [3n, null, null],
      [4n, 5n, 6n],
    ])
  })

  it('keeps values with line breaks', async () => {
    const { rows } = await rowsOfImport('x.csv', 'a,b\n1,"x\ny"\n2,"z"\n')
    expect(rows).toEqual([
      [1n, 'x\ny'],
      [2n, 'z'],
    ])
  })

  it('imports a column as text if a late value is not a number', async () => {
    const { table } = await rowsOfImport('x.csv', `id\n${'1\n'.repeat(150_000)}none\n`)
    expect(table).toMatchObject({ rows: 150_001, columns: [{ name: 'id', type: 'VARCHAR' }] })
  })

  it('keeps all digits of long numbers, and leading zeros', async () => {
    const { table, rows } = await rowsOfImport('x.csv', 'id,zip,mass\n12345678901234567890,01234,1e30\n1,98765,2\n')
    expect(columnsOf(table)).toEqual(['id DECIMAL(38,0)', 'zip VARCHAR', 'mass DOUBLE'])
    expect(rows).toEqual([
      ['12345678901234567890', '01234', 1e30],
      ['1', '98765', 2],
    ])
  })

  it.each([
    ['x.csv', 'a,b\n1,2\n\0\0\n', 'Line 3 holds bytes that are no text. Please save the file as UTF-8.'],
    ['x.csv.gz', 'a,b\n', 'The file is not compressed with gzip, or is cut short.'],
    ['x.pdf', 'a', '"x.pdf" is of a type that cannot be imported. Upload a CSV, TSV, JSON, Parquet or Excel (.xlsx) file.'],
    ['x.xls', 'a', 'This is the Excel format of before 2007. Please save the file as .xlsx and upload it again.'],
    ['x.xlsx', 'a', 'This is not an Excel workbook, or it is protected by a password.'],
    ['x.parquet', 'abc', /^[^/]*$/],
    ['x.json', '[{"a": 1}, {"a": ', /^Malformed JSON in "x\.json", at byte \d+ in record\/value 3: unexpected end of data\.$/],
  ])('says in a sentence what is wrong with %s', async (name, content, sentence) => {
    const failure = imported(name, content)
    await expect(failure).rejects.toMatchObject({ name: 'QueryError', message: expect.stringMatching(toPattern(sentence)) })
    expect(existsSync(join(folder, `${count}.duckdb`))).toBe(false)
  })
})

const toPattern = (sentence: string | RegExp) =>
  typeof sentence === 'string' ? new RegExp(`^${sentence.replace(/[.()]/g, '\\$&')}$`) : sentence

describe('importing JSON and Parquet', () => {
  it.each([
    ['an array', '[{"id": 1, "at": "2024-02-29T12:00:00", "tags": ["a"]}, {"id": 2, "name": "Bo"}]'],
    ['one object a line', '{"id": 1, "at": "2024-02-29T12:00:00", "tags": ["a"]}\n{"id": 2, "name": "Bo"}\n'],
  ])('reads %s', async (_, content) => {
    const { table, rows } = await rowsOfImport('people.json', content)
    expect(columnsOf(table)).toEqual(['id BIGINT', 'at TIMESTAMP', 'tags VARCHAR[]', 'name VARCHAR'])
    expect(rows).toEqual([
      [1n, '2024-02-29T12:00:00.000', '["a"]', null],
      [2n, null, null, 'Bo'],
    ])
  })

  it('reads Parquet', async () => {
    const path = join(folder, 'made.parquet')
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    await connection.run(`COPY (SELECT 1::INTEGER AS id, DATE '2024-02-29' AS day) TO '${path}'`)
    connection.closeSync()
    instance.closeSync()
    const tempDir = mkdtempSync(join(folder, 'import-'))
    const targetPath = join(folder, 'parquet.duckdb')
    const [table] = await importFile({ path, name: 'Days (2024).parquet', targetPath, tempDir, signal: never })
    expect(table).toEqual({
      name: 'days_2024',
      rows: 1,
      columns: [
        { name: 'id', type: 'INTEGER' },
        { name: 'day', type: 'DATE' },
      ],
    })
  })
})

/** A workbook with three number formats: 0 plain, 1 a built-in date format, 2 a custom time format. */
async function workbook(sheets: Record<string, string>, { is1904 = false, texts = '' } = {}): Promise<Buffer> {
  const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const names = Object.keys(sheets)
  const entry = (name: string, content: string) => ({ name, content: [`<?xml version="1.0" encoding="UTF-8"?>${content}`] })
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${rels}/${type}" Target="${target}"/>`
  const parts = [
    entry('_rels/.rels', `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`),
    entry(
      'xl/workbook.xml',
      `<workbook xmlns:r="${rels}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${names
        .map(
          (name, i) =>
            `<sheet name="${name}" sheetId="${i + 1}" r:id="s${i + 1}"${name.startsWith('Hidden') ? ' state="hidden"' : ''}/>`,
        )
        .join('')}</sheets></workbook>`,
    ),
    entry(
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${names.map((_, i) => relation(`s${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`)).join('')}${relation('t', 'sharedStrings', 'sharedStrings.xml')}${relation('y', 'styles', '/xl/styles.xml')}</Relationships>`,
    ),
    entry('xl/sharedStrings.xml', `<sst>${texts}</sst>`),
    entry(
      'xl/styles.xml',
      `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[Red]yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ),
    ...names.map((name, i) =>
      entry(`xl/worksheets/sheet${i + 1}.xml`, `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`),
    ),
  ]
  const chunks: Uint8Array[] = []
  for await (const chunk of zip(parts)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const header = (...names: string[]) =>
  `<row r="1">${names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('')}</row>`

describe('importing an Excel workbook', () => {
  it('reads numbers, dates, times, booleans and all kinds of strings', async () => {
    const content = await workbook(
      {
        Orders: `${header('id', 'price', 'day', 'at', 'paid', 'who', 'note')}
          <row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>1.5</v></c><c r="C2" s="1"><v>45351</v></c><c r="D2" s="2"><v>45351.5</v></c>
            <c r="E2" t="b"><v>1</v></c><c r="F2" t="s"><v>0</v></c><c r="G2" t="str"><f>A1&amp;B1</f><v>a "b", &lt;c&gt;
d</v></c></row>
          <row r="3"/>
          <row r="4"><c r="A4"><v>2</v></c><c r="B4"><v>3</v></c><c r="D4" s="2"><v>45352</v></c><c r="E4" t="e"><v>#N/A</v></c><c r="F4" t="s"><v>1</v></c></row>`,
      },
      {
        texts:
          '<si><t>Ada</t></si><si><r><t xml:space="preserve">Bo </t></r><r><t>Li</t></r><rPh sb="0"><t>ignored</t></rPh></si>',
      },
    )
    const { table, rows } = await rowsOfImport('Shop data.xlsx', content)
    expect(table).toMatchObject({ name: 'shop_data', rows: 2 })
    expect(columnsOf(table)).toEqual([
      'id BIGINT',
      'price DOUBLE',
      'day DATE',
      'at TIMESTAMP',
      'paid BOOLEAN',
      'who VARCHAR',
      'note VARCHAR',
    ])
    expect(rows).toEqual([
      [1n, 1.5, '2024-02-29', '2024-02-29T12:00:00.000', true, 'Ada', 'a "b", <c>\nd'],
      [2n, 3, null, '2024-03-01T00:00:00.000', null, 'Bo Li', null],
    ])
  })

  it('creates a table for each visible sheet with rows', async () => {
    const row = '<row><c><v>1</v></c></row>'
    const content = await workbook({
      'Sheet 1': header('a') + row,
      Empty: '',
      'Hidden notes': header('x') + row,
      Zürich: header('b') + row,
    })
    const { tables } = await imported('Report.xlsx', content)
    expect(tables.map(({ name }) => name)).toEqual(['report_sheet_1', 'report_zurich'])
  })

  it('names unnamed columns and distinguishes repeated names', async () => {
    const content = await workbook({
      A: `<row><c r="A1" t="inlineStr"><is><t>Total</t></is></c><c r="C1" t="inlineStr"><is><t>total</t></is></c></row>
        <row><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><v>3</v></c><c r="E2"><v>5</v></c></row>`,
    })
    const { table, rows } = await rowsOfImport('a.xlsx', content)
    expect(table?.columns.map(({ name }) => name)).toEqual(['Total', 'column2', 'total_2', 'column4', 'column5'])
    expect(rows).toEqual([[1n, 2n, 3n, null, 5n]])
  })

  it('supports the 1904 date system and the nonexistent 29 February 1900', async () => {
    const sheet = `${header('day')}<row><c s="1"><v>1</v></c></row>`
    expect((await rowsOfImport('a.xlsx', await workbook({ A: sheet }, { is1904: true }))).rows).toEqual([['1904-01-02']])
    expect((await rowsOfImport('a.xlsx', await workbook({ A: sheet }))).rows).toEqual([['1900-01-01']])
  })

  it('imports a column with several types of values as text', async () => {
    const { table, rows } = await rowsOfImport(
      'a.xlsx',
      await workbook({ A: `${header('x')}<row><c><v>1</v></c></row><row><c s="1"><v>45351</v></c></row>` }),
    )
    expect(columnsOf(table)).toEqual(['x VARCHAR'])
    expect(rows).toEqual([['1'], ['2024-02-29']])
  })

  it('refuses a cell beyond the last column instead of filling the memory up to it', async () => {
    const content = await workbook({ A: `${header('x')}<row><c r="XFE2"><v>1</v></c></row>` })
    await expect(imported('a.xlsx', content)).rejects.toThrow('The workbook is damaged: it has a cell beyond the last column.')
  })

  it('reports that there are no rows', async () => {
    await expect(imported('a.xlsx', await workbook({ A: '' }))).rejects.toThrow('The workbook has no rows.')
  })
})

describe('querying uploaded files', () => {
  it('joins the tables of several files and distinguishes tables with the same name', async () => {
    const one = await imported('orders.csv', 'id,customer\n1,7\n')
    const other = await imported('orders.csv', 'id,name\n7,Ada\n')
    expect(
      await ask('SELECT o.id, c.name FROM orders o JOIN orders_2 c ON c.id = o.customer', one.targetPath, other.targetPath),
    ).toEqual([[1n, 'Ada']])
    const schema = await files.getSchema?.({ config: optionsOf(one.targetPath, other.targetPath), signal: never })
    expect(schema?.map(({ name, size }) => [name, size])).toEqual([
      ['orders', 1],
      ['orders_2', 1],
    ])
  })

  it('gives tables names that need no quotes', async () => {
    const names = await Promise.all(
      ['2024.csv', 'Order.csv', '***.csv', 'Ärger & Co..csv'].map(
        async (name) => (await imported(name, 'a\n1\n')).tables[0]?.name,
      ),
    )
    expect(names).toEqual(['_2024', 'order_data', 'data', 'arger_co'])
  })

  it('can read nothing but the uploads', async () => {
    const { targetPath } = await imported('a.csv', 'a\n1\n')
    await expect(ask("SELECT * FROM read_text('/etc/passwd')", targetPath)).rejects.toMatchObject({
      message: expect.stringMatching(/^Permission Error/),
    })
    await expect(ask('CREATE TABLE x AS SELECT 1', targetPath)).rejects.toMatchObject({
      message: expect.stringMatching(/^This data source is only read/),
    })
    await expect(ask('DROP TABLE upload_1.a', targetPath)).rejects.toThrow()
  })

  it('reports that an upload no longer exists', async () => {
    await expect(ask('SELECT 1', join(folder, 'gone.duckdb'))).rejects.toThrow('There is no database file "gone.duckdb".')
    const config = files.config.parse({ files: [{ upload: UPLOAD, name: 'orders.csv' }] })
    await expect(files.run('SELECT 1', { config, signal: never, tempDir: folder })).rejects.toThrow(
      'The uploaded file "orders.csv" is no longer there.',
    )
  })

  it('has a form field for uploads (DS-27)', () => {
    expect(configurationSchema(files.config)).toMatchObject({
      properties: { files: { type: 'array', title: 'Files', format: 'uploads' } },
      required: ['files'],
    })
  })
})

describe('an import', () => {
  it('can be cancelled', async () => {
    const stop = new AbortController()
    const path = join(folder, 'big.csv')
    writeFileSync(path, `a,b\n${'123456,some words\n'.repeat(500_000)}`)
    const targetPath = join(folder, 'big.duckdb')
    const running = importFile({ path, name: 'big.csv', targetPath, tempDir: folder, signal: stop.signal })
    setImmediate(() => stop.abort())
    await expect(running).rejects.toMatchObject({ message: 'Query cancelled by user.' })
    expect(existsSync(targetPath)).toBe(false)
  })
})
