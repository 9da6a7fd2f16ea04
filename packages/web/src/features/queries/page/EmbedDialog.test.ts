import { describe, expect, it } from 'vitest'
import { keyedResultPath } from './ApiKeyDialog.tsx'
import { embedPath, frameCode, frameHeight } from './EmbedDialog.tsx'

describe('URLs for other sites', () => {
  it('lead to the latest result with the API key of the query', () => {
    expect(keyedResultPath(12, 'csv', 'abc')).toBe('api/queries/12/results.csv?api_key=abc')
  })

  it('of embeds contain the API key, if there is one, and the parameter values', () => {
    expect(embedPath(12, 3, null, {})).toBe('embed/query/12/visualization/3')
    expect(embedPath(12, 3, 'abc', { p_city: 'Århus & "co"' })).toBe(
      'embed/query/12/visualization/3?api_key=abc&p_city=%C3%85rhus+%26+%22co%22',
    )
  })

  it('are shown in a frame that has room for the line of parameters, if there are any (OPEN-772)', () => {
    expect([frameHeight(false), frameHeight(true)]).toEqual([391, 439])
  })

  it('are escaped in the HTML of an iframe', () => {
    expect(frameCode('https://example.com/e?a=1&b="2"', 720, 391)).toBe(
      '<iframe src="https://example.com/e?a=1&amp;b=&quot;2&quot;" width="720" height="391"></iframe>',
    )
  })
})
