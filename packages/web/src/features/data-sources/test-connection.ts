import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { testDataSource } from './api.ts'

/** A failed test, and a note, are read, not glanced at: their toasts stay 10 s. */
const READING_MS = 10_000

const UNKNOWN = 'Unknown error occurred while performing connection test. Please try again later.'

/** Tests the connection of a stored data source and tells the outcome. */
export function useTestConnection(id: number) {
  return useMutation({
    mutationFn: () => testDataSource(id),
    onSuccess: (answer) => {
      const failure = testFailure(answer)
      if (failure !== null) notifyFailure(failure)
      else if (answer.note === undefined) notify.success('Success')
      else notify.warning('Success', answer.note, { duration: READING_MS })
    },
    onError: (error) => notifyFailure(messageOf(error) ?? UNKNOWN),
  })
}

const notifyFailure = (text: string) => notify.error('Connection Test Failed:', text, { duration: READING_MS })

/** What a test's answer says went wrong; null for a success. An answer without `ok` is a failure too. */
export function testFailure(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return UNKNOWN
  if (answer.ok === true) return null
  return 'message' in answer && typeof answer.message === 'string' && answer.message !== '' ? answer.message : UNKNOWN
}
