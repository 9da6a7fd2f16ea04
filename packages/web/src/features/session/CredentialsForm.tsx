import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { type SecondFactorMethod, secondFactorMethods } from '@sightline/contract/second-factor.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { type ApiError, detailOf, isApiError, messageOf } from '../../api/error.ts'
import { useFormFields } from '../../ui/form-fields.ts'
import { FormError } from '../../ui/Notice.tsx'
import { signIn, withNext } from './api.ts'
import { failureText } from './failure-text.ts'
import styles from './LoginPage.module.css'
import { RequiredSetup } from './RequiredSetup.tsx'
import { SecondStep } from './SecondStep.tsx'

const byEmail = { email: { isRequired: true, isEmail: true }, password: { isRequired: true } }
const byName = { email: { isRequired: true }, password: { isRequired: true } }

interface CredentialsFormProps {
  /** Where the form is posted to: `/login`, or `/ldap/login`, where the user name need not be an email address. */
  path: '/login' | '/ldap/login'
  next: string | undefined
  /** Error code of the previous attempt, from the URL. */
  error: string | undefined
  /** Shown beside the label of the password. */
  children?: ReactNode
}

/** The form for user name and password. */
export function CredentialsForm({ path, next, error, children }: CredentialsFormProps) {
  const isDirectory = path === '/ldap/login'
  const { values, field, submit } = useFormFields(isDirectory ? byName : byEmail)
  const [remember, setRemember] = useState(false)
  const password = useRef<HTMLInputElement>(null)

  const attempt = useMutation({
    mutationFn: () => signIn(path, { email: values.email.trim(), password: values.password, remember }, next),
    // A full page load, so that nothing cached from before sign-in remains.
    onSuccess: (address) => location.assign(address),
    onError: () => {
      password.current?.focus()
      password.current?.select()
    },
  })
  const before = error === undefined ? null : failureText(error)
  const failure = attempt.error ? (messageOf(attempt.error) ?? failureText('1')) : before

  // Once signed in, the server redirects from the sign-in page to the page that was asked for.
  const finish = () => location.assign(withNext('/login', next))
  if (isApiError(attempt.error, 'second_factor_needed'))
    return <SecondStep methods={methodsIn(attempt.error)} onDone={finish} onBack={() => attempt.reset()} />
  if (isApiError(attempt.error, 'second_factor_setup_needed')) return <RequiredSetup onDone={finish} />
  return (
    <form noValidate className={styles.form} onSubmit={submit(() => attempt.mutate())}>
      {failure !== null && !attempt.isPending && <FormError>{failure}</FormError>}
      <TextInput
        {...field('email')}
        size="lg"
        label={isDirectory ? t`User name or email` : t`Email`}
        type={isDirectory ? 'text' : 'email'}
        autoComplete="username"
        autoFocus
      />
      <div className={styles.password}>
        <PasswordInput {...field('password')} ref={password} size="lg" label={t`Password`} autoComplete="current-password" />
        {children}
      </div>
      <Checkbox label={t`Remember me`} checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
      <Button type="submit" size="lg" fullWidth loading={attempt.isPending || attempt.isSuccess}>
        <Trans>Sign in</Trans>
      </Button>
    </form>
  )
}

/** How the user can prove the second factor, from the refusal of the password alone. */
function methodsIn(error: ApiError): SecondFactorMethod[] {
  const sent = detailOf(error, 'methods')
  return secondFactorMethods.filter((method) => Array.isArray(sent) && sent.includes(method))
}
