import { ApiError, messageOf } from '../../api/error.ts'

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** The message of a failed call, else the name of its HTTP status. */
export function failureText(error: unknown): string {
  const message = messageOf(error)
  if (message !== null) return message
  return (error instanceof ApiError ? statusTexts[error.status] : undefined) ?? 'Unknown error'
}

/** The message of a failed call to enable a user, else 'Unknown error'. */
export function enableFailureText(error: unknown): string {
  return messageOf(error) ?? 'Unknown error'
}
