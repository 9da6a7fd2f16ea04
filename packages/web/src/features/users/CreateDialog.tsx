import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFormFields } from '../../ui/form-fields.ts'
import { FormError } from '../../ui/Notice.tsx'
import { createUser } from './api.ts'
import styles from './dialogs.module.css'
import { failureText } from './failure-text.ts'
import { LinkToCopy } from './LinkToCopy.tsx'

const rules = { name: { isRequired: true }, email: { isRequired: true, isEmail: true } }

/** The dialog that invites a new user. If no mail could be sent, it shows the invitation link to be passed on. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const cache = useQueryClient()
  const { values, field, submit } = useFormFields(rules)
  const create = useMutation({
    mutationFn: () => createUser({ name: values.name.trim(), email: values.email.trim() }),
    onSuccess: (user) => {
      void cache.invalidateQueries({ queryKey: ['users', 'lists'] })
      if (user.invite_link === undefined) onClose()
    },
  })
  const link = create.data?.invite_link
  const isDirty = link === undefined && (values.name.trim() !== '' || values.email.trim() !== '')

  return (
    <Dialog opened isDirty={isDirty} onClose={onClose} title="Create a New User" size={480}>
      {link === undefined ? (
        <form noValidate className={styles.form} onSubmit={submit(() => !create.isPending && create.mutate())}>
          {create.error && <FormError>{failureText(create.error)}</FormError>}
          <TextInput {...field('name')} label="Name" autoComplete="off" maxLength={255} data-autofocus />
          <TextInput {...field('email')} label="Email" type="email" autoComplete="off" maxLength={255} />
          <div className={styles.footer}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles.form}>
          <LinkToCopy
            title="Email not sent!"
            text={`The mail server is not configured. Send this link to ${values.name.trim()}:`}
            link={link}
          />
          <div className={styles.footer}>
            <Button onClick={onClose}>Close</Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
