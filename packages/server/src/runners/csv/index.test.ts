import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { zip } from '../../platform/results/zip.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type StubAnswer, startStub } from '../../testing/stub-server.ts'
import { failureOf } from '../conformance/runs.ts'
import excel from '../excel/index.ts'
import type { AnyRunner } from '../runner.ts'
import csv from './index.ts'

async function source(runner: AnyRunner, answer: StubAnswer) {
  const stub = await startStub(() => answer)
  const tempDir = await mkdtemp(join(tmpdir(), 'sightline-download-'))
  onTestFinished(async () => {
    await stub.close()
    await rm(tempDir, { recursive: true })
  })
  const run = (options = '') =>
    runner.run(`url: ${stub.url}/file\n${options}`, {
      config: {},
      signal: never,
      sourceNetworks: ['127.0.0.1'],
      tempDir,
    })
  const read = async (options?: string) => {
    const result = await run(options)
    return { names: result.columns.map(({ name }) => name), rows: await rowsOf(result) }
  }
  return { stub, run, read, refusal: async (options?: string) => (await failureOf(run(options).then(rowsOf))).message }
}

const SALES = 'id,day,name,share,open\n1,2024-02-29,Åse,0.5,true\n18446744073709551616,2024-03-01,,,false\n'

describe('a CSV file at a URL', () => {
  it('becomes a table with typed columns', async () => {
    const { run, stub } = await source(csv, { body: SALES })
    const result = await run('user-agent: Mozilla/5.0')
    expect(result.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'float'],
      ['day', 'date'],
      ['name', 'string'],
      ['share', 'float'],
      ['open', 'boolean'],
    ])
    expect(await rowsOf(result)).toEqual([
      ['1', '2024-02-29', 'Åse', 0.5, true],
      ['18446744073709551616', '2024-03-01', null, null, false],
    ])
    expect(stub.calls[0]?.headers['user-agent']).toBe('Mozilla/5.0')
  })

  it.each([
    ['nrows: 1\nusecols: [name, 0]', ['name', 'id'], [['a', 1n]]],
    [
      'skiprows: 1\nheader: null\nnames: [n, text]',
      ['n', 'text'],
      [
        [1n, 'a'],
        [2n, 'b'],
      ],
    ],
    ['header: 1', ['1', 'a'], [[2n, 'b']]],
  ])('is read with the options %j', async (options, names, rows) => {
    const { read } = await source(csv, { body: 'id,name\n1,a\n2,b\n' })
    expect(await read(options)).toEqual({ names, rows })
  })

  it('is read in the given encoding, with the given columns as times', async () => {
    const { read } = await source(csv, { body: Buffer.from('n,t\n\xe5,01.02.2024\n', 'latin1') })
    expect((await read('encoding: latin1')).rows[0]?.[0]).toBe('å')
    const times = await source(csv, { body: 't\n2024-02-01 10:00\n' })
    const result = await times.run('parse_dates: [t]')
    expect(result.columns[0]?.type).toBe('datetime')
  })

  it('keeps lines and values that begin with a number sign (OPEN-740)', async () => {
    const { read } = await source(csv, { body: 'id,colour\n1,#fff\n2,#N/A\n#3,red\n' })
    expect((await read()).rows).toEqual([
      ['1', '#fff'],
      ['2', '#N/A'],
      ['#3', 'red'],
    ])
  })

  it('has infinities as numbers, and beside days as texts (OPEN-740)', async () => {
    const { read } = await source(csv, { body: 'ratio,until\ninf,2024-02-29\n-Infinity,infinity\n,\n' })
    expect((await read()).rows).toEqual([
      [Number.POSITIVE_INFINITY, '2024-02-29'],
      [Number.NEGATIVE_INFINITY, 'infinity'],
      [null, null],
    ])
  })

  it('may be gzip-compressed, whether or not its transfer is compressed as well', async () => {
    const packed = gzipSync(SALES)
    const read = async (answer: StubAnswer) => (await (await source(csv, answer)).read('usecols: [name]')).rows
    expect(await read({ body: packed })).toEqual([['Åse'], [null]])
    expect(await read({ body: packed, headers: { 'content-encoding': 'gzip' } })).toEqual([['Åse'], [null]])
    const cut = await source(csv, { body: packed.subarray(0, -4) })
    expect(await cut.refusal()).toMatch(/The file is not compressed with gzip, or is cut short\.$/)
  })

  it('is reported as unreadable without the password of its URL', async () => {
    const context = { config: {}, signal: never, sourceNetworks: ['127.0.0.1'], tempDir: '/nowhere' }
    const { message } = await failureOf(csv.run('url: "  http://ada:p@ss:word@127.0.0.1:1/file"', context))
    expect(message).toBe(
      'Error reading http://127.0.0.1:1/file. could not connect to server at 127.0.0.1:1: connection refused',
    )
  })

  it('is reported as unreadable with its URL', async () => {
    const gone = await source(csv, { status: 404, body: 'gone' })
    expect(await gone.refusal()).toBe(`Error reading ${gone.stub.url}/file. Failed to execute query. 404: gone`)
    const { refusal } = await source(csv, { body: SALES })
    expect(await refusal('sep: ;')).toMatch(/^There is no option "sep"\. The options are url, user-agent, header,/)
    expect(await refusal('nrows: many')).toMatch(/The option "nrows" should be a whole number/)
    expect(await refusal('usecols: [nothing]')).toMatch(
      /There is no column "nothing"\. The columns are id, day, name, share, open\.$/,
    )
    expect(await refusal('encoding: klingon')).toMatch(/The encoding "klingon" is not known\.$/)
  })
})

const sheet = (rows: string[][]) =>
  `<worksheet><sheetData>${rows
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`

async function workbook(): Promise<Uint8Array> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`
  const parts: [string, string][] = [
    ['_rels/.rels', `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`],
    [
      'xl/workbook.xml',
      '<workbook><sheets><sheet name="First" r:id="r1"/><sheet name="Second" r:id="r2"/></sheets></workbook>',
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${relation('r1', 'worksheet', 'a.xml')}${relation('r2', 'worksheet', 'b.xml')}</Relationships>`,
    ],
    ['xl/a.xml', sheet([['Report'], ['name', 'city'], ['Ada', 'Oslo'], ['Bob', 'Rome']])],
    ['xl/b.xml', sheet([['x'], ['y']])],
  ]
  const entries = parts.map(([name, content]) => ({ name, content: [content] }))
  const chunks: Uint8Array[] = []
  for await (const chunk of zip(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('an Excel workbook at a URL', () => {
  it('returns the requested sheet from the requested row on', async () => {
    const { read, refusal } = await source(excel, { body: await workbook() })
    expect(await read('skiprows: 1\nnrows: 1')).toEqual({ names: ['name', 'city'], rows: [['Ada', 'Oslo']] })
    expect(await read('sheet_name: Second\nheader: null\nnames: [letter]')).toEqual({ names: ['letter'], rows: [['x'], ['y']] })
    expect(await read('sheet_name: 1')).toEqual({ names: ['x'], rows: [['y']] })
    expect(await refusal('sheet_name: Third')).toMatch(
      /There is no sheet "Third" in the workbook\. Its sheets are "First", "Second"\.$/,
    )
  })

  it('is reported if it is not a workbook', async () => {
    const { refusal } = await source(excel, { body: 'not a workbook' })
    expect(await refusal()).toMatch(/^Error reading http:/)
  })
})
