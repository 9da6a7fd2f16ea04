import { describe, expect, it } from 'vitest'
import { ApiError, toApiError } from '../api/error.ts'
import { PageNotLoaded, pageErrorHelp, pageErrorText } from './PageError.tsx'

const failed = (status: number, message = 'as the server says') => new ApiError(status, null, message, null)

describe('the error page', () => {
  it('reports a 404 as a page that cannot be found (SHELL-06)', () => {
    expect(pageErrorText(failed(404))).toBe("It seems like the page you're looking for cannot be found.")
  })

  it.each([401, 403])('reports a %i as a missing permission (SHELL-07)', (status) => {
    expect(pageErrorText(failed(status))).toBe('It seems like you don’t have permission to see this page.')
  })

  it('shows the message of the server for any other error (SHELL-08)', () => {
    expect(pageErrorText(failed(500, 'Internal Server Error'))).toBe('Internal Server Error')
  })

  it('shows a general message for errors without one (SHELL-09)', () => {
    const text = 'It seems like we encountered an error. Try refreshing this page or contact your administrator.'
    expect(pageErrorText(failed(500, ''))).toBe(text)
    expect(pageErrorText(new TypeError('x is undefined'))).toBe(text)
  })

  it('says that the browser is offline if no answer came (DASH-77)', () => {
    const unreachable = failed(0, 'The server cannot be reached.')
    expect(pageErrorText(unreachable, false)).toBe('You are offline')
    expect(pageErrorHelp(unreachable, false)).toBe('The page loads as soon as the connection is back.')
    expect(pageErrorText(unreachable, true)).toBe('The server cannot be reached.')
    expect(pageErrorText(failed(500), false)).toBe('as the server says')
  })

  it('advises what to do if the code of a page could not be loaded', () => {
    const error = new PageNotLoaded({ cause: new TypeError('Failed to fetch') })
    expect(pageErrorText(error)).toBe('This page could not be loaded.')
    expect(pageErrorHelp(error)).toMatch(/try again/)
    expect(pageErrorText(error, false)).toBe('You are offline')
  })

  it('names the request that failed in the server (OPEN-282)', () => {
    const error = toApiError(500, { message: 'Internal Server Error', code: 'internal', details: { request_id: '7f3a' } })
    expect(pageErrorHelp(error)).toBe('500 · Request ID: 7f3a')
  })

  it('shows the HTTP status if there was a response', () => {
    expect(pageErrorHelp(failed(502))).toBe('502')
    expect(pageErrorHelp(failed(0))).toBeNull()
    expect(pageErrorHelp(new TypeError('x is undefined'))).toBeNull()
  })
})
