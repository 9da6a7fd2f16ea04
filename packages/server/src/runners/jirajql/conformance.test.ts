import { cannedAnswers, cannedStub, NOT_OVER_HTTP, UNREACHABLE, withoutValues } from '../../testing/canned-source.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json } from '../../testing/stubbed-source.ts'
import { type ConformanceSetup, notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import jira from './index.ts'

// A stub of a self-hosted server (https://docs.atlassian.com/software/jira/docs/api/REST/9.17.0/) and of Atlassian's cloud
// (https://developer.atlassian.com/cloud/jira/platform/rest/v2/): the first part of the path says which of the two.

const jql = (text: string) => JSON.stringify({ jql: text })
const PAGE = 100

const { tableOf, facts } = cannedAnswers({
  integer: null,
  text: null,
  write: String,
  phrase: jql,
  values: {
    ...withoutValues('all values are shown as texts'),
    nulls: { types: [null], sent: [[null]], rows: [['1', null]] },
    texts: { types: [null], sent: [['naïve 🐘 漢字']], rows: [['1', 'naïve 🐘 漢字']] },
    nested: { types: [null], sent: [[['a', 'b']]], rows: [['1', 'a,b']] },
  },
})

/** Issues, whose keys are their numbers. */
const issuesOf = ({ columns, rows }: NonNullable<ReturnType<typeof tableOf>>) =>
  rows.map((row, at) => ({
    key: String(at + 1),
    fields: Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])),
  }))

function searched(query: URLSearchParams, isCloud: boolean): StubAnswer {
  const table = tableOf(query.get('jql') ?? '')
  if (!table)
    return json({ errorMessages: ["Field 'colour' does not exist or you do not have permission to view it."], errors: {} }, 400)
  const issues = issuesOf(table)
  const startAt = Number(query.get(isCloud ? 'nextPageToken' : 'startAt') ?? 0)
  const part = issues.slice(startAt, startAt + PAGE)
  const isLast = startAt + PAGE >= issues.length
  if (isCloud) return json({ issues: part, isLast, ...(isLast ? {} : { nextPageToken: String(startAt + PAGE) }) })
  return json({ startAt, maxResults: PAGE, total: issues.length, issues: part })
}

function answer({ path, query, headers }: StubCall): StubAnswer {
  if (headers.authorization !== basic('ada', 'a token'))
    return json({ errorMessages: ['You are not authenticated.'], errors: {} }, 401)
  const [, place, called] = /^\/(own|cloud)(\/.*)$/.exec(path) ?? []
  if (called === '/rest/api/2/myself') return json({ accountId: '5b10', displayName: 'Ada' })
  if (called === '/rest/api/2/field') return json([{ id: 'summary', name: 'Summary', schema: { type: 'string' } }])
  if (called === '/rest/api/2/search')
    return place === 'own'
      ? searched(query, false)
      : json({ errorMessages: ['The requested API has been removed.'], errors: {} }, 410)
  return called === '/rest/api/2/search/jql' && place === 'cloud' ? searched(query, true) : { status: 404 }
}

const stub = cannedStub(answer)
const left = notApplicable('its connection is closed: a search has no other way')

for (const place of ['own', 'cloud']) {
  const options = (changes: Record<string, unknown> = {}) => ({
    ...{ url: `${stub.url()}/${place}`, username: 'ada', password: 'a token' },
    ...changes,
  })
  const setup: ConformanceSetup = {
    ...NOT_OVER_HTTP,
    ...facts,
    columns: { ...facts.columns, names: ['key', 'b', 'a'], rows: [['1', '1', 'x']] },
    options,
    refused: {
      host: () => ({ options: options({ url: UNREACHABLE.url }), message: UNREACHABLE.message }),
      password: () => ({
        options: options({ password: 'another' }),
        message: /^Failed to execute query\. 401: You are not authenticated\.$/,
      }),
      database: notApplicable('a project that is not there is an error of the text'),
    },
    repeatedNames: notApplicable('names of fields are unique'),
    noRows: notApplicable('issues tell the columns'),
    noResultSet: notApplicable('an answer without issues is an empty one'),
    slow: left,
    endless: left,
    isWorkingOn: left,
    failing: { text: jql('colour = red'), message: /^Failed to execute query\. 400: Field 'colour' does not exist/ },
    severalStatements: notApplicable('a text is one search'),
    schema: { tables: { issues: ['summary'] } },
    stoppable: false,
  }
  describeConformance({ ...jira, name: `${jira.name} (${place})` }, setup)
}
