import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { testDestination } from './api.ts'

/** A failed test is read, not glanced at: its toast stays 10 s. */
const FAILURE_MS = 10_000

/** Sends a notification that says it is a test, and tells whether it has arrived. */
export function useTestDestination(id: number) {
  const fail = (text: string) => notify.error('The test was not delivered.', text, { duration: FAILURE_MS })
  return useMutation({
    mutationFn: () => testDestination(id),
    onSuccess: ({ ok, message }) => {
      if (ok) notify.success('Test sent.')
      else fail(message)
    },
    onError: (error) => fail(messageOf(error) ?? 'Something went wrong.'),
  })
}
