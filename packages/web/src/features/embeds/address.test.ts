import { describe, expect, it } from 'vitest'
import { parseEmbedSearch, partsOf } from './address.ts'

const all = { header: true, description: false, parameters: true, link: true, timestamp: true }

describe('the address of an embed', () => {
  it('says by names, whatever their values, what is shown (EMBED-03, EMBED-04, EMBED-05, EMBED-06)', () => {
    expect(partsOf(parseEmbedSearch({ api_key: 'k' }))).toEqual(all)
    expect(partsOf(parseEmbedSearch({ showDescription: '' }))).toEqual({ ...all, description: true })
    expect(partsOf(parseEmbedSearch({ hide_parameters: 'true' }))).toEqual({ ...all, parameters: false })
    expect(partsOf(parseEmbedSearch({ hide_header: '1' }))).toEqual({ ...all, header: false })
    expect(partsOf(parseEmbedSearch({ hide_link: '' }))).toEqual({ ...all, link: false })
    expect(partsOf(parseEmbedSearch({ hide_timestamp: '' }))).toEqual({ ...all, timestamp: false })
  })

  it('has one key or none, and keeps all else', () => {
    expect(parseEmbedSearch({ api_key: ['a', 'b'], p_day: 'x' })).toEqual({ api_key: undefined, p_day: 'x' })
    expect(parseEmbedSearch({ api_key: '' })).toEqual({ api_key: undefined })
  })
})
