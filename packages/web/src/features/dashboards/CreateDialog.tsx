import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { MAX_DASHBOARD_NAME_LENGTH } from '@sightline/contract/dashboards.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { notify } from '../../app/notify.ts'
import { usePermission } from '../../app/session.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { createDashboard } from './api.ts'
import styles from './CreateDialog.module.css'

/** Creates a dashboard and opens it for editing. */
export function CreateDialog({ onClose }: { onClose(): void }) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const mayQuery = usePermission('create_query')
  const isBlank = name.trim() === ''

  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isBlank || isSaving) return
    setIsSaving(true)
    try {
      const { slug } = await createDashboard(name.trim())
      void cache.invalidateQueries({ queryKey: ['dashboards', 'lists'] })
      onClose()
      await navigate({ to: '/dashboard/$slug', params: { slug }, search: { edit: 'true' } })
    } catch (error) {
      setIsSaving(false)
      notify.failure(error, t`The dashboard could not be created.`)
    }
  }

  return (
    <Dialog opened isDirty={!isBlank} onClose={onClose} title={t`New Dashboard`} size={480}>
      <form onSubmit={(event) => void save(event)}>
        <TextInput
          label={t`Dashboard Name`}
          value={name}
          maxLength={MAX_DASHBOARD_NAME_LENGTH}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <div className={styles.footer}>
          {mayQuery && (
            <LinkButton className={styles.template} variant="subtle" to="/dashboards/template" onClick={onClose}>
              <Trans>New from Template…</Trans>
            </LinkButton>
          )}
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isSaving} disabled={isBlank || isSaving}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
