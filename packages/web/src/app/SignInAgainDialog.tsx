import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { api } from '@sightline/contract/api.ts'
import type { Session } from '@sightline/contract/session.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { probe } from '../api/call.ts'
import { messageOf } from '../api/error.ts'
import { goToSignIn } from '../api/sign-in.ts'
import { pathTo } from '../api/url.ts'
import { signIn } from '../features/session/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useFormFields } from '../ui/form-fields.ts'
import { FormError } from '../ui/Notice.tsx'
import styles from './SignInAgainDialog.module.css'
import { type SignedInSession, sessionState } from './session.ts'

const rules = { password: { isRequired: true } }

interface SignInAgainDialogProps {
  session: SignedInSession
  onReturn(session: Session): void
}

/** Asks the user to sign in again: here with the password, or in another tab by any method. */
export default function SignInAgainDialog({ session, onReturn }: SignInAgainDialogProps) {
  const { user, client_config } = session
  const { values, field, submit } = useFormFields(rules)
  const checkSession = async () => {
    const fresh = await probe(api.session.get)
    const state = sessionState(fresh)
    if (state.status !== 'loaded') return
    // Another user must not continue on this page.
    if (state.session.user.id === user.id) onReturn(fresh)
    else location.reload()
  }
  const attempt = useMutation({
    mutationFn: async () => {
      await signIn('/login', { email: user.email, password: values.password, remember: false }, undefined)
      await checkSession()
    },
  })
  // The user may have signed in in another tab. If not, that is no error.
  const onFocus = useEffectEvent(() => void checkSession().catch(() => {}))
  useEffect(() => {
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])

  return (
    <Dialog
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t`Please sign in again`}
      size={400}
    >
      <form noValidate className={styles.form} onSubmit={submit(() => attempt.mutate())}>
        <p className={styles.text}>
          <Trans>Your session has ended. Sign in to continue. Nothing you typed on this page is lost.</Trans>
        </p>
        {attempt.error && <FormError>{messageOf(attempt.error) ?? t`Sign-in failed. Please try again.`}</FormError>}
        {client_config.passwordLoginEnabled && (
          <>
            <TextInput label={t`Email`} value={user.email} readOnly autoComplete="username" />
            <PasswordInput {...field('password')} label={t`Password`} autoComplete="current-password" data-autofocus />
          </>
        )}
        <div className={styles.footer}>
          <Button variant="subtle" onClick={goToSignIn}>
            <Trans>Leave Page</Trans>
          </Button>
          <span className={styles.spring} />
          <Button variant="default" component="a" href={pathTo('/login')} target="_blank">
            <Trans>Sign In in Another Tab</Trans>
          </Button>
          {client_config.passwordLoginEnabled && (
            <Button type="submit" loading={attempt.isPending}>
              <Trans>Sign in</Trans>
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
