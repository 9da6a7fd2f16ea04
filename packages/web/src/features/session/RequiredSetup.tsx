import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../api/error.ts'
import { FormError } from '../../ui/Notice.tsx'
import { AppSetupForm } from '../../ui/second-factor/AppSetupForm.tsx'
import { RecoveryCodes } from '../../ui/second-factor/RecoveryCodes.tsx'
import { beginRequired, confirmRequired } from '../second-factor/api.ts'
import { failureText } from './failure-text.ts'
import styles from './LoginPage.module.css'

/** Sets up the authenticator app that the organization requires, during the sign-in. */
export function RequiredSetup({ onDone }: { onDone(): void }) {
  const setup = useQuery({
    queryKey: ['second_factor', 'required'],
    queryFn: beginRequired,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const confirm = useMutation({ mutationFn: (code: string) => confirmRequired(setup.data?.setup ?? '', code) })
  const textOf = (error: Error) => messageOf(error) ?? failureText('1')
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} onDone={onDone} />
  return (
    <div className={styles.form}>
      <p className={styles.text}>
        <Trans>Your organization requires a second factor. Set it up once to sign in.</Trans>
      </p>
      {setup.error && <FormError>{textOf(setup.error)}</FormError>}
      {setup.data && (
        <AppSetupForm
          setup={setup.data}
          failure={confirm.error && textOf(confirm.error)}
          isPending={confirm.isPending}
          onCode={confirm.mutate}
        />
      )}
    </div>
  )
}
