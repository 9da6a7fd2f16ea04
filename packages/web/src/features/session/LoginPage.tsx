import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { AuthPage } from '../../app/AuthPage.tsx'
import { usePageTitle } from '../../app/title.ts'
import { FormError } from '../../ui/FormError.tsx'
import { useFormFields } from '../../ui/form-fields.ts'
import { signIn } from './api.ts'
import styles from './LoginPage.module.css'

const route = getRouteApi('/login')
const rules = { email: { isRequired: true, isEmail: true }, password: { isRequired: true } }

const WRONG = 'Wrong email or password.'

/** Sign-in with email and password. */
export function LoginPage() {
  const { next, error: failedBefore } = route.useSearch()
  const { values, field, submit } = useFormFields(rules)
  const [remember, setRemember] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  usePageTitle('Sign in')

  const attempt = useMutation({
    mutationFn: () => signIn({ email: values.email.trim(), password: values.password, remember }, next),
    // A full load: everything that was read as nobody is forgotten.
    onSuccess: (address) => location.assign(address),
    onError: () => {
      password.current?.focus()
      password.current?.select()
    },
  })
  const failure = attempt.error ? (messageOf(attempt.error) ?? WRONG) : failedBefore === undefined ? null : WRONG

  return (
    <AuthPage
      title="Sign in to Sightline"
      text="Ask, see, share."
      width={400}
      note="No account yet? Ask an administrator to invite you."
    >
      <form noValidate className={styles.form} onSubmit={submit(() => attempt.mutate())}>
        {failure !== null && !attempt.isPending && <FormError>{failure}</FormError>}
        <TextInput {...field('email')} size="lg" label="Email" type="email" autoComplete="username" autoFocus />
        <PasswordInput {...field('password')} ref={password} size="lg" label="Password" autoComplete="current-password" />
        <Checkbox label="Remember me" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
        <Button type="submit" size="lg" fullWidth loading={attempt.isPending || attempt.isSuccess}>
          Sign in
        </Button>
      </form>
    </AuthPage>
  )
}
