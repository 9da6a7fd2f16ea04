import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Tooltip } from '@mantine/core'
import type { AdminDestination, DestinationDescriptor, DestinationFields } from '@sightline/contract/destinations.ts'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { messageOf } from '../../api/error.ts'
import { useSaveForm } from '../../app/form-mutations.ts'
import { HelpLink } from '../../app/help/HelpLink.tsx'
import { MailWarning } from '../../app/MailWarning.tsx'
import { notify } from '../../app/notify.ts'
import { DeleteButton, TypedEditPage, useEditTarget } from '../../app/TypedEditPage.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedForm.tsx'
import { EditCard, EditNote, NoteText } from '../../ui/edit-card/EditCard.tsx'
import {
  destinationDependentsQuery,
  destinationQuery,
  destinationTypesQuery,
  testDestination,
  updateDestination,
} from './api.ts'
import styles from './DestinationPage.module.css'
import { useDestinationForm } from './destination-form.ts'
import { useRemoveDestination } from './use-remove-destination.ts'

const route = getRouteApi('/app/destinations/$destinationId')

/** One alert destination: its options, a test, and what depends on it. For admins. */
export function DestinationPage() {
  const edited = useEditTarget(route.useParams().destinationId)
  const enabled = edited.refusal === null
  return (
    <TypedEditPage
      edited={edited}
      kind={t`Alert Destination`}
      list={
        <Link to="/destinations" activeOptions={{ exact: true }}>
          <Trans>Alert Destinations</Trans>
        </Link>
      }
      thing={useQuery({ ...destinationQuery(edited.id), enabled })}
      types={useQuery({ ...destinationTypesQuery, enabled })}
      form={(destination, type) => <EditForm key={destination.id} destination={destination} type={type} />}
      aside={({ id }, type) => <DestinationAside id={id} type={type} />}
    />
  )
}

function EditForm({ destination, type }: { destination: AdminDestination; type: DestinationDescriptor }) {
  const { id, name } = destination
  const form = useDestinationForm(type, destination)
  const removal = useRemoveDestination(destination)
  const saving = useSaveForm({
    checked: form.checked,
    save: (fields: DestinationFields) => updateDestination(id, fields),
    onSaved: form.saved,
    itemKey: destinationQuery(id).queryKey,
    listKey: ['destinations', 'list'],
  })
  return (
    <EditCard
      name={name}
      type={type}
      fields={
        <>
          {type.sends_mail && <MailWarning feature={t`email destination`} />}
          <NamedFields form={form} />
        </>
      }
      actions={
        <>
          <Button type="submit" loading={saving.isPending}>
            <Trans>Save</Trans>
          </Button>
          <TestButton id={id} isDirty={form.isDirty} />
        </>
      }
      deletion={<DeleteButton isPending={removal.isPending} onClick={() => void removal.confirmAndRemove()} />}
      onSubmit={saving.submit}
    />
  )
}

/** Milliseconds for which the error of a test is shown: longer than other notifications, because it takes longer to read. */
const FAILURE_MS = 10_000

/** Sends a test notification and reports whether it arrived. Disabled while there are unsaved changes, which a test would ignore. */
function TestButton({ id, isDirty }: { id: number; isDirty: boolean }) {
  const fail = (text: string) => notify.error(t`The test was not delivered.`, text, { duration: FAILURE_MS })
  const test = useMutation({
    mutationFn: () => testDestination(id),
    onSuccess: ({ ok, message }) => {
      if (ok) notify.success(t`Test sent.`)
      else fail(message)
    },
    onError: (error) => fail(messageOf(error) ?? t`Something went wrong.`),
  })
  return (
    <Tooltip label={t`Save your changes first`} disabled={!isDirty}>
      <Button
        variant="default"
        leftSection={<IconSend size={16} stroke={1.75} />}
        loading={test.isPending}
        data-disabled={isDirty || undefined}
        aria-disabled={isDirty}
        onClick={() => {
          if (!isDirty) test.mutate()
        }}
      >
        <Trans>Send Test</Trans>
      </Button>
    </Tooltip>
  )
}

/** The alerts that notify a destination, and notes about it. */
function DestinationAside({ id, type }: { id: number; type: DestinationDescriptor }) {
  const dependents = useQuery(destinationDependentsQuery(id))
  return (
    <>
      <EditNote title={t`Notified by`}>
        {dependents.error && <NoteText>{messageOf(dependents.error) ?? t`Something went wrong.`}</NoteText>}
        {dependents.data?.alerts.length === 0 && (
          <NoteText>
            <Trans>No alerts use this destination yet.</Trans>
          </NoteText>
        )}
        <ul className={styles.alerts}>
          {dependents.data?.alerts.map((alert) => (
            <li key={alert.id}>
              <Link to="/alerts/$alertId" params={{ alertId: String(alert.id) }}>
                {alert.name}
              </Link>
            </li>
          ))}
        </ul>
      </EditNote>
      <EditNote title={t`Good to know`}>
        <NoteText>
          {type.configuration_schema.secret.length > 0
            ? t`Keys and secret URLs are encrypted. The form never shows a saved secret again.`
            : t`All addresses receive the same email and can see each other.`}
        </NoteText>
        <HelpLink topic="alert-destinations">
          <Trans>About alert destinations</Trans>
        </HelpLink>
      </EditNote>
    </>
  )
}
