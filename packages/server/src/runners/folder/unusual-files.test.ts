import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { ONE_PIXEL_PNG } from '../../testing/one-pixel-png.ts'
import { failureOf } from '../conformance/runs.ts'
import { useListedFolder } from './testing/listed-folder.ts'

const { scene, context, run, tables, put, ask, refusal, columnsOf } = useListedFolder()

/** The user `nobody`: the superuser may read everything. */
const OTHER_USER = 65534
const MODULE = new URL('./index.ts', import.meta.url).href
const PROGRAM = `import folder from '${MODULE}'
const [path, tempDir, names] = JSON.parse(process.argv[1])
const context = { config: { path }, signal: new AbortController().signal, sourceFolders: [path], tempDir }
const run = async (name) => {
  let rows = 0
  for await (const batch of (await folder.run('SELECT * FROM "' + name + '"', context)).batches) rows += batch.rowCount
  return rows
}
const outcome = (work) => work().catch((error) => error.message)
const listing = async () => (await folder.getSchema(context)).map(({ name, columns }) => name + ': ' + columns.map(({ name }) => name))
const read = async () => {
  const tested = await outcome(async () => (await folder.testConnection(context)) ?? null)
  const rows = {}
  for (const name of names) rows[name] = await outcome(() => run(name))
  return { tested, schema: await outcome(listing), rows }
}
if (process.getuid() === 0) {
  // The other user may be unable to read the code, which is loaded now.
  await read()
  process.setgid(${OTHER_USER})
  process.setuid(${OTHER_USER})
}
process.stdout.write(JSON.stringify(await read()))`

