import { describe, expect, it } from 'vitest'
import { embedParts, parseEmbedSearch } from './search-params.ts'

const all = { header: true, description: false, parameters: true, link: true, timestamp: true }

describe('the query string of an embed', () => {
  it('hides or shows parts by the presence of their names, whatever the values (EMBED-03, EMBED-04, EMBED-05, EMBED-06)', () => {
    expect(embedParts(parseEmbedSearch({ api_key: 'k' }))).toEqual(all)
    expect(embedParts(parseEmbedSearch({ showDescription: '' }))).toEqual({ ...all, description: true })
    expect(embedParts(parseEmbedSearch({ hide_parameters: 'true' }))).toEqual({ ...all, parameters: false })
    expect(embedParts(parseEmbedSearch({ hide_header: '1' }))).toEqual({ ...all, header: false })
    expect(embedParts(parseEmbedSearch({ hide_link: '' }))).toEqual({ ...all, link: false })
    expect(embedParts(parseEmbedSearch({ hide_timestamp: '' }))).toEqual({ ...all, timestamp: false })
  })

  it('has at most one API key and keeps all other names', () => {
    expect(parseEmbedSearch({ api_key: ['a', 'b'], p_day: 'x' })).toEqual({ api_key: undefined, p_day: 'x' })
    expect(parseEmbedSearch({ api_key: '' })).toEqual({ api_key: undefined })
  })
})
