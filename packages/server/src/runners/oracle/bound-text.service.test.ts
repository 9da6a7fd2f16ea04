import oracledb, { type Bind } from 'oracledb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { failureOf } from '../conformance/runs.ts'
import oracle from './index.ts'

// No Oracle is available here, so the driver is mocked: it records what is sent, and refuses what the server would refuse.

const calls: { text: string; binds: Bind[] }[] = []
let refuses = (_text: string) => false

vi.mock('./connection.ts', async (original) => ({
  ...(await original<typeof import('./connection.ts')>()),
  EXECUTION: {},
  connect: async () => ({
    async execute(text: string, binds: Bind[]) {
      calls.push({ text, binds })
      if (refuses(text)) throw Object.assign(new Error('ORA-00904: "COLOUR": invalid identifier'), { errorNum: 904, offset: 7 })
      const rows = [[binds.length]]
      return { resultSet: { metaData: [{ name: 'N', dbTypeName: 'NUMBER' }], getRows: async () => rows.splice(0) } }
    },
    close: async () => undefined,
  }),
}))

beforeEach(() => {
  calls.length = 0
  refuses = () => false
})

const run = async (text: string, bindsTexts = true) => {
  const config = oracle.config.parse({ user: 'ada', password: 'x', host: 'db.example.com', port: 1521, servicename: 'SHOP' })
  return rowsOf(await oracle.run(text, { config, signal: never, tempDir: '/nowhere', bindsTexts }))
}

describe('texts that are bound in Oracle (PARAM-73)', () => {
  it('are sent apart from the statement with the type of literals, CHAR', async () => {
    await run("SELECT 'x' AS a, UPPER('y') FROM t WHERE b = 'it''s' AND (c LIKE '%Zürich%' OR d = '') ORDER BY e")
    const type = oracledb.DB_TYPE_CHAR
    expect(calls).toEqual([
      {
        text: "SELECT 'x' AS a, UPPER('y') FROM t WHERE b = :1 AND (c LIKE :2 OR d = '') ORDER BY e",
        binds: [
          { val: "it's", type },
          { val: '%Zürich%', type },
        ],
      },
    ])
  })

  it.each([
    ['is a block', "BEGIN DELETE FROM t WHERE a = 'b'; END"],
    ['changes rows', "UPDATE t SET a = 'b'"],
    ['has variables', "SELECT a FROM t WHERE b = 'c' AND d = :e"],
    ['has a longer text than a CHAR', `SELECT a FROM t WHERE b = '${'é'.repeat(1001)}'`],
    ['has more texts than a list', `SELECT a FROM t WHERE b IN (${Array.from({ length: 1001 }, () => "'c'")})`],
  ])('stay in a text that %s', async (_, text) => {
    await run(text)
    expect(calls.map(({ binds }) => binds)).toEqual([[]])
  })

  it('stay in the query if the server refuses it, whose error has its position in the text', async () => {
    const text = "SELECT colour FROM t WHERE b = 'c'"
    refuses = (asked) => asked !== text
    expect(await run(text)).toEqual([['0']])
    refuses = () => true
    expect(await failureOf(run(text))).toMatchObject({ message: 'ORA-00904: "COLOUR": invalid identifier', position: 8 })
    expect(calls.map((call) => call.text)).toEqual([text.replace("'c'", ':1'), text, text.replace("'c'", ':1'), text])
  })
})
