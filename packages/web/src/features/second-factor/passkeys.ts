import { t } from '@lingui/core/macro'
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { ApiError } from '../../api/error.ts'

/** The library is loaded with the first passkey, because most pages never need it. */
const library = () => import('@simplewebauthn/browser')

/** Whether this browser can use passkeys here: they need a host name, and HTTPS or this machine. */
export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Has the browser make a passkey. @param options of the server @throws ApiError with one sentence */
export const createPasskey = (options: Record<string, unknown>): Promise<Record<string, unknown>> =>
  asked(async () => {
    const { startRegistration } = await library()
    return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
  })

/** Has the browser sign with a passkey. @param options of the server @throws ApiError with one sentence */
export const signWithPasskey = (options: Record<string, unknown>): Promise<Record<string, unknown>> =>
  asked(async () => {
    const { startAuthentication } = await library()
    return startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON })
  })

async function asked(ask: () => Promise<object>): Promise<Record<string, unknown>> {
  try {
    return { ...(await ask()) }
  } catch (error) {
    throw new ApiError(0, null, failureText(error), null)
  }
}

/** Browsers do not say whether somebody cancelled or has no passkey. */
export function failureText(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return t`This device already has a passkey for your account.`
  if (name === 'NotAllowedError' || name === 'AbortError') return t`The browser returned no passkey. Please try again.`
  return t`This browser could not use a passkey here.`
}
