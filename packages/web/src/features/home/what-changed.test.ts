import type { RecentChange } from '@sightline/contract/home.ts'
import { describe, expect, it } from 'vitest'
import { changeText } from './WhatChanged.tsx'

const change = (...fields: Extract<RecentChange, { kind: 'query' }>['fields']): RecentChange => ({
  kind: 'query',
  id: 1,
  name: 'Sales',
  user_name: 'Bob',
  changed_at: '2026-11-22T12:00:00Z',
  fields,
})

describe('a change on home', () => {
  it('says who changed which fields (OPEN-234)', () => {
    expect(changeText(change('query'))).toBe('Bob changed query text')
    expect(changeText(change('name', 'query', 'tags'))).toBe('Bob changed name, query text, and tags')
    expect(changeText(change())).toBe('Bob saved the query')
  })

  it('may be a comment that mentions the reader (OPEN-268)', () => {
    const { name, user_name, changed_at } = change()
    const mention: RecentChange = { kind: 'mention', id: 3, name, slug: 'sales', widget_id: 7, user_name, changed_at }
    expect(changeText(mention)).toBe('Bob mentioned you in a comment')
  })
})
