import { Button } from '@mantine/core'
import type { SettingsChanges, ShownSettings } from '@sightline/contract/settings.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { PageError } from '../../app/PageError.tsx'
import { SettingsPage } from '../../app/SettingsPage.tsx'
import { sessionQuery, usePermission, useSession } from '../../app/session.tsx'
import { usePageTitle } from '../../app/title.ts'
import { EditColumns } from '../../ui/edit-card/EditCard.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import { saveSettings, settingsQuery } from './api.ts'
import { canDisablePasswords, changesOf, shownDraft } from './draft.ts'
import { FeatureFields } from './FeatureFields.tsx'
import { FormatFields } from './FormatFields.tsx'
import { MailNote } from './MailNote.tsx'
import styles from './OrganizationPage.module.css'
import { SignInFields } from './SignInFields.tsx'

/** What holds for everybody in this installation. For admins. */
export function OrganizationPage() {
  const isAdmin = usePermission('admin')
  const settings = useQuery({ ...settingsQuery, enabled: isAdmin })
  usePageTitle('Settings')
  if (!isAdmin) return <PageError error={new ApiError(403, 'forbidden', '', null)} />
  if (settings.error) return <PageError error={settings.error} onRetry={() => void settings.refetch()} />
  return (
    <SettingsPage>
      <PageHead title={<h1>Settings</h1>} />
      {settings.data === undefined ? (
        <ListSkeleton rows={6} />
      ) : (
        <EditColumns form={<OrganizationForm saved={settings.data} />} asideLabel="About mail" aside={<MailNote />} />
      )}
    </SettingsPage>
  )
}

/** What each part of the form gets. */
export interface SettingsFieldsProps {
  settings: ShownSettings
  onChange(changes: SettingsChanges): void
}

function OrganizationForm({ saved }: { saved: ShownSettings }) {
  const { signInWays } = useSession().client_config
  const ways = { isConfigured: signInWays.some(({ name }) => name !== 'saml') }
  const [changes, setChanges] = useState<SettingsChanges>({})
  const cache = useQueryClient()
  const draft = shownDraft(saved, changes, ways)
  const unsaved = changesOf(saved, draft)
  const save = useMutation({
    mutationFn: saveSettings,
    onSuccess: (settings) => {
      setChanges({})
      cache.setQueryData(settingsQuery.queryKey, settings)
      // Formats and switches hold on the pages that are opened next.
      void cache.invalidateQueries({ queryKey: sessionQuery.queryKey })
      notify.success('Settings changes saved.')
    },
    onError: (error) => notify.error('Failed saving changes.', messageOf(error) ?? undefined),
  })
  const fields: SettingsFieldsProps = {
    settings: draft,
    onChange: (changed) => setChanges((now) => ({ ...now, ...changed })),
  }

  return (
    <form
      noValidate
      className={styles.card}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate(unsaved)
      }}
    >
      <FormatFields {...fields} />
      <FeatureFields {...fields} />
      <SignInFields {...fields} canDisablePasswords={canDisablePasswords(draft, ways)} />
      <div className={styles.bar}>
        <Button type="submit" loading={save.isPending}>
          Save
        </Button>
        {Object.keys(unsaved).length > 0 && <span className={styles.unsaved}>There are unsaved changes.</span>}
      </div>
    </form>
  )
}
