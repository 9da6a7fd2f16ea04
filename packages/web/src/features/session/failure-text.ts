import { catalogue, type ErrorCode, messageOf } from '@sightline/contract/errors.ts'

const WRONG: ErrorCode = 'wrong_credentials'

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(catalogue, code)

/**
 * What the sign-in page says of an attempt that led the browser back to it.
 * @param error as the address has it: a code of the catalogue, or `1` for wrong credentials
 */
export function failureText(error: string): string {
  const code = isKnown(error) ? error : WRONG
  return code === 'account_throttled' ? messageOf(code, { minutes: 'some' }) : messageOf(code)
}
