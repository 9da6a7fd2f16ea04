import type { DestinationDescriptor } from '@sightline/contract/destinations.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { messageOf } from '../../api/error.ts'
import { HelpLink } from '../../app/help/HelpLink.tsx'
import { EditNote, NoteText } from '../../ui/edit-card/EditCard.tsx'
import { destinationDependentsQuery } from './api.ts'
import styles from './DestinationAside.module.css'

/** Which alerts notify a destination, and what is good to know about it. */
export function DestinationAside({ id, type }: { id: number; type: DestinationDescriptor }) {
  const dependents = useQuery(destinationDependentsQuery(id))
  return (
    <>
      <EditNote title="Notified by">
        {dependents.error && <NoteText>{messageOf(dependents.error) ?? 'Something went wrong.'}</NoteText>}
        {dependents.data?.alerts.length === 0 && <NoteText>No alert yet. Alerts choose whom they notify.</NoteText>}
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
      <EditNote title="Good to know">
        <NoteText>
          {type.configuration_schema.secret.length > 0
            ? 'Keys and secret addresses are encrypted, and the form never shows a saved one again.'
            : 'All addresses get one mail together and see each other.'}
        </NoteText>
        <HelpLink topic="alert-destinations">About alert destinations</HelpLink>
      </EditNote>
    </>
  )
}
