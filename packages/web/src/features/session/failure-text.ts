import { catalogue, messageOf as catalogueMessage, type ErrorCode } from '@sightline/contract/errors.ts'

const WRONG: ErrorCode = 'wrong_credentials'

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code)

/**
 * The message for a failed attempt that redirected back to the sign-in page.
 * @param error `error` of the URL: a code of the catalogue, or `1` for wrong credentials
 */
export function failureText(error: string): string {
  const code = isKnown(error) ? error : WRONG
  return code === 'account_throttled' ? catalogueMessage(code, { minutes: 'some' }) : catalogueMessage(code)
}