/** Reads the folder in a process that has no rights of the superuser. @returns counts of rows, or error messages */
function readUnprivileged(names: readonly string[]): { tested: unknown; schema: unknown; rows: Record<string, unknown> } {
  const { tempDir } = context()
  chmodSync(tempDir, 0o777)
  const args = ['--input-type=module', '-e', PROGRAM, JSON.stringify([scene.root, tempDir, names])]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

describe('files and folders that the server may not read (OPEN-837)', () => {
  const folderRefusal = (name: string) => `The folder "${name}" cannot be read by this server.`
  const fileRefusal = (name: string) => `The file "${name}" cannot be read by this server.`
  beforeEach(() => {
    for (const path of [scene.world, scene.root]) chmodSync(path, 0o755)
  })

  it('are named by queries that need them, and hide no others', async () => {
    put('open.csv', 'id\n1\n')
    put('sub/open.csv', 'id\n1\n2\n')
    for (const ending of ['csv', 'json', 'csv.gz', 'xlsx', 'parquet']) {
      put(`locked.${ending}`, 'id\n1\n')
      chmodSync(join(scene.root, `locked.${ending}`), 0)
    }
    put('closed/a.csv', 'id\n1\n')
    chmodSync(join(scene.root, 'closed'), 0)
    // Its names can be listed, and its files cannot be opened.
    put('names/a.csv', 'id\n1\n')
    chmodSync(join(scene.root, 'names'), 0o444)
    expect(
      readUnprivileged(['open', 'sub/*.csv', 'locked.csv', 'locked.xlsx', 'locked_csv_gz', 'closed/a', 'Names/*', '**/*.csv']),
    ).toEqual({
      tested: null,
      schema: [
        ...['locked_csv: ', 'locked_csv_gz: ', 'locked_json: ', 'locked_parquet: ', 'locked_xlsx: '],
        ...['open: id', 'sub/open: id'],
      ],
      rows: {
        ...{ open: 1, 'sub/*.csv': 2 },
        'locked.csv': fileRefusal('locked.csv'),
        'locked.xlsx': fileRefusal('locked.xlsx'),
        locked_csv_gz: fileRefusal('locked.csv.gz'),
        'closed/a': folderRefusal('closed'),
        'Names/*': folderRefusal('names'),
        // All but those of a closed folder would look like all.
        '**/*.csv': expect.stringMatching(/^The folder "(closed|names)" cannot be read by this server\.$/),
      },
    })
    for (const name of ['closed', 'names']) chmodSync(join(scene.root, name), 0o755)
  })

  it('are an error if that is the whole folder', () => {
    put('a.csv', 'id\n1\n')
    for (const mode of [0, 0o444]) {
      chmodSync(scene.root, mode)
      const refusal = folderRefusal(basename(scene.root))
      expect(readUnprivileged(['a'])).toEqual({ tested: refusal, schema: refusal, rows: { a: refusal } })
    }
    chmodSync(scene.root, 0o755)
  })

  it('include links to nothing and pipes, which are no tables', async () => {
    put('real.csv', 'id\n1\n')
    symlinkSync(join(scene.root, 'gone.csv'), join(scene.root, 'link.csv'))
    execFileSync('mkfifo', [join(scene.root, 'pipe.csv')])
    expect((await tables()).map(({ name }) => name)).toEqual(['real'])
    expect(await refusal('SELECT * FROM link')).toMatch(/^Catalog Error: Table with name link does not exist!/)
    expect(await refusal('SELECT * FROM pipe')).toMatch(/^Catalog Error: Table with name pipe does not exist!/)
  })
})

describe('files that are not what they seem (OPEN-837)', () => {
  it('are named in one sentence by queries on them, or are tables without rows, and hide no others', async () => {
    put('real.csv', 'id\n1\n')
    for (const ending of ['csv', 'json', 'parquet', 'xlsx', 'csv.gz']) {
      put(`empty.${ending}`, '')
      put(`image.${ending}`, ONE_PIXEL_PNG)
    }
    put('text.parquet', 'id\n1\n')
    put('text.json', 'id,name\n1,Ada\n')
    const notZipped = 'The file is not compressed with gzip, or is cut short.'
    const noWorkbook = 'This is not an Excel workbook, or it is protected by a password.'
    for (const [name, reason] of [
      ['empty.parquet', "File 'empty.parquet' too small to be a Parquet file"],
      ['empty.xlsx', noWorkbook],
      ['empty.csv.gz', notZipped],
      ['image.csv', /^Line \d+ holds bytes that are no text\. Please save the file as UTF-8\.$/],
      ['image.json', /^Malformed JSON in "image\.json", [^\n]*\.$/],
      ['image.parquet', "No magic bytes found at end of file 'image.parquet'"],
      ['image.xlsx', noWorkbook],
      ['image.csv.gz', notZipped],
      ['text.parquet', "File 'text.parquet' too small to be a Parquet file"],
      ['text.json', /^Malformed JSON in "text\.json", [^\n]*\.$/],
    ] as const) {
      const [, said = ''] = (await refusal(`SELECT * FROM "${name}"`)).split(`The table "${name}" cannot be read: `)
      if (typeof reason === 'string') expect(said).toBe(reason)
      else expect(said).toMatch(reason)
    }
    for (const name of ['empty.csv', 'empty.json']) expect(await ask(`SELECT * FROM "${name}"`)).toEqual([])
    expect((await tables()).map(({ name }) => name)).toHaveLength(13)
    expect(await columnsOf('real')).toEqual(['id BIGINT'])
    expect(await ask('SELECT * FROM real')).toEqual([[1n]])
  })
})

describe('a file that changes while it is read (OPEN-838)', () => {
  const ROWS = 300_000
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at},some text\n`).join('')
  const path = () => join(scene.root, 'big.csv')
  const countWhile = async (change: () => void): Promise<number> => {
    put('big.csv', `id,name\n${lines(ROWS)}`)
    let rows = 0
    for await (const { rowCount } of (await run('SELECT * FROM big')).batches) {
      if (rows === 0) change()
      rows += rowCount
    }
    return rows
  }

  it('is read to its end if another one takes its place, if it is deleted, and if lines are added', async () => {
    put('new.csv', 'id,name\n1,a\n')
    expect(await countWhile(() => renameSync(join(scene.root, 'new.csv'), path()))).toBe(ROWS)
    expect(await countWhile(() => rmSync(path()))).toBe(ROWS)
    expect(await countWhile(() => appendFileSync(path(), lines(3)))).toBeGreaterThanOrEqual(ROWS)
  })

  it('is an error if it is cut, where its rows would end early', async () => {
    const message = 'The file "big.csv" was changed while it was read.'
    for (const change of [() => truncateSync(path(), 100), () => writeFileSync(path(), 'id,name\n1,a\n')])
      expect((await failureOf(countWhile(change))).message).toBe(message)
  })
})
