import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { JIRA820_ISSUES, jira820Server } from '../../testing/servers/jira820.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { itReadsManyRows } from '../conformance/many-rows.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import jira from './index.ts'

let server: StartedServer
beforeAll(async () => {
  server = await jira820Server.start()
  for (const fields of [
    { summary: 'naïve 🐘 漢字', description: 'two\nlines', labels: ['ours', 'a b'], duedate: '2024-02-29' },
    { summary: 'Second', labels: ['ours'] },
  ]) {
    const body = JSON.stringify({ fields: { issuetype: { name: 'Task' }, ...fields } })
    expect((await fetch(`${url()}/rest/api/2/issue`, { method: 'POST', body })).status).toBe(201)
  }
})
afterAll(() => server?.stop())

const url = () => `http://127.0.0.1:${server.port}`
const options = (changes: Record<string, unknown> = {}) => ({
  ...{ url: url(), username: 'ada', password: 'a token' },
  ...changes,
})
const { run, read } = sqlSource(jira, options)

/** The two issues of these tests, which follow those of the server. */
const ours = (fields: string, more: object = {}) => JSON.stringify({ jql: 'labels = ours order by key', fields, ...more })
const [FIRST, SECOND] = [`JIRA820-${JIRA820_ISSUES + 1}`, `JIRA820-${JIRA820_ISSUES + 2}`]
/** The fields that the server lists. */
const FIELDS = [
  ...['assignee', 'components', 'created', 'customfield_10004', 'customfield_10007', 'customfield_10008', 'customfield_10011'],
  ...['duedate', 'fixVersions', 'issuetype', 'labels', 'reporter', 'resolutiondate', 'status', 'summary', 'updated'],
]
const texts = notApplicable('all values are shown as texts')
const left = notApplicable('its connection is closed: a search has no other way')

describeConformance(jira, {
  options,
  proxied: notApplicable('each page is a request of its own'),
  refused: {
    host: () => ({
      options: options({ url: 'http://127.0.0.1:1' }),
      message: /^could not connect to server at 127\.0\.0\.1:1: connection refused$/,
    }),
    password: notApplicable('this server has no identities'),
    database: notApplicable('a project that is not there is an error of the text'),
  },
  columns: {
    text: ours('summary'),
    names: ['key', 'summary'],
    rows: [
      [FIRST, 'naïve 🐘 漢字'],
      [SECOND, 'Second'],
    ],
  },
  repeatedNames: notApplicable('names of fields are unique'),
  noRows: notApplicable('issues tell the columns'),
  noResultSet: notApplicable('an answer without issues is an empty one'),
  values: {
    nulls: {
      text: ours('assignee'),
      rows: [
        [FIRST, null],
        [SECOND, null],
      ],
    },
    integers: texts,
    decimals: texts,
    floats: texts,
    booleans: texts,
    texts: {
      text: ours('description'),
      rows: [
        [FIRST, 'two\nlines'],
        [SECOND, null],
      ],
    },
    emptyTexts: {
      text: ours('components'),
      rows: [
        [FIRST, ''],
        [SECOND, ''],
      ],
    },
    dates: {
      text: ours('duedate'),
      rows: [
        [FIRST, '2024-02-29'],
        [SECOND, null],
      ],
    },
    wallClocks: texts,
    instants: { text: ours('created'), rows: [FIRST, SECOND].map((key) => [key, '2024-03-31T09:00:00.000+0000']) },
    binary: notApplicable('fields have no bytes'),
    nested: {
      text: ours('labels'),
      rows: [
        [FIRST, 'ours,a b'],
        [SECOND, 'ours'],
      ],
    },
    strange: { text: ours('status,issuetype'), rows: [FIRST, SECOND].map((key) => [key, 'Task', 'Open']) },
  },
  many: notApplicable('keys are no numbers; a test below reads pages'),
  slow: left,
  endless: left,
  isWorkingOn: left,
  // It ignores what it cannot read, but fails at a day before the first year.
  failing: {
    text: JSON.stringify({ jql: 'created >= -99999999999d' }),
    message: /^Failed to execute query\. 500: Internal Server Error$/,
  },
  failingMidway: notApplicable('each page is a response of its own'),
  severalStatements: notApplicable('a text is one search'),
  writing: notApplicable('a search only reads'),
  schema: { tables: { issues: FIELDS } },
  stoppable: false,
})

describe('Jira, as jira820 has it', () => {
  it('reads all pages of a search, and counts the same issues', async () => {
    const search = { jql: 'type = Epic order by created', fields: 'summary' }
    const keys = (await read(JSON.stringify({ ...search, maxResults: 5 }))).map(([key]) => key)
    expect(new Set(keys).size).toBe(18)
    expect(await read(JSON.stringify({ jql: search.jql, queryType: 'count' }))).toEqual([[18n]])
  })

  // A hundred thousand issues are seen in the memory if their fields are large.
  const fields = 'summary,status,issuetype'
  itReadsManyRows(() => run(JSON.stringify({ jql: 'project = JIRA820', fields })), JIRA820_ISSUES + 2)

  it('shows a member of a field under another name', async () => {
    const rows = await read(ours('summary,status', { fieldMapping: { 'status.name': 'state' } }))
    expect(rows.map((row) => row.at(-1))).toEqual(['Open', 'Open'])
  })
})
