import { useSession } from '../../app/session.ts'
import styles from './alerts.module.css'
import { Card } from './Card.tsx'
import cards from './cards.module.css'
import type { NewSubscriber } from './draft.ts'
import { NewDestinationLink, Subscriber, SubscriberSelect } from './Subscribers.tsx'

interface NewSubscribersCardProps {
  subscribers: readonly NewSubscriber[]
  onChange(subscribers: readonly NewSubscriber[]): void
}

/** The subscribers of a new alert, which are saved with it. */
export function NewSubscribersCard({ subscribers, onChange }: NewSubscribersCardProps) {
  const { user } = useSession()
  return (
    <Card title="Subscriptions" count={subscribers.length}>
      {subscribers.length === 0 && <p className={styles.note}>No one is subscribed to this alert yet.</p>}
      <ul className={cards.subscriptions} aria-label="Subscribers">
        {subscribers.map((subscriber) => (
          <Subscriber
            key={subscriber.destination?.id ?? 0}
            user={user}
            destination={subscriber.destination}
            isRemoving={false}
            onRemove={() => onChange(subscribers.filter((one) => one !== subscriber))}
          />
        ))}
      </ul>
      <SubscriberSelect taken={subscribers} isAdding={false} onAdd={async (added) => onChange([...subscribers, added])} />
      {user.permissions.includes('admin') && <NewDestinationLink />}
    </Card>
  )
}
