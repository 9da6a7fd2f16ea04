import { api } from '@sightline/contract/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, probe } from '../../api/call.ts'
import { createPasskey, signWithPasskey } from './passkeys.ts'

export { canUsePasskeys } from './passkeys.ts'

/** The second factors of a user. */
export const secondFactorQuery = (userId: number) =>
  queryOptions({
    queryKey: ['users', 'second_factor', userId],
    queryFn: ({ signal }) => call(api.secondFactor.get, { params: { id: userId }, signal }),
    staleTime: 0,
  })

export const beginApp = (password: string) => call(api.secondFactor.beginApp, { body: { password } })
export const confirmApp = (setup: string, code: string) => call(api.secondFactor.confirmApp, { body: { setup, code } })
export const removeApp = (password: string) => call(api.secondFactor.removeApp, { body: { password } })
export const newRecoveryCodes = (password: string) => call(api.secondFactor.newRecoveryCodes, { body: { password } })
export const resetSecondFactor = (userId: number) => call(api.secondFactor.reset, { params: { id: userId } })
export const renamePasskey = (id: number, name: string) =>
  call(api.secondFactor.renamePasskey, { params: { id }, body: { name } })
export const removePasskey = (id: number, password: string) =>
  call(api.secondFactor.removePasskey, { params: { id }, body: { password } })

/** Adds a passkey; the browser asks for the device. @returns new recovery codes, if there were none */
export async function addPasskey(name: string, password: string): Promise<string[]> {
  const { setup, options } = await call(api.secondFactor.beginPasskey, { body: { password } })
  const response = await createPasskey(options)
  return (await call(api.secondFactor.addPasskey, { body: { setup, name, response } })).recovery_codes
}

// Nobody is signed in here: a refused step must not lead to the sign-in page, as an expired session does.

/** The second step of the sign-in with a code. */
export const enterCode = (code: string) => probe(api.secondFactor.enterCode, { body: { code } })
export const beginRequired = () => probe(api.secondFactor.beginRequired)
export const confirmRequired = (setup: string, code: string) =>
  probe(api.secondFactor.confirmRequired, { body: { setup, code } })

/** Signs in with a passkey: alone, or as the second step after the password. */
export async function signInWithPasskey(isSecondStep: boolean): Promise<void> {
  const { options } = await probe(api.secondFactor.beginPasskeySignIn, { body: { is_second_step: isSecondStep } })
  await probe(api.secondFactor.signInWithPasskey, { body: { response: await signWithPasskey(options) } })
}
