import { t } from '@lingui/core/macro'
import { ApiError, messageOf } from '../../api/error.ts'

const statusTexts: Record<number, string> = {
  400: t`Bad Request`,
  403: t`Forbidden`,
  404: t`Not Found`,
  409: t`Conflict`,
  413: t`Content Too Large`,
  429: t`Too Many Requests`,
  500: t`Internal Server Error`,
  502: t`Bad Gateway`,
  503: t`Service Unavailable`,
  504: t`Gateway Timeout`,
}

/** The message of a failed call, else the name of its HTTP status. */
export function failureText(error: unknown): string {
  const message = messageOf(error)
  if (message !== null) return message
  return (error instanceof ApiError ? statusTexts[error.status] : undefined) ?? t`Unknown error`
}

/** The message of a failed call to enable a user, else 'Unknown error'. */
export function enableFailureText(error: unknown): string {
  return messageOf(error) ?? t`Unknown error`
}
