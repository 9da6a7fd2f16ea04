import { cleanNotifications, notificationsStore } from '@mantine/notifications'
import { afterEach, expect, it } from 'vitest'
import { ApiError, toApiError } from '../api/error.ts'
import { notify } from './notify.ts'

afterEach(() => cleanNotifications())
const shown = () => notificationsStore.getState().notifications.map(({ title, role }) => [role, title])

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
  expect(notificationsStore.getState().notifications).toMatchObject([
    { title: 'Internal Server Error', message: 'Request ID: 7f3a', autoClose: false },
  ])
})
