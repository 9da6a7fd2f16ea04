import { describe, expect, it } from 'vitest'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import jira, { issueRow } from './index.ts'

const issue = (n: number, fields: Record<string, unknown> = {}) => ({ key: `OPS-${n}`, fields })
const source = (answer: (call: StubCall) => StubAnswer) =>
  stubbedSource(
    jira,
    ({ url }) => ({ url, username: 'ada', password: 'a token' }),
    (call) =>
      call.headers.authorization === basic('ada', 'a token')
        ? answer(call)
        : json({ errorMessages: ['You are not authenticated.'] }, 401),
  )

describe('Jira', () => {
  it('shows fields as texts: objects by key and name, lists joined, members as they are mapped', async () => {
    const fields = {
      summary: 'Grüße',
      status: { key: 'done', name: 'Done', id: 3 },
      priority: { value: 'high' },
      labels: ['a', 'b'],
      components: [{ name: 'web' }, { name: 'api' }],
      assignee: { displayName: 'Ada', name: 'ada' },
      estimate: 5,
      parent: null,
    }
    const { read, stub } = await source(() => json({ startAt: 0, total: 1, issues: [issue(1, fields)] }))
    const { columns, rows } = await read(
      JSON.stringify({
        jql: 'project = OPS',
        fields: 'summary,assignee',
        fieldMapping: { 'assignee.displayName': 'who', summary: 'title' },
      }),
    )
    expect(columns.map(([name]) => name)).toEqual([
      'key',
      'title',
      'status_key',
      'status_name',
      'priority',
      'labels',
      'components',
      'who',
      'estimate',
      'parent',
    ])
    expect(rows).toEqual([['OPS-1', 'Grüße', 'done', 'Done', 'high', 'a,b', 'web,api', 'Ada', '5', null]])
    expect(Object.fromEntries(stub.calls[0]?.query ?? [])).toEqual({
      jql: 'project = OPS',
      fields: 'summary,assignee',
      maxResults: '1000',
      startAt: '0',
    })
  })

  it('follows pages by number', async () => {
    const { read } = await source(({ query }) => {
      const startAt = Number(query.get('startAt'))
      return json({ startAt, total: 3, issues: [issue(startAt + 1)] })
    })
    expect((await read('{}')).rows).toEqual([['OPS-1'], ['OPS-2'], ['OPS-3']])
  })

  it('follows pages by token in the cloud, which has no page numbers any more', async () => {
    const { read } = await source(({ path, query, body }) => {
      if (path === '/rest/api/2/search') return json({ errorMessages: ['The requested API has been removed.'] }, 410)
      // Version 3 would give documents where version 2 gives texts.
      if (path === '/rest/api/3/search/jql') return { status: 404 }
      if (path.endsWith('approximate-count')) return json({ count: JSON.parse(body).jql === 'x' ? 7 : 0 })
      return json(
        query.get('nextPageToken') === 'two'
          ? { issues: [issue(2)], nextPageToken: null, isLast: true }
          : { issues: [issue(1)], nextPageToken: 'two' },
      )
    })
    expect((await read('{}')).rows).toEqual([['OPS-1'], ['OPS-2']])
    expect(await read('{"queryType": "count", "jql": "x"}')).toEqual({ columns: [['count', 'integer']], rows: [[7n]] })
  })

  it('counts', async () => {
    const { read } = await source(() => json({ startAt: 0, total: 12, issues: [] }))
    expect((await read('{"queryType": "count"}')).rows).toEqual([[12n]])
  })

  it('reports errors of the server without the token', async () => {
    const { refusal } = await source(() => json({ errorMessages: ["Error in the JQL Query: 'x' is a reserved word."] }, 400))
    expect((await refusal('{"jql": "x"}')).message).toBe(
      "Failed to execute query. 400: Error in the JQL Query: 'x' is a reserved word.",
    )
    expect((await refusal('{}', { options: { password: 'a wrong token' } })).message).toBe(
      'Failed to execute query. 401: You are not authenticated.',
    )
    expect((await refusal('project = OPS')).message).toMatch(/^The query is not valid JSON: /)
    expect((await refusal('{"maxResults": "all"}')).message).toMatch(/^The query is not as it should be: maxResults: /)
  })

  it('can be tested, and lists its fields (DS-28)', async () => {
    const { context, stub } = await source(({ path }) =>
      json(path.endsWith('/field') ? [{ id: 'summary', schema: { type: 'string' } }, { id: 'assignee' }] : {}),
    )
    await jira.testConnection?.(context())
    expect(stub.calls[0]?.path).toBe('/rest/api/2/myself')
    expect(await jira.getSchema?.(context())).toEqual([
      {
        name: 'issues',
        columns: [
          { name: 'assignee', type: '' },
          { name: 'summary', type: 'string' },
        ],
      },
    ])
  })
})

const row = (fields: Record<string, unknown>, mapping: Record<string, string> = {}) => issueRow({ key: 'A-1', fields }, mapping)

describe('an issue as a row', () => {
  it('has its key and texts, numbers as texts, and nothing where a field is empty', () => {
    expect(row({ summary: 'Broken', votes: 3, due: null })).toEqual({ key: 'A-1', summary: 'Broken', votes: '3', due: null })
  })

  it('has the key and the name of objects, else their value, else all of them', () => {
    expect(row({ project: { key: 'A', name: 'Alpha', id: 1 } })).toEqual({
      key: 'A-1',
      project_key: 'A',
      project_name: 'Alpha',
    })
    expect(row({ status: { name: null } })).toEqual({ key: 'A-1', status_name: null })
    expect(row({ choice: { value: 'x' }, other: { id: 1 } })).toEqual({ key: 'A-1', choice: 'x', other: '{"id":1}' })
  })

  it('has lists joined with commas, by the names or values of what is in them', () => {
    expect(row({ labels: ['a', 'b'], parts: [{ name: 'x', value: 'no' }, { value: 'y' }, { id: 1 }, null], none: [] })).toEqual(
      {
        key: 'A-1',
        labels: 'a,b',
        parts: 'x,y,{"id":1},',
        none: '',
      },
    )
  })

  it('has columns of other names', () => {
    expect(row({ summary: 'x', project: { key: 'A' } }, { summary: 'Title', project: 'Team' })).toEqual({
      key: 'A-1',
      Title: 'x',
      Team_key: 'A',
    })
  })

  it('has members of objects and of lists where they are named, and no others', () => {
    const mapping = { 'assignee.email': 'Mail', 'assignee.team': '', 'parts.id': 'Ids', 'gone.x': 'X' }
    expect(
      row(
        { assignee: { email: 'a@example.org', name: 'Ada' }, parts: [{ id: 1 }, { name: 'no id' }, 'x', { id: 2 }] },
        mapping,
      ),
    ).toEqual({
      key: 'A-1',
      Mail: 'a@example.org',
      '': null,
      Ids: '1,2',
    })
    expect(row({ assignee: 'Ada' }, mapping)).toEqual({ key: 'A-1', assignee: 'Ada' })
    expect(row({ assigneeX: { name: 'x' } }, mapping)).toEqual({ key: 'A-1', assigneeX_name: 'x' })
  })
})
