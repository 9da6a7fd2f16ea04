import { cleanNotifications, notificationsStore } from '@mantine/notifications'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../api/error.ts'
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
