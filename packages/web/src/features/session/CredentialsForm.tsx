import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { catalogue, messageOf as catalogueMessage, type ErrorCode } from '@sightline/contract/errors.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { useFormFields } from '../../ui/form-fields.ts'
import { FormError } from '../../ui/Notice.tsx'
import { signIn } from './api.ts'
import styles from './LoginPage.module.css'

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

  return (
    <form noValidate className={styles.form} onSubmit={submit(() => attempt.mutate())}>
      {failure !== null && !attempt.isPending && <FormError>{failure}</FormError>}
      <TextInput
        {...field('email')}
        size="lg"
        label={isDirectory ? 'User name or email' : 'Email'}
        type={isDirectory ? 'text' : 'email'}
        autoComplete="username"
        autoFocus
      />
      <div className={styles.password}>
        <PasswordInput {...field('password')} ref={password} size="lg" label="Password" autoComplete="current-password" />
        {children}
      </div>
      <Checkbox label="Remember me" checked={remember} onChange={(event) => setRemember(event.currentTarget.checked)} />
      <Button type="submit" size="lg" fullWidth loading={attempt.isPending || attempt.isSuccess}>
        Sign in
      </Button>
    </form>
  )
}

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
