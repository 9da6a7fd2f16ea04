import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormError } from '../../ui/Notice.tsx'
import { createGroup, groupsQuery } from './api.ts'
import styles from './CreateDialog.module.css'

/** Takes the name of a new group, makes it, and leads to it. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const isBlank = name.trim() === ''
  const create = useMutation({
    mutationFn: () => createGroup(name.trim()),
    onSuccess: ({ id }) => {
      void cache.invalidateQueries({ queryKey: groupsQuery.queryKey })
      void navigate({ to: '/groups/$groupId', params: { groupId: String(id) } })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlank && !create.isPending) create.mutate()
  }
  return (
    <Dialog opened isDirty={!isBlank} onClose={onClose} title="Create a New Group" size={480}>
      <form noValidate className={styles.form} onSubmit={submit}>
        {create.error && <FormError>{messageOf(create.error) ?? 'Failed saving.'}</FormError>}
        <TextInput
          label="Group Name"
          value={name}
          maxLength={255}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={isBlank || create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
