import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useFormFields } from '../../../ui/form-fields.ts'
import { FormError } from '../../../ui/Notice.tsx'
import dialog from '../dialogs.module.css'
import { failureText } from '../failure-text.ts'

interface PasswordDialogProps {
  title: string
  text: string
  action: string
  isDestructive?: boolean
  /** Label of a further field, with its initial value; none by default. */
  name?: { label: string; initial: string }
  onSubmit(password: string, name: string): Promise<void>
  onClose(): void
}

/** Asks for the current password before a change of the second factors. */
export function PasswordDialog({ title, text, action, isDestructive = false, name, onSubmit, onClose }: PasswordDialogProps) {
  const { values, field, submit } = useFormFields(rules)
  const [typed, setTyped] = useState(name?.initial ?? '')
  const send = useMutation({ mutationFn: () => onSubmit(values.password, typed.trim()) })
  return (
    <Dialog opened onClose={onClose} title={title} size={420}>
      <form noValidate className={dialog.form} onSubmit={submit(() => !send.isPending && send.mutate())}>
        {send.error && !send.isPending && <FormError>{failureText(send.error)}</FormError>}
        <p className={dialog.text}>{text}</p>
        {name !== undefined && (
          <TextInput
            label={name.label}
            maxLength={100}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          {...field('password')}
          label={t`Current password`}
          autoComplete="current-password"
          maxLength={1024}
          data-autofocus
        />
        <div className={dialog.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            variant={isDestructive ? 'danger-filled' : 'filled'}
            loading={send.isPending}
            disabled={name !== undefined && typed.trim() === ''}
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const rules = { password: { isRequired: true } }
