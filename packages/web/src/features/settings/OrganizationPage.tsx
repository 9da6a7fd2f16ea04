import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { SettingsChanges, ShownSettings } from '@sightline/contract/settings.ts'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { SettingsPage } from '../../app/SettingsPage.tsx'
import { configQuery, sessionQuery, usePermission, useSession } from '../../app/session.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { EditColumns, EditNote, NoteText } from '../../ui/edit-card/EditCard.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import { saveSettings, sendTestMail, settingsQuery } from './api.ts'
import { canDisablePasswords, changesOf, shownDraft } from './draft.ts'
import styles from './OrganizationPage.module.css'
import type { SettingsFieldsProps } from './SettingFields.tsx'
import {
  AppearanceFields,
  FeatureFields,
  FormatFields,
  ProvisioningFields,
  SignInFields,
  SignInGroupFields,
} from './sections.tsx'

/** The settings of the organization. For admins. */
export function OrganizationPage() {
  const isAdmin = usePermission('admin')
  const settings = useQuery({ ...settingsQuery, enabled: isAdmin })
  usePageTitle(t`Settings`)
  if (!isAdmin) return <PageError error={new ApiError(403, 'forbidden', '', null)} />
  if (settings.error) return <PageError error={settings.error} onRetry={() => void settings.refetch()} />
  return (
    <SettingsPage>
      <PageHead
        title={
          <h1>
            <Trans>Settings</Trans>
          </h1>
        }
      />
      {settings.data === undefined ? (
        <ListSkeleton rows={6} />
      ) : (
        <EditColumns form={<OrganizationForm saved={settings.data} />} asideLabel={t`About email`} aside={<MailNote />} />
      )}
    </SettingsPage>
  )
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
    onSuccess: async (settings) => {
      setChanges({})
      await storeAnswer(cache, settingsQuery.queryKey, settings)
      // They carry the name, formats and switches to other pages.
      void cache.invalidateQueries(sessionQuery)
      void cache.invalidateQueries(configQuery)
      notify.success(t`Settings changes saved.`)
    },
    onError: (error) => notify.error(t`Failed saving changes.`, messageOf(error) ?? undefined),
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
      <AppearanceFields {...fields} />
      <FormatFields {...fields} />
      <FeatureFields {...fields} />
      <SignInFields {...fields} canDisablePasswords={canDisablePasswords(draft, ways)} />
      <SignInGroupFields {...fields} />
      <ProvisioningFields />
      <div className={styles.bar}>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save</Trans>
        </Button>
        {Object.keys(unsaved).length > 0 && (
          <span className={styles.unsaved}>
            <Trans>You have unsaved changes.</Trans>
          </span>
        )}
      </div>
    </form>
  )
}

/** The error of a failed test mail stays longer than other toasts, so that it can be read. */
const FAILURE_MS = 10_000

/** Whether a mail server is configured, and a button that sends a test mail. */
function MailNote() {
  const { user, client_config } = useSession()
  const fail = (text: string) => notify.error(t`The test email was not sent.`, text, { duration: FAILURE_MS })
  const test = useMutation({
    mutationFn: sendTestMail,
    onSuccess: ({ ok, message }) => {
      if (ok) notify.success(t`Test email sent.`, t`Check the inbox of ${user.email}.`)
      else fail(message)
    },
    onError: (error) => fail(messageOf(error) ?? t`Something went wrong.`),
  })
  return (
    <EditNote title={t`Email`}>
      <NoteText>
        {client_config.mailSettingsMissing
          ? t`Email is not configured. Ask the operator to set SIGHTLINE_MAIL_URL and SIGHTLINE_MAIL_FROM.`
          : t`This installation sends invitations, alerts and reports by email.`}
      </NoteText>
      <Button
        variant="default"
        size="sm"
        mt={12}
        leftSection={<IconSend size={14} stroke={1.75} />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        <Trans>Send Test Email</Trans>
      </Button>
    </EditNote>
  )
}
