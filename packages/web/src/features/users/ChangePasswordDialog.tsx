import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, PasswordInput } from '@mantine/core'
import { MIN_PASSWORD_CHARACTERS } from '@sightline/contract/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { fieldError } from '../../ui/form-fields.ts'
import { FormError } from '../../ui/Notice.tsx'
import { updateUser, userQuery } from './api.ts'
import styles from './dialogs.module.css'

/** The dialog that asks for the current password and, twice, for the new one. */
export function ChangePasswordDialog({ userId, onClose }: { userId: number; onClose(): void }) {
  const [values, setValues] = useState<Passwords>({ current: '', next: '', repeat: '' })
  const [touched, setTouched] = useState<ReadonlySet<PasswordField>>(new Set())
  const [replacesKey, setReplacesKey] = useState(false)
  const cache = useQueryClient()
  const errors = passwordErrors(values)
  const change = useMutation({
    mutationFn: () =>
      updateUser(userId, {
        old_password: values.current,
        password: values.next,
        ...(replacesKey ? { regenerate_api_key: true } : {}),
      }),
    onSuccess: async (user) => {
      if (replacesKey) await storeAnswer(cache, userQuery(userId).queryKey, user)
      notify.success(t`Saved.`)
      onClose()
    },
  })
  const field = (name: PasswordField) => ({
    value: values[name],
    error: touched.has(name) ? errors[name] : null,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
    },
    onBlur: () => setTouched((now) => new Set(now).add(name)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(new Set(['current', 'next', 'repeat']))
    const isFine = Object.values(errors).every((error) => error === null)
    if (isFine && !change.isPending) change.mutate()
  }

  return (
    <Dialog opened onClose={onClose} title={t`Change Password`} size={420}>
      <form noValidate className={styles.form} onSubmit={submit}>
        {change.error && <FormError>{messageOf(change.error) ?? t`Failed saving.`}</FormError>}
        <PasswordInput {...field('current')} label={t`Current password`} autoComplete="current-password" data-autofocus />
        <PasswordInput
          {...field('next')}
          label={t`New password`}
          description={t`At least ${MIN_PASSWORD_CHARACTERS} characters.`}
          autoComplete="new-password"
        />
        <PasswordInput {...field('repeat')} label={t`Repeat new password`} autoComplete="new-password" />
        <Checkbox
          label={t`Replace my API key too`}
          description={t`Scripts that use the old key stop working. You are signed out everywhere else in any case.`}
          checked={replacesKey}
          onChange={(event) => setReplacesKey(event.currentTarget.checked)}
        />
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={change.isPending}>
            <Trans>Update</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export type PasswordField = 'current' | 'next' | 'repeat'
export type Passwords = Record<PasswordField, string>

const newPasswordRules = { isRequired: true, minLength: MIN_PASSWORD_CHARACTERS }

/** The error of each field; null if valid. The current password may be of any length. */
export function passwordErrors({ current, next, repeat }: Passwords): Record<PasswordField, string | null> {
  return {
    current: fieldError(current, { isRequired: true }),
    next: fieldError(next, newPasswordRules),
    repeat: fieldError(repeat, newPasswordRules) ?? (repeat === next ? null : t`Passwords don't match`),
  }
}
