import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Radio, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFormFields } from '../../ui/form-fields.ts'
import { FormError } from '../../ui/Notice.tsx'
import { createServiceAccount, createUser } from './api.ts'
import styles from './dialogs.module.css'
import { failureText } from './failure-text.ts'
import { LinkToCopy } from './LinkToCopy.tsx'

/** The dialog that invites a person, or creates a service account. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const [isService, setIsService] = useState(false)
  const [isDirty, setIsDirty] = useState(false)
  const Form = isService ? ServiceForm : PersonForm
  return (
    <Dialog opened isDirty={isDirty} onClose={onClose} title={t`Create a New User`} size={480}>
      <div className={styles.form}>
        <Radio.Group
          label={t`Kind`}
          value={isService ? 'service' : 'person'}
          onChange={(kind) => setIsService(kind === 'service')}
        >
          <div className={styles.kinds}>
            <Radio value="person" label={t`Person`} description={t`Signs in, and gets an invitation.`} />
            <Radio
              value="service"
              label={t`Service account`}
              description={t`A program: it has API keys, no sign-in and no mail.`}
            />
          </div>
        </Radio.Group>
        <Form onClose={onClose} onDirty={setIsDirty} />
      </div>
    </Dialog>
  )
}

interface FormProps {
  onClose(): void
  /** Whether closing would lose what was typed. */
  onDirty(isDirty: boolean): void
}

const personRules = { name: { isRequired: true }, email: { isRequired: true, isEmail: true } }

/** Invites a person. If no mail could be sent, it shows the invitation link to be passed on. */
function PersonForm({ onClose, onDirty }: FormProps) {
  const cache = useQueryClient()
  const { values, field, submit } = useFormFields(personRules)
  const create = useMutation({
    mutationFn: () => createUser({ name: values.name.trim(), email: values.email.trim() }),
    onSuccess: (user) => {
      onDirty(false)
      void cache.invalidateQueries({ queryKey: ['users', 'lists'] })
      if (user.invite_link === undefined) onClose()
    },
  })
  const link = create.data?.invite_link
  if (link !== undefined)
    return (
      <div className={styles.form}>
        <LinkToCopy
          title={t`Email not sent!`}
          text={t`The mail server is not configured. Send this link to ${values.name.trim()}:`}
          link={link}
        />
        <div className={styles.footer}>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    )
  return (
    <form
      noValidate
      className={styles.form}
      onChange={() => onDirty(true)}
      onSubmit={submit(() => !create.isPending && create.mutate())}
    >
      {create.error && <FormError>{failureText(create.error)}</FormError>}
      <TextInput {...field('name')} label={t`Name`} autoComplete="off" maxLength={255} data-autofocus />
      <TextInput {...field('email')} label={t`Email`} type="email" autoComplete="off" maxLength={255} />
      <Footer onClose={onClose} isPending={create.isPending} />
    </form>
  )
}

const serviceRules = { name: { isRequired: true } }

/** Creates a service account, and opens its page, where its API keys are made. */
function ServiceForm({ onClose, onDirty }: FormProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { values, field, submit } = useFormFields(serviceRules)
  const create = useMutation({
    mutationFn: () => createServiceAccount(values.name.trim()),
    onSuccess: (user) => {
      onDirty(false)
      void cache.invalidateQueries({ queryKey: ['users', 'lists'] })
      void navigate({ to: '/users/$userId', params: { userId: String(user.id) } })
    },
  })
  return (
    <form
      noValidate
      className={styles.form}
      onChange={() => onDirty(true)}
      onSubmit={submit(() => !create.isPending && create.mutate())}
    >
      {create.error && <FormError>{failureText(create.error)}</FormError>}
      <TextInput {...field('name')} label={t`Name`} autoComplete="off" maxLength={255} />
      <Footer onClose={onClose} isPending={create.isPending} />
    </form>
  )
}

function Footer({ onClose, isPending }: { onClose(): void; isPending: boolean }) {
  return (
    <div className={styles.footer}>
      <Button variant="default" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" loading={isPending}>
        <Trans>Create</Trans>
      </Button>
    </div>
  )
}
