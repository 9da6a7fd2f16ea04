import { afterEach, expect, it } from 'vitest'
import { ApiError, toApiError } from '../api/error.ts'
import { notify, toasts } from './notify.ts'

afterEach(() => toasts.set([]))
const shown = () => toasts.get().map(({ title, tone }) => [tone.role, title])

it('the toast of a failed call shows the message of the server, else a general one (OPEN-127)', () => {
  notify.failure(new ApiError(400, 'invalid_input', 'The name is taken.', null))
  notify.failure(new ApiError(502, 'unknown', '', null))
  notify.failure(new TypeError('x is not a function'))
  expect(shown()).toEqual([
    ['alert', 'The name is taken.'],
    ['alert', 'Something went wrong.'],
    ['alert', 'Something went wrong.'],
  ])
})

it('the toast of a call that failed in the server names the request, and stays until it is closed (OPEN-282)', () => {
  notify.failure(toApiError(500, { message: 'Internal Server Error', code: 'internal', details: { request_id: '7f3a' } }))
  expect(toasts.get()).toMatchObject([{ title: 'Internal Server Error', text: 'Request ID: 7f3a', duration: null }])
})

it('a toast with the id of another one replaces it, and stands last', () => {
  const id = notify.warning('You are offline', undefined, { id: 'network' })
  notify.success('Saved')
  notify.success('You are online again', undefined, { id })
  expect(shown()).toEqual([
    ['status', 'Saved'],
    ['status', 'You are online again'],
  ])
  notify.hide(id)
  expect(shown()).toEqual([['status', 'Saved']])
})
