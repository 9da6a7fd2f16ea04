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
  /** Where it is sent: `/login`, or `/ldap/login`, where people may have another name than their email address. */
  path: '/login' | '/ldap/login'
  next: string | undefined
  /** As the address has it: what went wrong before. */
  error: string | undefined
  /** Beside the label of the password. */
  children?: ReactNode
}

/** Asks for a name and a password, and goes on when they are right. */
export function CredentialsForm({ path, next, error, children }: CredentialsFormProps) {
  const isDirectory = path === '/ldap/login'
  const { values, field, submit } = useFormFields(isDirectory ? byName : byEmail)
  const [remember, setRemember] = useState(false)
  const password = useRef<HTMLInputElement>(null)

  const attempt = useMutation({
    mutationFn: () => signIn(path, { email: values.email.trim(), password: values.password, remember }, next),
    // A full load: everything that was read as nobody is forgotten.
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
        label={isDirectory ? 'Name or email' : 'Email'}
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
 * What the sign-in page says of an attempt that led the browser back to it.
 * @param error as the address has it: a code of the catalogue, or `1` for wrong credentials
 */
export function failureText(error: string): string {
  const code = isKnown(error) ? error : WRONG
  return code === 'account_throttled' ? catalogueMessage(code, { minutes: 'some' }) : catalogueMessage(code)
}
