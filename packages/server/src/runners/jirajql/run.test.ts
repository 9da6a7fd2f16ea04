import { describe, expect, it } from 'vitest'
import { issueRow } from './run.ts'

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
